import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { CandidatePage } from '#contract/sailings/loadings.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { conflictWords, roomWords } from '#web/features/sailings/shared/fitting.ts'
import { type Dates, EMPTY, LONG_DATE } from '#web/lib/format/dates.ts'
import { quantity } from '#web/lib/format/money.ts'
import type { Ticked } from '#web/lib/list/selection.ts'
import type { Column } from '#web/ui/list/list-columns.ts'
import { selectColumn } from './select-column.tsx'

/** An order that could go with the sailing. */
export type Candidate = CandidatePage['items'][number]

const sum = (figures: readonly (number | null)[]) =>
  Number(figures.reduce<number>((total, figure) => total + (figure ?? 0), 0).toFixed(3))

/**
 * Sentences that ask before orders are loaded: a confirmation names another voyage, an order goes to another country
 * than the sailing, or the cargo is more than it has room for.
 */
export function odditiesIn(sailing: Sailing, rows: readonly Candidate[], orderIds: readonly number[]): string[] {
  const chosen = rows.filter(({ orderId }) => orderIds.includes(orderId))
  const discharge = sailing.portNames.portOfDischarge || sailing.portOfDischarge
  const [cbm, kg] = [sum(chosen.map(({ bookedCbm }) => bookedCbm)), sum(chosen.map(({ bookedKg }) => bookedKg))]
  return [
    ...chosen.flatMap(({ contradicts, orderId, trackingCode }) =>
      contradicts
        ? conflictWords(
            { ...contradicts, orderIds: [orderId] },
            { who: `The confirmation of ${formatTrackingCode(trackingCode)}` },
          )
        : [],
    ),
    ...chosen.flatMap(({ fits, trackingCode, misfits }) =>
      fits
        ? []
        : `${formatTrackingCode(trackingCode)} ${misfits.map(({ message }) => message).join(', ')}, this sailing to ${discharge}.`,
    ),
    ...roomWords(sailing, { cbm, kg }),
  ]
}

const codeOf = ({ trackingCode }: Candidate) => formatTrackingCode(trackingCode)
const cbmOf = ({ bookedCbm }: Candidate) => quantity(bookedCbm)
const kgOf = ({ bookedKg }: Candidate) => quantity(bookedKg)

interface CandidateWords {
  oddities: (orderIds: readonly number[]) => string[]
  /** Whether they are orders for other countries, each with the country it goes to. */
  abroad: boolean
}

export const candidateColumns = (
  date: Dates['date'],
  ticked: Ticked,
  { oddities, abroad }: CandidateWords,
): Column<Candidate>[] => [
  selectColumn(ticked, 'candidates', oddities),
  {
    id: 'code',
    header: 'Tracking Code',
    width: 150,
    fits: codeOf,
    cell: codeOf,
    card: 'title',
  },
  { id: 'company', header: 'Company', width: 170, cell: (row) => row.companyName || row.username },
  { id: 'origin', header: 'Origin', width: 160, cell: (row) => row.cityName || EMPTY },
  {
    id: 'destination',
    header: 'Destination',
    width: 156,
    cell: (row) => row.cartageName || EMPTY,
  },
  abroad
    ? {
        id: 'misfit',
        header: 'But',
        width: 168,
        cell: (row) => row.misfits.map(({ message }) => message).join(', '),
      }
    : {
        id: 'discharge',
        header: 'Discharge',
        width: 88,
        fits: ({ portOfDischarge }) => portOfDischarge || EMPTY,
        cell: (row) => row.portOfDischarge || EMPTY,
        card: 'none',
      },
  { id: 'ready', header: 'Cargo ready', width: 104, fits: LONG_DATE, cell: (row) => date(row.cargoReadyAt) },
  ...(abroad
    ? []
    : [
        {
          id: 'booked',
          header: 'Booked',
          width: 104,
          fits: LONG_DATE,
          cell: (row: Candidate) => date(row.created),
          card: 'none' as const,
        },
      ]),
  { id: 'cbm', header: 'CBM', width: 78, align: 'right', fits: cbmOf, cell: cbmOf },
  { id: 'kg', header: 'kg', width: 92, align: 'right', fits: kgOf, cell: kgOf },
]
