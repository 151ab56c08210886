import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RunRemedy, RunWithMails } from '#contract/runs/runs.ts'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { clearPicked, picked, showRows, tick } from '#web/model/bulk/picked.ts'
import { renderInApp } from '#web/test/render.tsx'
import { RunStrip } from './run-strip.tsx'
import { runQuery } from './shared/run-calls.ts'
import { watchedRuns, watchRun } from './shared/watched-runs.ts'

const MAILS = { waiting: 0, sent: 0, failed: 0, unsent: 0, cancelled: 0 }
const RUNNING: RunWithMails = {
  id: 9,
  kind: 'event',
  title: 'Departed',
  state: 'running',
  total: 37,
  done: 24,
  failed: 2,
  skipped: 0,
  heldUntil: null,
  createdBy: { id: 1, name: 'Marta' },
  createdAt: '2026-11-20T09:05:00.000Z',
  startedAt: '2026-11-20T09:05:00.000Z',
  finishedAt: null,
  mails: MAILS,
  reasons: [],
  rows: { waiting: 11, done: 24, failed: 2, skipped: 0, undone: 0 },
}
const OVER = { finishedAt: '2026-11-20T09:06:00.000Z', heldUntil: '2026-11-20T09:06:00.000Z' }

const failedItem = (orderId: number, reason: string) => ({
  orderId,
  offerId: null,
  reference: null,
  clientId: null,
  row: null,
  trackingCode: `ABCD1234000${orderId}`,
  companyName: 'Lamps Ltd',
  state: 'failed',
  reason,
})
const ITEMS = {
  items: [failedItem(1, 'changed by Tom at 10:02'), failedItem(7, 'No template')],
  numItemsPerPage: 100,
  currentPageNumber: 1,
}

let run: RunWithMails
let sent: string[]

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const path = new URL(url, 'http://x.test').pathname.replace('/api/', '')
    if (method !== 'GET') sent.push([method, path, body].filter(Boolean).join(' '))
    const data = path === 'runs/9/items' ? { ...ITEMS, totalCount: ITEMS.items.length } : run
    return Response.json({ code: 200, message: '', data })
  })
  storedToken.set('a token', 1)
  queryClient.setQueryData(sessionQuery.queryKey, { id: 1, username: 'Marta', role: ['ROLE_MANAGER'] } as never)
})
afterEach(() => {
  cleanup()
  clearPicked()
  showRows([], '')
  watchedRuns.set([])
  localStorage.clear()
  storedToken.clear()
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Opens the strip under a page, with this run, which the same person started. */
async function open(state: Partial<RunWithMails> = {}) {
  run = { ...RUNNING, ...state }
  watchRun(run)
  const routeTree = createRootRoute({ component: RunStrip })
  renderInApp(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() }) as never} />)
  await screen.findByRole('link', { name: 'Set event: Departed' })
  return within(screen.getByRole('complementary', { name: 'Bulk changes' }))
}
const refresh = (state: Partial<RunWithMails>) => {
  run = { ...run, ...state }
  return queryClient.invalidateQueries({ queryKey: runQuery(9).queryKey })
}
const buttons = () => screen.getAllByRole('button').map((each) => each.textContent || each.getAttribute('aria-label'))

test('a run can only be stopped while it works; afterwards it says how far it came', async () => {
  const strip = await open()
  expect(strip.getByText('24 of 37, 2 failed')).toBeTruthy()
  expect(buttons()).toEqual(['Stop'])
  fireEvent.click(strip.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(sent).toEqual(['POST runs/9/stop']))
  await refresh({ ...OVER, state: 'stopped', skipped: 11 })
  await strip.findByText('Stopped: 24 of 37 orders changed, 2 failed')
  expect(buttons()).toEqual(['Apply again', 'Dismiss Set event: Departed'])
})

test('a run with one failure stays until somebody dismisses it, and can be applied again', async () => {
  const strip = await open({ ...OVER, state: 'done', done: 36, failed: 1 })
  expect(strip.getByText('36 of 37 orders changed, 1 failed')).toBeTruthy()
  fireEvent.click(strip.getByRole('button', { name: 'Apply again' }))
  await waitFor(() => expect(sent).toEqual(['POST runs/9/retry']))
  fireEvent.click(await strip.findByRole('button', { name: 'Dismiss Set event: Departed' }))
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})

test('while the mail server is down, orders are changed, and the mails are reported apart', async () => {
  const strip = await open({ ...OVER, state: 'done', done: 37, failed: 0, mails: { ...MAILS, waiting: 34, sent: 3 } })
  expect(strip.getByText('37 orders changed')).toBeTruthy()
  const trouble = 'Mails: 34 mails queued: the mail server has not taken them yet, 3 mails sent'
  expect(strip.getByText(trouble)).toBeTruthy()
})

test('while its mails are held, the person who started a run can undo it', async () => {
  const strip = await open()
  const heldUntil = new Date(Date.parse(OVER.finishedAt) + 60_000).toISOString()
  await refresh({ ...OVER, heldUntil, state: 'done', done: 37, failed: 0, mails: { ...MAILS, waiting: 37 } })
  // A slow machine may show the minute a few seconds later.
  await strip.findByText(/^Mails leave in (60|5\d) s$/)
  fireEvent.click(strip.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent).toEqual(['POST runs/9/undo']))
  await refresh({ state: 'undone', done: 0, mails: { ...MAILS, cancelled: 37 } })
  await strip.findByText('Undone')
  await waitFor(() => expect(buttons()).toEqual(['Dismiss Set event: Departed']))
})

test('a run that changed nothing offers no undo, and a failed one stays even when it is undone', async () => {
  const strip = await open({ ...OVER, heldUntil: null, state: 'done', done: 0, failed: 2, total: 2 })
  expect(strip.getByText('0 of 2 orders changed, 2 failed')).toBeTruthy()
  expect(strip.queryByText(/undone/)).toBeNull()
  expect(buttons()).toEqual(['Apply again', 'Dismiss Set event: Departed'])
  await refresh({ state: 'undone' })
  await strip.findByText('Undone, 2 had failed')
})

test('failures are grouped by reason, each with its remedy and the number of orders that it tries', async () => {
  const failed = (reason: string, count: number, remedy: RunRemedy | null) =>
    ({ state: 'failed', reason, count, remedy }) as const
  const reasons = [
    failed('Quote: A price is missing', 20, 'send-without-pdf'),
    failed('Quote: Weight is missing', 3, 'send-without-pdf'),
    { state: 'skipped' as const, reason: 'The order is cancelled', count: 7, remedy: null },
    failed('changed by Tom at 10:02', 2, 'load-again'),
    failed('Something went wrong. Please try again.', 1, 'retry'),
  ]
  const strip = await open({ ...OVER, state: 'done', done: 11, failed: 26, reasons })
  const said = within(strip.getByRole('region', { name: 'Not done' })).getAllByRole('listitem')
  expect(said.map(({ textContent }) => textContent)).toEqual([
    '20 × Quote: A price is missing',
    '3 × Quote: Weight is missing',
    '2 × Changed by Tom at 10:02',
    'and 1 more reasons',
  ])
  // Each failed order has a remedy, so that none is left to be applied again as it is.
  expect(buttons()).toEqual(['Dismiss Set event: Departed', 'Send without PDF (23)', 'Load again (2)', 'Retry (1)'])
  fireEvent.click(strip.getByRole('button', { name: 'Send without PDF (23)' }))
  await waitFor(() => expect(sent).toEqual(['POST runs/9/retry {"remedy":"send-without-pdf"}']))
  await refresh({ finishedAt: null, state: 'running', reasons: [] })
  await waitFor(() => expect(strip.queryByRole('region', { name: 'Not done' })).toBeNull())
})

const FAILED = { ...OVER, heldUntil: null, state: 'done', total: 3, done: 1, failed: 2 } as const
const SELECT = 'Select the failed orders'
const row = (id: number) => ({ id, hashSum: 'ABCD', customCode: `1234000${id}`, companyName: 'Lamps Ltd' })

test('after a reload the failed orders can be selected again with their reasons, from other pages too', async () => {
  showRows([row(1), row(2)], 'the filters')
  const strip = await open(FAILED)
  fireEvent.click(strip.getByRole('button', { name: SELECT }))
  await waitFor(() => expect([...picked.get().orders.keys()]).toEqual([1, 7]))
  expect([...picked.get().reasons.values()]).toEqual(['Changed by Tom at 10:02', 'No template'])
  // The list has the selection, and Apply again is followed.
  expect(picked.get()).toMatchObject({ scope: 'the filters', run: { id: 9, settled: OVER.finishedAt } })
  await waitFor(() => expect(buttons()).not.toContain(SELECT))
})

test('selecting them is offered only in a list of orders, while nothing else is selected, and for failed orders', async () => {
  const strip = await open(FAILED)
  expect(strip.queryByRole('button', { name: SELECT })).toBeNull()
  act(() => showRows([row(1), row(2)], ''))
  expect(strip.getByRole('button', { name: SELECT })).toBeTruthy()
  act(() => tick(row(2), false))
  expect(strip.queryByRole('button', { name: SELECT })).toBeNull()
  act(() => clearPicked())
  await refresh({ state: 'stopped' })
  await strip.findByRole('button', { name: 'Select the orders not done' })
  for (const state of [
    { state: 'undone' },
    { state: 'done', done: 3, failed: 0 },
    { ...FAILED, kind: 'import' },
  ] as const) {
    await refresh(state)
    await waitFor(() => expect(strip.queryByRole('button', { name: /^Select/ })).toBeNull())
  }
})

test("another person's runs are not shown", async () => {
  await open()
  watchedRuns.set(watchedRuns.get().map((each) => ({ ...each, user: '2' })))
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})
