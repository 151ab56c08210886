import { COLUMNS } from '#contract/accounts/session.ts'
import type { OrderSortKey } from '#contract/orders/order-list.ts'
import type { OrderFilter } from './order-filters.ts'

/** Columns that only saved views and exports have, beside those of the column settings. */
export const FURTHER_COLUMNS = [
  'mode',
  'tradeTerms',
  'price',
  'sailing',
  'cutOff',
  'nextCutOff',
  'etd',
  'eta',
  'milestone',
  'papers',
  'attention',
] as const
type FurtherColumn = (typeof FURTHER_COLUMNS)[number]

/** Every column of the orders list. */
export const ORDER_COLUMNS = [...COLUMNS, ...FURTHER_COLUMNS] as const
export type OrderColumnName = (typeof ORDER_COLUMNS)[number]

/** True for a column whose values come only when they are asked for (`more`). */
export const isFurther = (id: string): id is FurtherColumn => FURTHER_COLUMNS.some((each) => each === id)

/** Column labels of the orders list and its settings. */
export const COLUMN_TITLES: Record<OrderColumnName, string> = {
  id: 'ID',
  date: 'Date',
  user: 'User',
  company: 'Company',
  trackingCode: 'Tracking Code',
  event: 'Event',
  origin: 'Origin',
  destination: 'Destination',
  volume: 'Volume',
  status: 'Status',
  lastUpdate: 'Last update',
  inCharge: 'In charge',
  mode: 'Mode',
  tradeTerms: 'Trade terms',
  price: 'Price',
  sailing: 'Sailing',
  cutOff: 'Cargo cut-off',
  nextCutOff: 'Next cut-off',
  etd: 'ETD',
  eta: 'ETA',
  milestone: 'Milestone',
  papers: 'Papers',
  attention: 'Needs attention',
}

/** Sort keys by column; ID sorts by created, as Date does. A column without one has no index to sort by. */
export const ORDER_SORTS: Partial<Record<OrderColumnName, OrderSortKey>> = {
  id: 'created',
  date: 'created',
  user: 'username',
  company: 'companyName',
  volume: 'shipment_volume',
  status: 'status',
  lastUpdate: 'event_data_update',
  tradeTerms: 'shipmentTradeTerms',
  cutOff: 'cargoCutOffAt',
  etd: 'estimatedTimeOfDepartureAt',
  eta: 'portEstimatedTimeOfArrivalAt',
  milestone: 'lastMilestone',
}

/** Columns that show what a filter asks for, where their names differ. */
const SHOWN_BY: Partial<Record<OrderFilter, OrderColumnName>> = { client: 'user', created: 'date' }

/** The column that shows what a filter asks for. */
export const columnOfFilter = (filter: string): OrderColumnName | undefined => {
  const id = Object.hasOwn(SHOWN_BY, filter) ? SHOWN_BY[filter as OrderFilter] : filter // has such a key
  return ORDER_COLUMNS.find((each) => each === id)
}
