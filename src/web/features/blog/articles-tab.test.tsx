import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listSearch } from '#web/lib/list/list-state.ts'
import { renderInApp } from '#web/test/render.tsx'
import { ArticlesTab } from './articles-tab.tsx'

test('articles are listed newest first, each with its picture, under the heading Action', async () => {
  const asked: string[] = []
  const article = {
    id: 1,
    updatedAt: '2026-01-01T00:00:00.000Z',
    slug: 'the-port-grows',
    type: 'news',
    title: 'The port grows',
    metaTitle: '',
    metaDescription: '',
    visibility: true,
    customCreatedAt: 1_767_225_600,
    user: { username: 'Priya' },
    previewImageId: 9,
    previewImage: {
      id: 9,
      name: 'port.png',
      original: '/images/port/o.webp',
      large: '/images/port/1415.webp',
      medium: '/images/port/708.webp',
      small: '/images/port/354.webp',
      width: 1415,
      height: 545,
    },
    slot: null,
  }
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('article/get_all')) return new Response('{}', { status: 404 })
    asked.push(decodeURIComponent(url))
    const data = { items: [article], totalCount: 1, numItemsPerPage: 10, currentPageNumber: 1 }
    return Response.json({ code: 200, message: '', data })
  })
  const routeTree = createRootRoute({ component: () => <ArticlesTab type="news" />, validateSearch: listSearch })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  renderInApp(<RouterProvider router={router as never} />)
  const row = (await screen.findByText('The port grows')).closest('tr')
  expect(asked).toEqual(['/api/article/get_all?page=1&per_page=10&order[customCreatedAt]=desc&type=news'])
  expect(row?.querySelector('img')?.getAttribute('src')).toBe('/images/port/354.webp')
  expect(screen.getByRole('columnheader', { name: 'Action' })).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: 'Date' }).getAttribute('aria-sort')).toBe('descending')
})
