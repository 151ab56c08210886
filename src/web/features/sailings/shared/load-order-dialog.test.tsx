import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Conflict } from '#contract/orders/order-sailing.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { neverRead } from '#web/lib/api/never-read.fixture.ts'
import { renderInApp } from '#web/test/render.tsx'
import { LoadOrderDialog } from './load-order-dialog.tsx'
import type { LoadingOrder } from './loading-order.ts'
import { sailing } from './sailing.fixture.ts'

const fitting = (conflicts: Conflict[] = []) => ({
  ...sailing(),
  fits: true,
  misfits: [],
  writes: [],
  conflicts,
  judged: [],
  neededCbm: 0,
  neededKg: 0,
})
const pageOf = (items: object[]) => ({ items, totalCount: items.length, numItemsPerPage: 100, currentPageNumber: 1 })
const order = (id: number, from: number): LoadingOrder => ({
  id,
  trackingCode: `ABCD1234${String(id).padStart(4, '0')}`,
  from: { id: from, reference: `S-2026-000${from}` },
})
const of = (count: number, from: number, first = 1) => Array.from({ length: count }, (_, at) => order(first + at, from))

/** Opens the dialog for orders; `conflictsOf` says which confirmations of a call name another voyage. */
function show(orders: LoadingOrder[], conflictsOf: (orderIds: number[]) => Conflict[] = () => []) {
  neverRead(settingsQuery.queryKey)
  const sent: { path: string; body: { orderIds: number[]; takeOver: boolean; reason: string } }[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://x.test')
    const path = pathname.replace('/api/', '')
    const reply = (data: unknown) => Response.json({ code: 200, message: '', data })
    if (path === 'sailing/fitting') {
      const ids = (searchParams.get('orderIds') ?? '').split(',').map(Number)
      if (ids.length > 200) return Response.json({ code: 400, message: 'Too many', data: {} }, { status: 400 })
      return reply(pageOf([fitting(conflictsOf(ids))]))
    }
    const read = JSON.parse(body ?? '{}')
    sent.push({ path, body: read })
    const items = read.orderIds.map((orderId: number) => ({
      orderId,
      trackingCode: 'ABCD12340001',
      state: 'done',
      reason: null,
    }))
    return reply({ items, warnings: [], sailing: sailing() })
  })
  const [first, ...others] = orders as [LoadingOrder, ...LoadingOrder[]]
  const onClose = vi.fn()
  const component = () => <LoadOrderDialog orders={[first, ...others]} reason="Missed the cut-off" onClose={onClose} />
  const routeTree = createRootRoute({ component })
  renderInApp(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() }) as never} />)
  return { sent, onClose }
}
const form = async () => within(await screen.findByRole('dialog'))
const rollOnce = async (name: RegExp) => {
  const dialog = await form()
  await dialog.findByRole('radio', { checked: true })
  fireEvent.click(dialog.getByRole('button', { name }))
  return dialog
}

test('orders of several sailings roll with one call for each sailing that they leave', async () => {
  const { sent, onClose } = show([...of(2, 3), ...of(1, 4, 3)])
  await rollOnce(/^Roll 3 orders$/)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const how = { toSailingId: 9, reason: 'Missed the cut-off', takeOver: false }
  expect(sent).toEqual([
    { path: 'sailing/3/roll', body: { orderIds: [1, 2], ...how } },
    { path: 'sailing/4/roll', body: { orderIds: [3], ...how } },
  ])
})

test('a confirmation beyond the first 200 orders that names another voyage is asked about before it is overwritten', async () => {
  const { sent, onClose } = show(of(450, 3), (ids) =>
    ids.includes(420) ? [{ confirmed: 'ONE AQUILA 075N', sailing: 'EVER GIVEN 018E', orderIds: [420] }] : [],
  )
  const dialog = await rollOnce(/^Roll 450 orders$/)
  await dialog.findByText('One confirmation says ONE AQUILA 075N; rolling writes EVER GIVEN 018E, with its dates.')
  expect(sent).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Roll all the same' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.map(({ body }) => [body.orderIds.length, body.takeOver])).toEqual([[450, true]])
})
