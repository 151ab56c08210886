import { beforeEach, expect, test } from 'vitest'
import { clearPicked, countOf, isPicked, type PickedOrder, picked, showRows, tick, tickPage } from './picked.ts'
import { settle } from './settle-run.ts'

const order = (id: number, updatedAt = 'v1'): PickedOrder => ({
  id,
  hashSum: 'ABCD',
  customCode: `1234000${id}`,
  companyName: 'Lamps Ltd',
  updatedAt,
})
const rows = (...ids: number[]) => ids.map((id) => order(id))
const ids = () => [...picked.get().orders.keys()]

beforeEach(() => {
  clearPicked()
  showRows(rows(1, 2, 3, 4, 5), 'all')
})

test('Shift ticks, or takes back, all rows between this box and the one ticked last', () => {
  tick(order(2), false)
  tick(order(4), true)
  expect(ids()).toEqual([2, 3, 4])
  tick(order(1), true)
  expect(ids().sort()).toEqual([1, 2, 3, 4])
  tick(order(3), true)
  expect(ids()).toEqual([4])
})

test('the selection survives paging; Shift does not reach back to a row of another page', () => {
  tick(order(2), false)
  showRows(rows(6, 7, 8), 'all')
  tick(order(8), true)
  expect(ids()).toEqual([2, 8])
})

test('a row of the page before that is still in sight can be ticked', () => {
  showRows(rows(6, 7, 8), 'all')
  tick(order(2), false)
  expect(ids()).toEqual([2])
})

test('the box of the page ticks missing rows, or takes the whole page back', () => {
  tick(order(2), false)
  tickPage()
  showRows(rows(6, 7), 'all')
  tickPage()
  expect(countOf(picked.get())).toBe(7)
  tickPage()
  expect(ids().sort()).toEqual([1, 2, 3, 4, 5])
})

test('a row that is shown again keeps the version in which it was seen', () => {
  tick(order(2), false)
  showRows([order(2, 'v2')], 'all')
  expect(picked.get().orders.get(2)?.updatedAt).toBe('v2')
})

test('taking one tick back from all that match leaves the rest of the page', () => {
  picked.set({ ...picked.get(), all: { count: 312, search: '', filters: {} } })
  expect([countOf(picked.get()), isPicked(picked.get(), 99)]).toEqual([312, true])
  tick(order(3), false)
  expect([ids(), picked.get().all]).toEqual([[1, 2, 4, 5], null])
})

const item = (orderId: number, state: 'failed' | 'skipped', reason: string) => ({
  orderId,
  offerId: null,
  reference: null,
  clientId: null,
  row: null,
  state,
  reason,
  trackingCode: `ABCD1234000${orderId}`,
  companyName: 'Lamps Ltd',
})

test('after a run, failed rows stay selected with their reason, and so do rows ticked meanwhile', () => {
  for (const id of [1, 2, 3]) tick(order(id), false)
  const of = new Set([1, 2, 3])
  picked.set({ ...picked.get(), run: { id: 9, of, settled: null } })
  tick(order(5), false)
  picked.set(settle(picked.get(), { id: 9, finishedAt: 'then' }, [item(2, 'failed', 'changed by Marta at 10:02')]))
  expect(ids()).toEqual([2, 5])
  expect([...picked.get().reasons]).toEqual([[2, 'Changed by Marta at 10:02']])
  // Apply again did the row that had failed.
  picked.set(settle(picked.get(), { id: 9, finishedAt: 'later' }, []))
  expect([ids(), picked.get().reasons.size]).toEqual([[5], 0])
})

test('after a run on all that match, only failed rows stay, even from pages that were not shown', () => {
  picked.set({ ...picked.get(), all: { count: 312, search: '', filters: {} }, run: { id: 9, of: null, settled: null } })
  picked.set(settle(picked.get(), { id: 9, finishedAt: 'then' }, [item(7, 'failed', 'The template was deleted')]))
  expect(picked.get().all).toBeNull()
  expect(picked.get().orders.get(7)).toMatchObject({ hashSum: 'ABCD', customCode: '12340007' })
})

test('the reason goes with the tick', () => {
  tick(order(2), false)
  picked.set(settle(picked.get(), { id: 9, finishedAt: 'then' }, [item(2, 'failed', 'changed')]))
  tick(order(2), false)
  tick(order(2), false)
  expect(picked.get().reasons.size).toBe(0)
})
