import { z } from 'zod'
import { RULE_CODES } from '#contract/attention/attention.ts'
import { INTERRUPTIONS, MILESTONES } from '#contract/reference/milestones.ts'

/** The five questions; each is answered at `report/{name}`. */
export const REPORTS = ['volume', 'quotes', 'on-time', 'milestones', 'workload'] as const
export type ReportName = (typeof REPORTS)[number]

export const QUOTE_KINDS = ['instant', 'request'] as const
export type QuoteKind = (typeof QUOTE_KINDS)[number]
export const QUOTE_KIND_LABELS: Record<QuoteKind, string> = { instant: 'Instant quote', request: 'Quote request' }

/** How long things have been open, by the days at which a group ends; the last has no end. */
export const AGES = ['under 1 day', '1 to 3 days', '3 to 7 days', '7 to 30 days', 'over 30 days'] as const

const day = z.string()
const period = z.object({ from: day, to: day })

/** Figures, and those of the period before where they are compared. */
const compared = <Shape extends z.ZodRawShape>(figures: Shape) =>
  z.object({ ...figures, before: z.object(figures).nullable() })

const head = { period, before: period.nullable(), step: z.enum(['day', 'month']) }
/** The first day of a bar's stretch, and that of the stretch it is compared with. */
const stretch = { at: day, beforeAt: day.nullable() }
const lane = { origin: z.string(), originName: z.string(), destination: z.string(), destinationName: z.string() }
const named = { id: z.int().nullable(), name: z.string() }

const withStretch = <Shape extends z.ZodRawShape>(figures: Shape) => z.array(compared(figures).extend(stretch))
const withLane = <Shape extends z.ZodRawShape>(figures: Shape) => z.array(compared(figures).extend(lane))
const withName = <Shape extends z.ZodRawShape>(figures: Shape) => z.array(compared(figures).extend(named))

const volume = { orders: z.int(), cancelled: z.int(), cbm: z.number(), kg: z.number(), usd: z.number() }
export type VolumeFigures = z.output<z.ZodObject<typeof volume>>
/** Orders made in a period: by day or month, and by lane. */
export const volumeReport = z.object({
  ...head,
  totals: compared(volume),
  series: withStretch(volume),
  lanes: withLane(volume),
})

const quotes = {
  asked: z.int(),
  priced: z.int(),
  booked: z.int(),
  /** Per cent of those asked; null without any. */
  bookedShare: z.number().nullable(),
  quotedUsd: z.number(),
  bookedUsd: z.number(),
}
export type QuoteFigures = z.output<z.ZodObject<typeof quotes>>
/** Quotes asked for in a period, and what became of them. */
export const quotesReport = z.object({
  ...head,
  totals: compared(quotes),
  series: withStretch(quotes),
  kinds: z.array(compared(quotes).extend({ kind: z.literal(QUOTE_KINDS) })),
  lanes: withLane(quotes),
  people: withName(quotes),
})

const arrivals = {
  sailings: z.int(),
  orders: z.int(),
  promised: z.int(),
  onTime: z.int(),
  /** Per cent of those promised; null without any. */
  onTimeShare: z.number().nullable(),
  /** Days; null without any promise. */
  averageLate: z.number().nullable(),
}
export type ArrivalFigures = z.output<z.ZodObject<typeof arrivals>>
/** Sailings that arrived in a period: the arrival first promised against the actual one. */
export const onTimeReport = z.object({
  ...head,
  totals: compared(arrivals),
  series: withStretch(arrivals),
  lanes: withLane(arrivals),
  carriers: withName(arrivals),
})

const milestone = z.literal(MILESTONES.filter((code) => !INTERRUPTIONS.some((other) => other === code)))
const steps = { orders: z.int(), median: z.int(), p90: z.int() }
export type StepFigures = z.output<z.ZodObject<typeof steps>>
/** Days from one milestone to the next, of orders that reached the second in a period. */
export const milestonesReport = z.object({
  ...head,
  steps: z.array(compared(steps).extend({ came: milestone, reached: milestone })),
  /** From the booking to the delivery. */
  whole: compared(steps).nullable(),
})

const queue = { opened: z.int(), closed: z.int(), open: z.int() }
const staff = { events: z.int(), bookings: z.int(), quotes: z.int() }
export type QueueFigures = z.output<z.ZodObject<typeof queue>>
export type StaffFigures = z.output<z.ZodObject<typeof staff>>
/** What waits now, and what came, went and was done in a period. */
export const workloadReport = z.object({
  ...head,
  totals: compared(queue),
  series: withStretch(queue),
  people: z.array(compared(staff).extend({ ...named, inCharge: z.int(), waiting: z.int(), overdue: z.int() })),
  rules: z.array(
    compared(queue).extend({
      rule: z.literal(RULE_CODES),
      overdue: z.int(),
      /** Days; null where nothing is open. */
      medianAge: z.number().nullable(),
      oldestAge: z.number().nullable(),
    }),
  ),
  ages: z.array(z.object({ age: z.literal(AGES), open: z.int(), overdue: z.int() })),
})

export const REPORT_SCHEMAS = {
  volume: volumeReport,
  quotes: quotesReport,
  'on-time': onTimeReport,
  milestones: milestonesReport,
  workload: workloadReport,
} as const satisfies Record<ReportName, z.ZodObject>
export type Report<Name extends ReportName> = z.output<(typeof REPORT_SCHEMAS)[Name]>
