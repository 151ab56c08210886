import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { CandidatePage } from '#contract/sailings/loadings.ts'
import { type Dates, EMPTY } from '#web/lib/format/dates.ts'
import { quantity } from '#web/lib/format/money.ts'
import type { Ticked } from '#web/lib/list/selection.ts'
import type { Column } from '#web/ui/list/list-columns.ts'
import { selectColumn } from './select-column.tsx'

/** An order that could go with the sailing. */
export type Candidate = CandidatePage['items'][number]

/** Those of some orders that do not fit the sailing, and why. */
export const abroadIn = (rows: readonly Candidate[], orderIds: readonly number[]) =>
  rows
    .filter(({ orderId, fits }) => !fits && orderIds.includes(orderId))
    .map(({ trackingCode, misfits }) => ({ trackingCode, message: misfits.map(({ message }) => message).join(', ') }))

export const candidateColumns = (
  date: Dates['date'],
  ticked: Ticked,
  rows: readonly Candidate[],
): Column<Candidate>[] => [
  selectColumn(ticked, 'candidates', (orderIds) => abroadIn(rows, orderIds)),
  {
    id: 'code',
    header: 'Tracking Code',
    width: 150,
    cell: (row) => formatTrackingCode(row.trackingCode),
    card: 'title',
  },
  { id: 'company', header: 'Company', width: 170, cell: (row) => row.companyName || row.username },
  { id: 'origin', header: 'Origin', width: 160, cell: (row) => row.cityName || EMPTY },
  {
    id: 'destination',
    header: 'Destination',
    width: 156,
    cell: (row) => [row.cartageName || EMPTY, ...row.misfits.map(({ message }) => message)].join(', '),
    wraps: true,
  },
  {
    id: 'discharge',
    header: 'Discharge',
    width: 88,
    cell: (row) => row.portOfDischarge || EMPTY,
    card: 'none',
  },
  { id: 'ready', header: 'Cargo ready', width: 104, cell: (row) => date(row.cargoReadyAt) },
  { id: 'booked', header: 'Booked', width: 104, cell: (row) => date(row.created), card: 'none' },
  { id: 'cbm', header: 'CBM', width: 78, align: 'right', cell: (row) => quantity(row.bookedCbm) },
  { id: 'kg', header: 'kg', width: 92, align: 'right', cell: (row) => quantity(row.bookedKg) },
]
