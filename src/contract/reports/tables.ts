import { ruleLabel } from '#contract/attention/rules.ts'
import { showMilestone } from '#contract/reference/milestones.ts'
import { type BehindFilters, type BehindName, NOBODY } from './behind.ts'
import { AGES, QUOTE_KIND_LABELS, type Report, type ReportName } from './reports.ts'

/** Units of figures, which decide how they are shown. */
export type Unit = 'count' | 'usd' | 'cbm' | 'kg' | 'percent' | 'days' | 'hours'

/** A column that names the subject of its row. */
export interface TextColumn<Row> {
  label: string
  text: (row: Row) => string
}

/**
 * The list of the records that a figure counts or is made from: a state of the report's own list or of
 * another's, the list of orders, or that of offers in this state, null for all.
 */
export type FigureList = { report?: BehindName; state?: string } | 'orders' | { offers: string | null }

/** A column of figures. `now` marks a figure of this moment, which is compared with nothing. */
export interface FigureColumn {
  field: string
  label: string
  unit: Unit
  /** Absent if the figure has no list. */
  list?: FigureList
  now?: boolean
}

/** A table of a report: one list of its answer. */
export interface ReportTable<Row> {
  title: string
  texts: readonly TextColumn<Row>[]
  figures: readonly FigureColumn[]
  /**
   * Filters that narrow the lists of a row to it; null if no list can be. A row of a series is narrowed by its own
   * days instead.
   */
  narrow?: (row: Row) => BehindFilters | null
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

const figure = (
  field: string,
  label: string,
  unit: Unit = 'count',
  more: Pick<FigureColumn, 'list' | 'now'> = {},
): FigureColumn => ({ field, label, unit, ...more })
const all = { list: {} }
const only = (state: string) => ({ list: { state } })
const now = { now: true }

const VOLUME = [
  figure('orders', 'Orders', 'count', only('not-cancelled')),
  figure('cancelled', 'Cancelled', 'count', only('cancelled')),
  figure('cbm', 'CBM', 'cbm', only('not-cancelled')),
  figure('kg', 'kg', 'kg', only('not-cancelled')),
  figure('usd', 'Booked, USD', 'usd', only('not-cancelled')),
]
const QUOTES = [
  figure('asked', 'Quotes', 'count', all),
  figure('priced', 'Priced', 'count', only('priced')),
  figure('booked', 'Booked', 'count', only('booked')),
  figure('bookedShare', 'Booked, %', 'percent', only('booked')),
  figure('quotedUsd', 'Quoted, USD', 'usd', only('priced')),
  figure('bookedUsd', 'Booked, USD', 'usd', only('booked')),
]
const ARRIVALS = [
  figure('sailings', 'Sailings arrived', 'count', all),
  figure('orders', 'Orders aboard', 'count', only('aboard')),
  figure('promised', 'With a first ETA', 'count', only('promised')),
  figure('onTime', 'On time', 'count', only('on-time')),
  figure('onTimeShare', 'On time, %', 'percent', only('on-time')),
  figure('averageLate', 'Average days late', 'days', only('promised')),
]
const STEPS = [
  figure('orders', 'Orders', 'count', all),
  figure('median', 'Median, days', 'days', all),
  figure('p90', '90th percentile, days', 'days', all),
]
const QUEUE = [
  figure('opened', 'New', 'count', only('opened')),
  figure('closed', 'Done', 'count', only('closed')),
  figure('open', 'Open at the end', 'count', only('open')),
]
const OVERDUE = figure('overdue', 'Overdue, now', 'count', { ...only('overdue'), ...now })

const stretch: TextColumn<{ at: string }> = { label: 'From', text: ({ at }) => at }
const lane: TextColumn<{ originName: string; destinationName: string }> = {
  label: 'Lane',
  text: ({ originName, destinationName }) => `${originName} → ${destinationName}`,
}
const name = (label: string): TextColumn<{ name: string }> => ({ label, text: (row) => row.name })
const toLane = ({ origin, destination }: { origin: string; destination: string }) => ({
  origin: origin || NOBODY,
  destination: destination || NOBODY,
})
const idOf = ({ id }: { id: number | null }) => (id === null ? NOBODY : String(id))
const toPerson = (row: { id: number | null }) => ({ userId: idOf(row) })

/** Tables of each report, by the names of their lists in the answer. */
export const REPORT_TABLES: { [Name in ReportName]: TablesOf<Name> } = {
  volume: {
    series: { title: 'Orders over time', texts: [stretch], figures: VOLUME },
    lanes: { title: 'Orders by lane', texts: [lane], figures: VOLUME, narrow: toLane },
  },
  quotes: {
    series: { title: 'Quotes over time', texts: [stretch], figures: QUOTES },
    kinds: {
      title: 'Quotes by kind',
      texts: [{ label: 'Kind', text: ({ kind }) => QUOTE_KIND_LABELS[kind] }],
      figures: QUOTES,
      narrow: ({ kind }) => ({ kind }),
    },
    lanes: { title: 'Quotes by lane', texts: [lane], figures: QUOTES, narrow: toLane },
    people: { title: 'Quotes by who asked', texts: [name('Asked by')], figures: QUOTES, narrow: toPerson },
  },
  'on-time': {
    series: { title: 'Arrivals over time', texts: [stretch], figures: ARRIVALS },
    lanes: { title: 'Arrivals by lane', texts: [lane], figures: ARRIVALS, narrow: toLane },
    carriers: {
      title: 'Arrivals by carrier',
      texts: [name('Carrier')],
      figures: ARRIVALS,
      narrow: (row) => ({ carrierId: idOf(row) }),
    },
  },
  milestones: {
    steps: {
      title: 'Days between milestones',
      texts: [
        { label: 'From', text: ({ came }) => showMilestone(came) },
        { label: 'To', text: ({ reached }) => showMilestone(reached) },
      ],
      figures: STEPS,
      narrow: ({ came, reached }) => ({ came, reached }),
    },
  },
  workload: {
    series: { title: 'The queue over time', texts: [stretch], figures: QUEUE },
    people: {
      title: 'Workload by person',
      texts: [name('Member of staff')],
      figures: [
        figure('inCharge', 'Open orders, now', 'count', { list: 'orders', ...now }),
        figure('waiting', 'Waiting, now', 'count', { ...only('now'), ...now }),
        OVERDUE,
        figure('events', 'Events set', 'count', only('events')),
        figure('bookings', 'Orders booked', 'count', { list: { report: 'volume' } }),
        figure('quotes', 'Quotes requested', 'count', { list: { report: 'quotes' } }),
      ],
      narrow: toPerson,
    },
    rules: {
      title: 'The queue by reason',
      texts: [{ label: 'Reason', text: ({ rule }) => ruleLabel(rule) }],
      figures: [
        ...QUEUE,
        OVERDUE,
        figure('medianAge', 'Median age now, days', 'days', now),
        figure('oldestAge', 'Oldest now, days', 'days', now),
      ],
      narrow: ({ rule }) => ({ rule }),
    },
    ages: {
      title: 'Age of the queue',
      texts: [{ label: 'Open for', text: ({ age }) => age }],
      figures: [figure('open', 'Open, now', 'count', { ...only('now'), ...now }), OVERDUE],
      narrow: ({ age }) => ({ age: String(AGES.indexOf(age)) }),
    },
  },
}

/** A figure of a row, or of its `before`; null if there is none. */
export function figureOf(figures: object | null, field: string): number | null {
  const value: unknown = Object.entries(figures ?? {}).find(([key]) => key === field)?.[1]
  return typeof value === 'number' ? value : null
}

/** The figures of a row in the period before; null if it is compared with none. */
export function beforeOf(row: object): object | null {
  const before: unknown = 'before' in row ? row.before : null
  return typeof before === 'object' ? before : null
}

/** True if a figure counts or adds up records: a share, an average or a median has no list. */
export const countsRecords = ({ unit, list }: FigureColumn): boolean =>
  list !== undefined && unit !== 'percent' && unit !== 'days' && unit !== 'hours'
