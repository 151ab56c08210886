import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { QuotesTable } from '#web/features/orders/list/quotes-table.tsx'
import { testOrder } from '#web/features/quotes/state/test-order.fixture.ts'
import { listSearch } from '#web/lib/list/list-state.ts'
import { renderInApp } from '#web/test/render.tsx'

test("a client's 1,234 orders come page by page, sorted by the server", async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://x.test')
    if (!pathname.endsWith('/request/booking/get/user/7')) return new Response('{}', { status: 404 })
    asked.push(decodeURIComponent(searchParams.toString()))
    const page = Number(searchParams.get('page'))
    const items = [{ ...testOrder, id: 1_000 + page }]
    const data = { items, totalCount: 1_234, numItemsPerPage: 10, currentPageNumber: Math.min(page, 124) }
    return Response.json({ code: 200, message: '', data })
  })
  const routeTree = createRootRoute({
    component: () => <QuotesTable head={{ userId: 7, username: 'Sofia' }} />,
    validateSearch: listSearch,
  })
  const history = createMemoryHistory({ initialEntries: ['/?page=123'] })
  renderInApp(<RouterProvider router={createRouter({ routeTree, history }) as never} />)
  expect(await screen.findByText('1123')).toBeTruthy()
  expect(screen.getByText(/of 1\s234$/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  // The click shows in its own frame; the address follows.
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  expect(history.location.href).toBe('/?page=123')
  expect(screen.getByLabelText<HTMLInputElement>('Page').value).toBe('124')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true)
  expect(await screen.findByText('1124')).toBeTruthy()
  expect(history.location.href).toBe('/?page=124')
  fireEvent.click(screen.getByRole('button', { name: 'Supplier' }))
  await waitFor(() => expect(asked).toHaveLength(3))
  expect(asked).toEqual([
    'page=123&per_page=10&order[id]=desc',
    'page=124&per_page=10&order[id]=desc',
    'page=1&per_page=10&order[companyNameShipper]=asc',
  ])
})
