import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { RuleCode } from '#contract/attention/rules.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { refreshQueue } from './attention.ts'
import { OrderChips } from './order-chips.tsx'

type Counts = Partial<Record<RuleCode, number>>

afterEach(() => {
  cleanup()
  queryClient.clear()
  storedToken.clear()
})

/** Opens the orders at an address with the chips above them, over a server with these counts, which can change. */
async function open(all: Counts, { mine = {}, address = '/orders' }: { mine?: Counts; address?: string } = {}) {
  const kept = { all, mine }
  storedToken.set('A'.repeat(43), 1)
  vi.stubGlobal('fetch', async (url: string) => {
    const views = { items: [], totalCount: 0, numItemsPerPage: 1, currentPageNumber: 1, last: null }
    return Response.json({ code: 200, message: 'OK', data: url.includes('views') ? views : { ...kept } })
  })
  const root = createRootRoute()
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/orders', component: OrderChips }),
  ])
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({
    routeTree,
    history,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { kept, filter: () => (router.state.location.search as Record<string, unknown>)['f.attention'] }
}

const chips = async (scope: string) => {
  await screen.findByRole('list', { name: `What needs attention: ${scope}` })
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent)
}

test('chips count the open items of the team by rule, the most urgent first, without those of no order', async () => {
  await open({ quiet: 12, 'mail-failed': 3, document: 0, 'webhook-disabled': 1 })
  expect(await chips('team')).toEqual(['Mail failed 3', 'Quiet 12'])
  expect(screen.getByText('Team')).toBeTruthy()
})

test('a chip narrows the list in place, another one takes its place, and a second press takes it off', async () => {
  const { filter } = await open({ quiet: 12, 'mail-failed': 3 })
  fireEvent.click(await screen.findByRole('button', { name: 'Quiet 12' }))
  await waitFor(() => expect(filter()).toBe('is:quiet'))
  expect(screen.getByRole('button', { name: 'Quiet 12' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Mail failed 3' }))
  await waitFor(() => expect(filter()).toBe('is:mail-failed'))
  fireEvent.click(screen.getByRole('button', { name: 'Mail failed 3' }))
  await waitFor(() => expect(filter()).toBeUndefined())
})

test('above my orders the chips count mine, and the filter stays', async () => {
  const { filter } = await open({ quiet: 12 }, { mine: { quiet: 2 }, address: '/orders?f.inCharge=is:me' })
  expect(await chips('mine')).toEqual(['Quiet 2'])
  fireEvent.click(screen.getByRole('button', { name: 'Quiet 2' }))
  await waitFor(() => expect(filter()).toBe('is:quiet'))
  expect(await chips('mine')).toEqual(['Quiet 2'])
})

test('the chips follow the queue; without any item, they say so', async () => {
  const { kept } = await open({ quiet: 1 })
  expect(await chips('team')).toEqual(['Quiet 1'])
  kept.all = { quiet: 0 }
  await act(refreshQueue)
  expect(await screen.findByText('Team: nothing is waiting.')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})
