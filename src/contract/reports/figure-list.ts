import { OrderStatus } from '#contract/codes/order-codes.ts'
import { filterParameter, writeFilter } from '#contract/lib/filters.ts'
import { type BehindName, NOBODY } from './behind.ts'
import type { Period } from './period.ts'
import type { ReportName } from './reports.ts'
import type { FigureColumn, ReportTable } from './tables.ts'

/** Where the records behind a figure are listed: by a report or among the orders, of which days, and what narrows the list. */
export interface RecordList {
  list: BehindName | 'orders'
  period: Period
  filters: Record<string, string>
}

/** The orders in progress in the charge of a person, as the list of orders is filtered. */
const openOrdersOf = (userId = NOBODY) => ({
  [filterParameter('status')]: writeFilter({ operator: 'is', values: [String(OrderStatus.IN_PROGRESS)] }),
  [filterParameter('inCharge')]: writeFilter(
    userId === NOBODY ? { operator: 'empty', values: [] } : { operator: 'is', values: [userId] },
  ),
})

/** The list behind a figure of a table's row, whose days are `period`; null for what has none. */
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
