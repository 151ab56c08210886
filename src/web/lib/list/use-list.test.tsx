import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import type { ListCall } from './list-call.ts'
import { LAST_PAGE, listSearch } from './list-state.ts'
import { type List, useList } from './use-list.ts'

const LAST = 8
/** The promise that answers wait for. */
let answering = Promise.resolve()
const call: ListCall<{ id: number }> = {
  key: ['things'],
  filters: {},
  byDefault: { column: 'id', descending: false },
  query: () => ({}),
  read: async ({ page }) => {
    await answering
    return { items: [{ id: page }], totalCount: 80, numItemsPerPage: 10, currentPageNumber: Math.min(page, LAST) }
  },
}

let list: List<{ id: number }>
function Things() {
  list = useList(call)
  return <p>{list.page ? `Page ${list.page.currentPageNumber}` : 'Loading'}</p>
}

/** Opens the list at an address; returns a function that reads the address. */
async function openList(address: string) {
  const root = createRootRoute()
  const things = createRoute({
    getParentRoute: () => root,
    path: '/things',
    component: Things,
    validateSearch: listSearch,
  })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: root.addChildren([things]), history })
  render(
    <QueryClientProvider client={queryClient}>
      {/* The cast: the app's own router is the registered type. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByText(/^(Page|Loading)/)
  return () => router.latestLocation.search
}

test('the address follows a page past the end to the last one, and changes only its page', async () => {
  const search = await openList(`/things?page=${LAST_PAGE}&per_page=50`)
  await waitFor(() => expect(search()).toEqual({ page: LAST, per_page: 50 }))
})

test('a search that is typed while the address moves to the last page is kept', async () => {
  let answer = () => {}
  answering = new Promise((done) => {
    answer = done
  })
  const search = await openList(`/things?page=${LAST_PAGE}`)
  act(() => {
    list.searchFor('Journey')
    answer()
  })
  await screen.findByText('Page 8')
  await act(() => new Promise((done) => setTimeout(done, 100)))
  expect(search()).toEqual({ search: 'Journey' })
})

test('two changes within one frame are both made', async () => {
  const search = await openList('/things?page=3')
  act(() => {
    list.searchFor('Journey')
    list.change({ perPage: 50 })
  })
  await waitFor(() => expect(search()).toEqual({ search: 'Journey', per_page: 50 }))
})
