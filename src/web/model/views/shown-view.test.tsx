import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { renderInApp } from '#web/test/render.tsx'
import { useShownView, viewsQuery } from './shown-view.ts'
import { ViewBar } from './view-bar.tsx'

/** The orders' views above what they narrow the list by. */
function List() {
  const shown = useShownView('orders')
  return (
    <>
      <ViewBar list="orders" titles={{}} />
      <p data-testid="filters">{shown ? JSON.stringify(shown.filters) : 'unknown'}</p>
    </>
  )
}

/** Opens the list at an address, for a person who opened `last` before; `sent` are the views to remember. */
async function open(address: string, last: string | null) {
  const sent: string[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'PUT') sent.push(JSON.parse(String(body)).view)
    const none = { items: [], totalCount: 0, numItemsPerPage: 1, currentPageNumber: 1, last }
    return Response.json({ code: 200, message: '', data: method === 'GET' ? none : null })
  })
  const root = createRootRoute()
  const history = createMemoryHistory({ initialEntries: [address] })
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/orders', component: List }),
    createRoute({ getParentRoute: () => root, path: '/clients', component: () => 'Clients' }),
  ])
  const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))
  const router = createRouter({ routeTree, history, parseSearch })
  renderInApp(<RouterProvider router={router as never} />)
  await screen.findByRole('navigation', { name: 'Views' })
  const shows = (filters: object) =>
    waitFor(() => expect(screen.getByTestId('filters').textContent).toBe(JSON.stringify(filters)))
  const go = (to: string) => act(() => router.navigate({ href: to } as never))
  return { sent, history, shows, go, address: () => history.location.href }
}

const MINE = { 'f.inCharge': 'is:me' }

test('a bare address opens the view that was opened last', async () => {
  const { shows, address, sent } = await open('/orders', 'mine')
  await shows(MINE)
  expect(address()).toBe('/orders?view=mine')
  expect(sent).toEqual([])
})

test('an address with parameters of its own shows what it says, and is not remembered', async () => {
  const { shows, address, sent } = await open('/orders?f.status=is:0', 'mine')
  await shows({ 'f.status': 'is:0' })
  expect(address()).toBe('/orders?f.status=is:0')
  expect(sent).toEqual([])
})

test('the view that a tab opens is remembered, and so is All after it', async () => {
  const { shows, address, sent, go } = await open('/orders', null)
  await shows({})
  fireEvent.click(screen.getByRole('link', { name: 'Mine' }))
  await shows(MINE)
  await go('/clients')
  await go('/orders')
  await shows(MINE)
  fireEvent.click(screen.getByRole('link', { name: 'All' }))
  await shows({})
  expect(sent).toEqual(['mine', 'all'])
  await go('/clients')
  await go('/orders')
  await shows({})
  expect(address()).toBe('/orders')
})

test('Back to the whole list shows the whole list, and leads nowhere else', async () => {
  const { shows, address, history, go } = await open('/orders', null)
  await shows({})
  fireEvent.click(screen.getByRole('link', { name: 'Mine' }))
  await shows(MINE)
  act(() => history.back())
  await shows({})
  await act(() => queryClient.refetchQueries({ queryKey: viewsQuery('orders').queryKey }))
  await shows({})
  expect(address()).toBe('/orders')
  await go('/clients')
  expect(address()).toBe('/clients')
})

test('a view that is gone is neither opened by a bare address nor remembered', async () => {
  const { shows, address, sent, go } = await open('/orders', '12')
  await shows({})
  expect(address()).toBe('/orders')
  await go('/orders?view=12')
  expect(await screen.findByText(/This view was deleted, or is not shared with you/)).toBeTruthy()
  expect(sent).toEqual([])
})
