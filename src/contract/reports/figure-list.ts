import { OrderStatus } from '#contract/codes/order-codes.ts'
import { filterParameter, writeFilter } from '#contract/lib/filters.ts'
import { type BehindName, NOBODY } from './behind.ts'
import type { Period } from './period.ts'
import type { ReportName } from './reports.ts'
import type { FigureColumn, ReportTable } from './tables.ts'

/** The list of the records behind a figure, a report's own or that of orders, with days and filters. */
export interface RecordList {
  list: BehindName | 'orders'
  period: Period
  filters: Record<string, string>
}

/** Filters of the list of orders for a person's orders in progress. */
const openOrdersOf = (userId = NOBODY) => ({
  [filterParameter('status')]: writeFilter({ operator: 'is', values: [String(OrderStatus.IN_PROGRESS)] }),
  [filterParameter('inCharge')]: writeFilter(
    userId === NOBODY ? { operator: 'empty', values: [] } : { operator: 'is', values: [userId] },
  ),
})

/** The list behind a figure in a row whose days are `period`; null if the figure has none. */
export function listOfFigure<Row>(
  report: ReportName,
  { narrow }: Pick<ReportTable<Row>, 'narrow'>,
  { row, column: { list }, period }: { row: Row; column: FigureColumn; period: Period },
): RecordList | null {
  if (!list) return null
  const filters = narrow?.(row) ?? {}
  if (list === 'orders') return { list, period, filters: openOrdersOf(filters.userId) }
  return { list: list.report ?? report, period, filters: { ...filters, ...(list.state && { state: list.state }) } }
}
