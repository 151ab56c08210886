import { BEHIND_STATES, type BehindName, type ReportItem } from '#contract/reports/behind.ts'
import { QUOTE_KIND_LABELS } from '#contract/reports/reports.ts'
import { type Dates, datesIn, EMPTY } from '#web/lib/format/dates.ts'
import type { Column } from '#web/ui/list/list-columns.ts'
import { TextLink } from '#web/ui/page/link.tsx'
import { askedBy } from './quote-words.ts'
import { showFigure } from './state/show-figure.ts'

const TITLES: Record<BehindName, string> = {
  volume: 'Orders booked',
  quotes: 'Quotes requested',
  'on-time': 'Sailings that arrived',
  milestones: 'Orders that reached a milestone',
  workload: 'Queue items',
}
/** States whose rows are other records than those of the list's other states. */
const OWN_TITLES = ['aboard', 'events']

const stateLabel = (name: BehindName, state: string | undefined) =>
  Object.entries<string>(BEHIND_STATES[name]).find(([code]) => code === state)?.[1]

/** The title of a list, which names its rows. */
export const titleOf = (name: BehindName, state: string | undefined): string =>
  (state !== undefined && OWN_TITLES.includes(state) && stateLabel(name, state)) || TITLES[name]

/** The filters of a list in words: its state, and the subject of the figure's row. */
export function narrowedTo(name: BehindName, state: string | undefined, of: string): string {
  const words = [stateLabel(name, state), of].filter((word) => word && word !== titleOf(name, state))
  return words.join(' · ')
}

const DAYS: Partial<Record<BehindName, string>> = { 'on-time': 'Days late', milestones: 'Days', workload: 'Days open' }
/** Reports whose rows have neither a volume nor a price. */
const WITHOUT_CARGO: readonly BehindName[] = ['on-time', 'workload']

/** The heading of a row's time. */
function whenOf(name: BehindName, state: string | undefined): string {
  if (name === 'on-time') return 'Arrived'
  if (name !== 'workload') return 'When'
  return state === 'closed' ? 'Done' : state === 'events' ? 'Set' : 'Since'
}

const OrderLink = ({ item: { orderId, reference } }: { item: ReportItem }) =>
  orderId === null ? (
    EMPTY
  ) : (
    <TextLink to="/orders/$orderId" params={{ orderId }}>
      {reference}
    </TextLink>
  )

/** The order or sailing of a row. A row of a quote leads to its answer; its order is a link apart. */
function referenceColumn(name: BehindName, ofSailings: boolean): Column<ReportItem> {
  const column = { id: 'reference', header: ofSailings ? 'Sailing' : 'Order', width: 130 }
  return name === 'quotes'
    ? { ...column, noLink: true, cell: (item) => <OrderLink item={item} /> }
    : { ...column, card: 'title', cell: ({ reference }) => reference ?? EMPTY }
}

const QUOTE_COLUMNS: Column<ReportItem>[] = [
  { id: 'askedBy', header: 'Asked by', width: 140, wraps: true, cell: askedBy },
  { id: 'kind', header: 'Kind', width: 115, cell: ({ kind }) => (kind ? QUOTE_KIND_LABELS[kind] : EMPTY) },
]
const CARGO_COLUMNS: Column<ReportItem>[] = [
  { id: 'cbm', header: 'CBM', width: 70, align: 'right', cell: ({ cbm }) => showFigure(cbm, 'cbm') },
  { id: 'usd', header: 'Price, USD', width: 100, align: 'right', cell: ({ usd }) => showFigure(usd, 'usd') },
]

/** Columns of a list. */
export function columnsOf(name: BehindName, state: string | undefined, { dateTime }: Dates): Column<ReportItem>[] {
  const ofSailings = name === 'on-time' && state !== 'aboard'
  const ofEvents = state === 'events'
  const days = ofEvents ? undefined : DAYS[name]
  const { date } = datesIn('UTC')
  return [
    referenceColumn(name, ofSailings),
    {
      id: 'who',
      header: ofSailings ? 'Carrier' : 'Company',
      width: name === 'quotes' ? 160 : 190,
      wraps: true,
      ...(name === 'quotes' && { card: 'title' as const }),
      cell: ({ who }) => who || EMPTY,
    },
    ...(name === 'quotes' ? QUOTE_COLUMNS : []),
    {
      id: 'lane',
      header: 'Lane',
      width: name === 'quotes' ? 170 : 200,
      wraps: true,
      card: 'wide',
      cell: ({ originName, destinationName }) => `${originName} → ${destinationName}`,
    },
    // UTC, because arrivals are days anywhere.
    {
      id: 'at',
      header: whenOf(name, state),
      width: 140,
      cell: ({ at }) => (name === 'on-time' ? date(at) : dateTime(at)),
    },
    ...(WITHOUT_CARGO.includes(name) ? [] : CARGO_COLUMNS),
    ...(days
      ? [
          {
            id: 'days',
            header: days,
            width: 80,
            align: 'right' as const,
            cell: (item: ReportItem) => showFigure(item.days, 'days'),
          },
        ]
      : []),
    { id: 'state', header: ofEvents ? 'Event' : 'State', width: 150, wraps: true, cell: (item) => item.state },
  ]
}
