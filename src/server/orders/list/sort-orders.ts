import type { ClientOrderSortKey } from '#contract/orders/order-list.ts'
import type { SortKey } from '#server/resource/filtered-page.ts'
import { type Direction, flip, type ListQuery } from '#server/resource/paginate.ts'

/** The columns that orders are sorted by, the first one first. */
export type SortedBy = ListQuery<ClientOrderSortKey>['order']

/** Columns of the confirmation, each with an index of its own. */
const DATES = {
  cargoCutOffAt: 'cargo_cut_off_at',
  estimatedTimeOfDepartureAt: 'estimated_time_of_departure_at',
  portEstimatedTimeOfArrivalAt: 'port_estimated_time_of_arrival_at',
} as const
type DateKey = keyof typeof DATES
const isDate = (key: ClientOrderSortKey): key is DateKey => Object.hasOwn(DATES, key)

/** The column behind each sort key. Nothing else from a query string reaches ORDER BY. */
const COLUMNS: Record<Exclude<ClientOrderSortKey, DateKey>, string> = {
  id: 'id',
  created: 'created_at',
  username: 'username',
  companyName: 'company_name',
  shipment_volume: 'shipment_volume',
  status: 'status',
  event_data_update: 'last_event_time',
  shipmentTradeTerms: 'shipment_trade_terms',
  lastMilestone: 'last_milestone',
  tracking_code: 'tracking_code',
  companyNameShipper: 'company_name_shipper',
  shipmentId: 'shipment_id',
}
/** Columns that may be empty: empty texts come last in either direction. */
const EMPTY_LAST: readonly ClientOrderSortKey[] = ['companyNameShipper', 'shipmentId']

/** A date of the confirmation by which a list is sorted first. */
export interface SortDate {
  /** The column of `confirmations c`. */
  column: string
  direction: Direction
}

/** The date that comes first in the order of a list; null for any other order. */
export function dateOf([first]: SortedBy): SortDate | null {
  return first && isDate(first.key) ? { column: `c.${DATES[first.key]}`, direction: first.direction } : null
}

/** The value of a sort key, for an order with this alias and dot. */
const sortValue = (key: ClientOrderSortKey, alias: string) =>
  isDate(key)
    ? `(select c.${DATES[key]} from confirmations c where c.order_id = ${alias || 'orders.'}id)`
    : `${alias}${COLUMNS[key]}`

function sortedBy({ key, direction: asked }: SortedBy[number], alias: string, reversed: boolean): string {
  const direction = reversed ? flip(asked) : asked
  const value = sortValue(key, alias)
  if (EMPTY_LAST.includes(key)) return `nullif(${value}, '') collate names ${direction} nulls last`
  // Orders without the date come last in either direction.
  return isDate(key) ? `${value} ${direction} nulls ${reversed ? 'first' : 'last'}` : `${value} ${direction}`
}

/**
 * The ORDER BY of a list. Ties sort by id in the direction of the first key, so that each sort needs one
 * index only.
 */
export function orderBy(order: SortedBy, alias: string, { reversed = false } = {}): string {
  const keys = order.length > 0 ? order : [{ key: 'id' as const, direction: 'desc' as const }]
  const last = keys[0]?.direction ?? 'desc'
  const parts = keys.map((key) => sortedBy(key, alias, reversed))
  if (!keys.some(({ key }) => key === 'id')) parts.push(`${alias}id ${reversed ? flip(last) : last}`)
  return parts.join(', ')
}

/** Sort keys of a narrowed list, in the order that `orderBy` uses. */
export function sortKeys(order: SortedBy): SortKey[] {
  const keys = order.map(({ key, direction }): SortKey => {
    if (!isDate(key)) return { by: sortValue(key, 'o.'), direction }
    const column = `c.${DATES[key]}`
    return {
      by: `${key}.${DATES[key]}`,
      direction,
      emptyLast: true,
      join: `left join confirmations ${key} on ${key}.order_id = o.id`,
      walk: {
        from: 'confirmations c join orders o on o.id = c.order_id',
        live: `o.deleted_at is null and ${column} is not null`,
        order: `${column} ${direction}, c.order_id ${direction}`,
      },
    }
  })
  return order.some(({ key }) => key === 'id')
    ? keys
    : [...keys, { by: 'o.id', direction: order[0]?.direction ?? 'desc' }]
}
