import { ARRIVAL_FILTERS } from '#contract/arrivals/arrival-filters.ts'
import { type Arrival, arrivals } from '#contract/arrivals/arrivals.ts'
import { CLOCK_LABELS } from '#contract/free-time/free-time-codes.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { LEG_LABELS, LEGS } from '#contract/releases/releases.ts'
import { type ExportColumn, exportedList } from '#server/resource/exports/exported-list.ts'
import { dateCell, dayCell } from '#server/sheets/sheet-table.ts'
import { arrivalReads } from './read-arrivals.ts'

/** Columns of the file: heading and cell. */
const CELLS: Record<string, ExportColumn<Arrival>['cell']> = {
  Container: ({ container }) => container?.number ?? '',
  Order: ({ order }) => (order ? formatTrackingCode(order.trackingCode) : ''),
  Company: ({ order }) => order?.companyName ?? '',
  Sailing: ({ sailing }) => sailing?.reference ?? '',
  Place: ({ place }) => place?.name ?? '',
  Clock: ({ clock }) => (clock ? CLOCK_LABELS[clock] : ''),
  'Last free day': ({ lastFreeDay }, timeZone) =>
    lastFreeDay ? dayCell(`${lastFreeDay}T00:00:00.000Z`, { timeZone }) : '',
  'Days left': ({ daysLeft }) => daysLeft ?? '',
  Accrued: ({ accrued }) => accrued?.amount ?? '',
  Currency: ({ accrued }) => accrued?.currency ?? '',
  ...Object.fromEntries(
    LEGS.map((leg) => [LEG_LABELS[leg], ({ release }: Arrival) => (release ? (release[leg] ? 'Yes' : 'No') : '')]),
  ),
  Appointment: ({ appointmentAt }, timeZone) => (appointmentAt ? dateCell(appointmentAt, { timeZone }) : ''),
  'In charge': ({ inCharge }) => inCharge?.name ?? '',
}

/** The list of arrivals, which is exported. */
export const ARRIVAL_LISTS = [
  exportedList(arrivals, arrivalReads, {
    filters: ARRIVAL_FILTERS,
    exported: keysOf(CELLS).map((heading) => ({
      field: heading,
      heading,
      cell: (...row) => CELLS[heading]?.(...row) ?? '',
    })),
  }),
]
