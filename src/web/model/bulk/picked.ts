import { useSyncExternalStore } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { CODE_LENGTH } from '#contract/orders/tracking-code.ts'
import { createStore } from '#web/lib/browser/store.ts'

/** A selected order as it was last seen; only its name if it was never on screen. */
export type PickedOrder = Partial<OrderListItem> & Pick<OrderListItem, 'id' | 'hashSum' | 'customCode' | 'companyName'>

/** Letters at the beginning of a tracking code. */
const LETTERS = 4

/** An order that is known by its name alone. */
export const namedOrder = (
  id: number,
  { trackingCode, companyName }: { trackingCode: string | null; companyName: string | null },
): PickedOrder => ({
  id,
  hashSum: (trackingCode ?? '').slice(0, LETTERS),
  customCode: (trackingCode ?? '').slice(LETTERS, CODE_LENGTH),
  companyName: companyName ?? '',
})

/** All orders of a list, on all its pages. */
export interface AllOf {
  count: number
  /** Search and filters of the list, as its call sends them. */
  search: string
  filters: Record<string, string>
}

/** Selected orders, from any page, or all that match. */
export interface Picked {
  orders: ReadonlyMap<number, PickedOrder>
  all: AllOf | null
  /** The filters of the list in which they were selected. */
  scope: string
  /** The last run on the selection: its orders (null for all that matched), and the end it is settled for. */
  run: { id: number; of: ReadonlySet<number> | null; settled: string | null } | null
  /** Reasons why the last run left an order as it is. */
  reasons: ReadonlyMap<number, string>
}

const NOTHING: Picked = { orders: new Map(), all: null, scope: '', run: null, reasons: new Map() }

/** The selection of the orders list. It outlives the page: an order can be opened in between. */
export const picked = createStore(NOTHING)

/** The rows on screen. */
export const shown = createStore<readonly PickedOrder[]>([])
/** The filters of the rows on screen, and the box ticked last. */
const latest = { scope: '', last: 0 }

/** The filters of the list on screen. */
export const shownScope = () => latest.scope

export const isPicked = ({ all, orders }: Picked, id: number) => all !== null || orders.has(id)
export const countOf = ({ all, orders }: Picked) => all?.count ?? orders.size

/** Notes the rows on screen: selected orders are kept as they were last seen. */
export function showRows(rows: readonly PickedOrder[], scope: string): void {
  shown.set(rows)
  latest.scope = scope
  const now = picked.get()
  const newer = rows.filter((row) => (now.orders.get(row.id) ?? row) !== row)
  if (newer.length > 0) picked.set({ ...now, orders: new Map([...now.orders, ...entries(newer)]) })
}

const entries = (rows: readonly PickedOrder[]) => rows.map((row) => [row.id, row] as const)

/** Ticks rows, or takes their ticks back, which ends 'all that match': the rows of the page stay. */
function change(rows: readonly PickedOrder[], on: boolean): void {
  const before = picked.get()
  const orders = new Map(before.all ? entries(shown.get()) : before.orders)
  for (const row of rows) {
    if (on) orders.set(row.id, row)
    else orders.delete(row.id)
  }
  const reasons = new Map([...before.reasons].filter(([id]) => orders.has(id)))
  picked.set(orders.size === 0 ? NOTHING : { ...before, orders, reasons, all: null, scope: latest.scope })
}

/** Ticks an order, or takes its tick back; with `range`, all rows from the one ticked last. */
export function tick(order: PickedOrder, range: boolean): void {
  const rows = shown.get()
  const at = rows.findIndex(({ id }) => id === order.id)
  const from = range ? rows.findIndex(({ id }) => id === latest.last) : -1
  latest.last = order.id
  // A row of the page before may still be in sight while the next page comes.
  const span = from < 0 || at < 0 ? [order] : rows.slice(Math.min(from, at), Math.max(from, at) + 1)
  change(span, !isPicked(picked.get(), order.id))
}

/** Ticks the rows of the page, or takes all back if all are ticked. */
export const tickPage = () => change(shown.get(), !shown.get().every(({ id }) => isPicked(picked.get(), id)))

/** Clears the selection. */
export const clearPicked = () => picked.set(NOTHING)

/** A part of the selection; the component renders only when that part changes. */
export const usePicked = <T>(part: (now: Picked) => T) =>
  useSyncExternalStore(picked.subscribe, () => part(picked.get()))
