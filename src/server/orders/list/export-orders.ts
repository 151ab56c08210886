import { sql } from 'kysely'
import { ruleLabel } from '#contract/attention/rules.ts'
import { MODE_LABELS, STATUS_LABELS, TRADE_TERMS_LABELS } from '#contract/codes/order-codes.ts'
import { formatDate, formatDateTime } from '#contract/lib/format.ts'
import { COLUMN_TITLES, isFurther, type OrderColumnName } from '#contract/orders/list/order-columns.ts'
import type { FurtherOfOrder, OrderListItem, OrderSortKey } from '#contract/orders/order-list.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { MILESTONE_LABELS } from '#contract/reference/milestones.ts'
import { inBatches } from '#server/db/batches.ts'
import type { Db } from '#server/db/client.ts'
import { cellsOf } from '#server/resource/exports/serve-export.ts'
import { orderOf, sortedFrom } from '#server/resource/filtered-page.ts'
import { allOf } from '#server/resource/filters/narrowed.ts'
import type { ListQuery } from '#server/resource/paginate.ts'
import { dateCell, type SheetBatches, type SheetCell } from '#server/sheets/sheet-table.ts'
import { type FoundFurther, FURTHER, furtherOf } from './further-columns.ts'
import { LIST_COLUMNS } from './list-columns.ts'
import { narrowedOrders, type OrderNarrowing } from './order-conditions.ts'
import { sortKeys } from './sort-orders.ts'

/** An export of the orders list as a person sees it. */
export interface OrdersExport {
  narrowing: OrderNarrowing
  order: ListQuery<OrderSortKey>['order']
  columns: readonly OrderColumnName[]
  /** Whether the file has every field instead of the columns. */
  whole: boolean
  timeZone: string
  /** The time that relative days are counted from. */
  now: Date
}

type Row = OrderListItem & { inCharge: string | null; more: FurtherOfOrder | null }
type FoundRow = OrderListItem & { inCharge: string | null; more: FoundFurther | null }

const timeCell = (at: string | null | undefined, timeZone: string): SheetCell =>
  at ? dateCell(at, { timeZone, text: formatDateTime(at, timeZone) }) : ''
/** A departure or an arrival, which is a day. */
const dateOfDay = (at: string | null | undefined): SheetCell =>
  at ? dateCell(at, { timeZone: 'UTC', text: formatDate(at, 'UTC'), day: true }) : ''

/** Cells of a column as the list shows them; a volume and a price stay numbers. */
const cellsIn = (timeZone: string): Record<OrderColumnName, (row: Row) => SheetCell> => ({
  id: ({ id }) => id,
  date: ({ created }) => {
    const iso = new Date(created * 1000).toISOString()
    return dateCell(iso, { timeZone, text: formatDate(iso, timeZone), day: true })
  },
  user: ({ username }) => username,
  company: ({ companyName }) => companyName,
  trackingCode: (row) => formatTrackingCode(trackingCodeOf(row)),
  event: ({ lastEventName }) => lastEventName ?? '',
  origin: ({ cityName }) => cityName,
  destination: ({ cartageName }) => cartageName,
  volume: ({ shipmentVolume }) => shipmentVolume ?? '',
  status: ({ status }) => STATUS_LABELS[status] ?? '',
  lastUpdate: ({ lastEventTime }) =>
    dateCell(lastEventTime, { timeZone, text: formatDateTime(lastEventTime, timeZone) }),
  inCharge: ({ inCharge }) => inCharge ?? '',
  mode: ({ more }) => (more ? (MODE_LABELS[more.transportationMode] ?? '') : ''),
  tradeTerms: ({ more }) => (more ? (TRADE_TERMS_LABELS[more.shipmentTradeTerms] ?? '') : ''),
  price: ({ more }) => more?.estimatedTransportation ?? '',
  sailing: ({ more }) => more?.sailing?.reference ?? '',
  cutOff: ({ more }) => timeCell(more?.cargoCutOffAt, timeZone),
  nextCutOff: ({ more }) => timeCell(more?.nextCutOff?.at, timeZone),
  etd: ({ more }) => dateOfDay(more?.estimatedTimeOfDepartureAt),
  eta: ({ more }) => dateOfDay(more?.portEstimatedTimeOfArrivalAt),
  milestone: ({ more }) => (more?.lastMilestone ? MILESTONE_LABELS[more.lastMilestone] : ''),
  // A workbook would read '2/4' as a date.
  papers: ({ more }) => (more && more.papers.total > 0 ? `${more.papers.there} of ${more.papers.total}` : ''),
  attention: ({ more }) => (more?.attention ? ruleLabel(more.attention.rule) : ''),
})

/** All orders of a view, in its order and with its columns. */
export function ordersSheet(db: Db, { narrowing, order, columns, whole: _, ...clock }: OrdersExport): SheetBatches {
  const list = narrowedOrders(narrowing, clock)
  const keys = sortKeys(order)
  const sorted = sql.raw(orderOf(keys))
  const inCharge = sql.raw(`(select s.username from users s
    where s.id = o.in_charge_id and s.disabled_at is null and s.deleted_at is null) as in_charge`)
  const further = sql.raw(columns.some(isFurther) ? FURTHER : 'null')
  const query = sql<FoundRow>`select ${sql.raw(LIST_COLUMNS)}, ${inCharge}, ${further} as more from ${sortedFrom(list.from, keys)} where ${allOf(list)} order by ${sorted}`
  const cells = cellsIn(clock.timeZone)
  return {
    headings: columns.map((column) => COLUMN_TITLES[column]),
    batches: cellsOf(inBatches<FoundRow>(db, query.compile(db)), (found) => {
      const row = { ...found, more: found.more && furtherOf(found.more, clock.now.getTime()) }
      return columns.map((column) => cells[column](row))
    }),
  }
}
