import { ruleLabel } from '#contract/attention/rules.ts'
import { showMilestone } from '#contract/reference/milestones.ts'
import { QUOTE_KIND_LABELS, type Report, type ReportName } from './reports.ts'

/** What a figure counts, and so how it is shown. */
export type Unit = 'count' | 'usd' | 'cbm' | 'kg' | 'percent' | 'days'

/** A column that says what the figures of its row are about. */
export interface TextColumn<Row> {
  label: string
  text: (row: Row) => string
}

/** A column of figures. `now`: of this moment, whatever the period, and so compared with nothing. */
export interface FigureColumn {
  field: string
  label: string
  unit: Unit
  now?: boolean
}

/** A table of a report: one list of its answer. */
export interface ReportTable<Row> {
  title: string
  texts: readonly TextColumn<Row>[]
  figures: readonly FigureColumn[]
}

type RowOf<Name extends ReportName, Table> = Table extends keyof Report<Name>
  ? Report<Name>[Table] extends readonly (infer Row)[]
    ? Row
    : never
  : never
type TablesOf<Name extends ReportName> = {
  [Table in keyof Report<Name> as Report<Name>[Table] extends readonly unknown[] ? Table : never]: ReportTable<
    RowOf<Name, Table>
  >
}

const figure = (field: string, label: string, unit: Unit = 'count', more: { now?: boolean } = {}): FigureColumn => ({
  field,
  label,
  unit,
  ...more,
})
const now = { now: true }

const VOLUME = [
  figure('orders', 'Orders'),
  figure('cancelled', 'Cancelled'),
  figure('cbm', 'CBM', 'cbm'),
  figure('kg', 'kg', 'kg'),
  figure('usd', 'Booked, USD', 'usd'),
]
const QUOTES = [
  figure('asked', 'Quotes'),
  figure('priced', 'With a price'),
  figure('booked', 'Booked'),
  figure('bookedShare', 'Booked, %', 'percent'),
  figure('quotedUsd', 'Quoted, USD', 'usd'),
  figure('bookedUsd', 'Booked, USD', 'usd'),
]
const ARRIVALS = [
  figure('sailings', 'Arrived sailings'),
  figure('orders', 'Orders aboard'),
  figure('promised', 'With a first ETA'),
  figure('onTime', 'On time'),
  figure('onTimeShare', 'On time, %', 'percent'),
  figure('averageLate', 'Days late on average', 'days'),
]
const STEPS = [
  figure('orders', 'Orders'),
  figure('median', 'Median, days', 'days'),
  figure('p90', '90th percentile, days', 'days'),
]
const QUEUE = [figure('opened', 'Came up'), figure('closed', 'Done'), figure('open', 'Open at the end')]

const stretch: TextColumn<{ at: string }> = { label: 'From', text: ({ at }) => at }
const lane: TextColumn<{ originName: string; destinationName: string }> = {
  label: 'Lane',
  text: ({ originName, destinationName }) => `${originName} → ${destinationName}`,
}
const name = (label: string): TextColumn<{ name: string }> => ({ label, text: (row) => row.name })

/** The tables of each report, under the names of their lists in its answer. */
export const REPORT_TABLES: { [Name in ReportName]: TablesOf<Name> } = {
  volume: {
    series: { title: 'Orders over time', texts: [stretch], figures: VOLUME },
    lanes: { title: 'Orders by lane', texts: [lane], figures: VOLUME },
  },
  quotes: {
    series: { title: 'Quotes over time', texts: [stretch], figures: QUOTES },
    kinds: {
      title: 'Quotes by kind',
      texts: [{ label: 'Kind', text: ({ kind }) => QUOTE_KIND_LABELS[kind] }],
      figures: QUOTES,
    },
    lanes: { title: 'Quotes by lane', texts: [lane], figures: QUOTES },
    people: { title: 'Quotes by who asked', texts: [name('Asked by')], figures: QUOTES },
  },
  'on-time': {
    series: { title: 'Arrivals over time', texts: [stretch], figures: ARRIVALS },
    lanes: { title: 'Arrivals by lane', texts: [lane], figures: ARRIVALS },
    carriers: { title: 'Arrivals by carrier', texts: [name('Carrier')], figures: ARRIVALS },
  },
  milestones: {
    steps: {
      title: 'Days between milestones',
      texts: [
        { label: 'From', text: ({ came }) => showMilestone(came) },
        { label: 'To', text: ({ reached }) => showMilestone(reached) },
      ],
      figures: STEPS,
    },
  },
  workload: {
    series: { title: 'The queue over time', texts: [stretch], figures: QUEUE },
    people: {
      title: 'Workload by person',
      texts: [name('Member of staff')],
      figures: [
        figure('inCharge', 'Orders in charge, now', 'count', now),
        figure('waiting', 'Waiting, now', 'count', now),
        figure('overdue', 'Overdue, now', 'count', now),
        figure('events', 'Events set'),
        figure('bookings', 'Bookings made'),
        figure('quotes', 'Quotes made'),
      ],
    },
    rules: {
      title: 'The queue by reason',
      texts: [{ label: 'Reason', text: ({ rule }) => ruleLabel(rule) }],
      figures: [
        ...QUEUE,
        figure('overdue', 'Overdue, now', 'count', now),
        figure('medianAge', 'Median age now, days', 'days', now),
        figure('oldestAge', 'Oldest now, days', 'days', now),
      ],
    },
    ages: {
      title: 'Age of the queue',
      texts: [{ label: 'Open for', text: ({ age }) => age }],
      figures: [figure('open', 'Open, now', 'count', now), figure('overdue', 'Overdue, now', 'count', now)],
    },
  },
}

/** A figure of a row, or of its `before`; null where there is none. */
export function figureOf(figures: object | null, field: string): number | null {
  const value: unknown = Object.entries(figures ?? {}).find(([key]) => key === field)?.[1]
  return typeof value === 'number' ? value : null
}

/** The figures of a row in the period before; null where it is compared with none. */
export function beforeOf(row: object): object | null {
  const before: unknown = 'before' in row ? row.before : null
  return typeof before === 'object' ? before : null
}
