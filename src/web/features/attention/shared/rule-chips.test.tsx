import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { RuleCode } from '#contract/attention/rules.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { refreshQueue } from './attention.ts'
import { AllChips } from './rule-chips.tsx'

type Counts = Partial<Record<RuleCode, number>>

afterEach(() => {
  cleanup()
  queryClient.clear()
  storedToken.clear()
})

/** Opens the orders with the chips above them, over a server with these counts, which can change. */
async function open(all: Counts) {
  const kept = { all }
  storedToken.set('A'.repeat(43), 1)
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, message: 'OK', data: { mine: {}, ...kept } }))
  const root = createRootRoute()
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/orders', component: AllChips }),
    createRoute({ getParentRoute: () => root, path: '/today', component: () => <h1>Today</h1> }),
  ])
  const history = createMemoryHistory({ initialEntries: ['/orders'] })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createRouter({ routeTree, history }) as never} />
    </QueryClientProvider>,
  )
  return { kept, history }
}

const chips = async () => (await screen.findAllByRole('link')).map(({ textContent }) => textContent)

test('chips above the orders count the open items of all orders by rule, the most urgent rule first', async () => {
  await open({ quiet: 12, 'mail-failed': 3, document: 0 })
  await screen.findByRole('list', { name: 'What needs attention' })
  expect(await chips()).toEqual(['Mail failed 3', 'Quiet 12'])
})

test('a chip leads to its part of the queue of all, whoever is in charge', async () => {
  const { history } = await open({ quiet: 12, 'mail-failed': 3 })
  fireEvent.click(await screen.findByRole('link', { name: 'Quiet 12' }))
  await screen.findByRole('heading', { name: 'Today' })
  expect(history.location.pathname).toBe('/today')
  expect(Object.fromEntries(new URLSearchParams(history.location.search))).toEqual({ owner: 'all', rule: 'quiet' })
})

test('the chips follow the queue; without any item, they say so', async () => {
  const { kept } = await open({ quiet: 1 })
  expect(await chips()).toEqual(['Quiet 1'])
  kept.all = { quiet: 0 }
  await act(refreshQueue)
  expect(await screen.findByText('Nothing is waiting.')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('list')).toBeNull()
})
