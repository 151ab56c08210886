import { sql } from 'kysely'
import type { ColumnName } from '#contract/accounts/session.ts'
import { STATUS_LABELS } from '#contract/codes/order-codes.ts'
import { formatDate, formatDateTime } from '#contract/lib/format.ts'
import { COLUMN_TITLES } from '#contract/orders/list/order-columns.ts'
import type { OrderListItem, OrderSortKey } from '#contract/orders/order-list.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { inBatches } from '#server/db/batches.ts'
import type { Db } from '#server/db/client.ts'
import { cellsOf } from '#server/resource/exports/serve-export.ts'
import { allOf } from '#server/resource/filters/narrowed.ts'
import type { ListQuery } from '#server/resource/paginate.ts'
import { dateCell, type SheetBatches, type SheetCell } from '#server/sheets/sheet-table.ts'
import { LIST_COLUMNS, sortKeys } from './list-orders.ts'
import { narrowedOrders, type OrderNarrowing } from './order-conditions.ts'

/** An export of the orders list as a person sees it. */
export interface OrdersExport {
  narrowing: OrderNarrowing
  order: ListQuery<OrderSortKey>['order']
  columns: readonly ColumnName[]
  /** Whether the file has every field instead of the columns. */
  whole: boolean
  timeZone: string
  /** The time that relative days are counted from. */
  now: Date
}

type Row = OrderListItem & { inCharge: string | null }

/** Cells of a column as the list shows them; a volume stays a number. */
const cellsIn = (timeZone: string): Record<ColumnName, (row: Row) => SheetCell> => ({
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
})

/** All orders of a view, in its order and with its columns. */
export function ordersSheet(db: Db, { narrowing, order, columns, whole: _, ...clock }: OrdersExport): SheetBatches {
  const list = narrowedOrders(narrowing, clock)
  const sorted = sql.raw(
    sortKeys(order)
      .map(({ by, direction }) => `${by} ${direction}`)
      .join(', '),
  )
  const inCharge = sql.raw(`(select s.username from users s
    where s.id = o.in_charge_id and s.disabled_at is null and s.deleted_at is null) as in_charge`)
  const query = sql<Row>`select ${sql.raw(LIST_COLUMNS)}, ${inCharge} from ${sql.raw(list.from)} where ${allOf(list)} order by ${sorted}`
  const cells = cellsIn(clock.timeZone)
  return {
    headings: columns.map((column) => COLUMN_TITLES[column]),
    batches: cellsOf(inBatches<Row>(db, query.compile(db)), (row) => columns.map((column) => cells[column](row))),
  }
}
