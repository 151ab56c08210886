import { OrderStatus } from '#contract/codes/order-codes.ts'
import { filterParameter, writeFilter } from '#contract/lib/filters.ts'
import { type BehindFilters, type BehindName, NOBODY } from './behind.ts'
import type { Period } from './period.ts'
import type { ReportName } from './reports.ts'
import type { FigureColumn, ReportTable } from './tables.ts'

/** The list of the records behind a figure, a report's own or that of orders or offers, with days and filters. */
export interface RecordList {
  list: BehindName | 'orders' | 'offers'
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

const ofPerson = (userId: string | undefined) =>
  userId === undefined
    ? undefined
    : writeFilter(userId === NOBODY ? { operator: 'empty', values: [] } : { operator: 'is', values: [userId] })

/** Filters of the list of offers for those sent in a period, in a state, of a client or a member of staff. */
function offersOf(state: string | null, { clientId, userId }: BehindFilters, { from, to }: Period) {
  const filters = {
    sentAt: writeFilter({ operator: 'between', values: [from, to] }),
    state: state === null ? undefined : writeFilter({ operator: 'is', values: [state] }),
    clientId: ofPerson(clientId),
    ownerId: ofPerson(userId),
  }
  return Object.fromEntries(
    Object.entries(filters).flatMap(([field, text]) => (text === undefined ? [] : [[filterParameter(field), text]])),
  )
}

/** The list behind a figure in a row whose days are `period`; null if the figure has none. */
export function listOfFigure<Row>(
  report: ReportName | 'offers',
  { narrow }: Pick<ReportTable<Row>, 'narrow'>,
  { row, column: { list }, period }: { row: Row; column: FigureColumn; period: Period },
): RecordList | null {
  if (!list) return null
  const narrowed = narrow ? narrow(row) : {}
  if (narrowed === null) return null
  const filters = narrowed
  if (typeof list === 'object' && 'offers' in list)
    return { list: 'offers', period, filters: offersOf(list.offers, filters, period) }
  if (list === 'orders') return { list, period, filters: openOrdersOf(filters.userId) }
  if (report === 'offers') return null
  return { list: list.report ?? report, period, filters: { ...filters, ...(list.state && { state: list.state }) } }
}
