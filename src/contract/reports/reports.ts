import { z } from 'zod'
import { RULE_CODES } from '#contract/attention/attention.ts'
import { INTERRUPTIONS, MILESTONES } from '#contract/reference/milestones.ts'

/** The five reports; each is answered at `report/{name}`. */
export const REPORTS = ['volume', 'quotes', 'on-time', 'milestones', 'workload'] as const
export type ReportName = (typeof REPORTS)[number]

/** The answer of a report whose days are still being counted. */
export const PREPARING = 'The figures for this period are being prepared. Please try again in a few minutes.'

export const QUOTE_KINDS = ['instant', 'request'] as const
export type QuoteKind = (typeof QUOTE_KINDS)[number]
export const QUOTE_KIND_LABELS: Record<QuoteKind, string> = { instant: 'Instant quote', request: 'Quote request' }

/** Ages of open items. */
export const AGES = ['under 1 day', '1 to 3 days', '3 to 7 days', '7 to 30 days', 'over 30 days'] as const

const day = (what: string) => z.string().describe(`${what}, yyyy-MM-dd.`)
const int = (what: string) => z.int().describe(what)
const number = (what: string) => z.number().describe(what)
const numberOrNull = (what: string) => z.number().nullable().describe(what)
const period = z.object({ from: day('Its first day'), to: day('Its last day') })

/** Figures with those of the period before, if they are compared. */
const compared = <Shape extends z.ZodRawShape>(figures: Shape) =>
  z.object({
    ...figures,
    before: z.object(figures).nullable().describe('The same figures of the period before; null without a comparison.'),
  })

const head = {
  period: period.describe('The period.'),
  before: period.nullable().describe('The period it is compared with; null without a comparison.'),
  step: z.enum(['day', 'month']).describe('Whether the series has an entry for each day or for each month.'),
}
const stretch = {
  at: day('The first day of the entry'),
  beforeAt: z
    .string()
    .nullable()
    .describe('The first day of the entry that it is compared with, yyyy-MM-dd; null for none.'),
}
const lane = {
  origin: z.string().describe("The code of the origin's port or depot; '' if it is not known."),
  originName: z.string().describe('The name of the origin.'),
  destination: z.string().describe("The code of the destination: a port's, or that of freight rates; '' if not known."),
  destinationName: z.string().describe('The name of the destination.'),
}
const named = {
  id: z.int().nullable().describe('The id of the record; null for none.'),
  name: z.string().describe('Its name.'),
}
const TOTALS = 'Of the whole period.'

const withStretch = <Shape extends z.ZodRawShape>(figures: Shape) =>
  z.array(compared(figures).extend(stretch)).describe('By day or month, without gaps.')
const withLane = <Shape extends z.ZodRawShape>(figures: Shape) =>
  z.array(compared(figures).extend(lane)).describe('By lane, the greatest first.')
const withName = <Shape extends z.ZodRawShape>(figures: Shape, by: string) =>
  z.array(compared(figures).extend(named)).describe(`By ${by}, the greatest first.`)

const volume = {
  orders: int('Orders booked, without those that were cancelled.'),
  cancelled: int('Orders booked and later cancelled.'),
  cbm: number('Volume in CBM, without cancelled orders.'),
  kg: number('Weight in kg, without cancelled orders.'),
  usd: number('Price in USD, without cancelled orders.'),
}
export type VolumeFigures = z.output<z.ZodObject<typeof volume>>
/** Orders booked in a period: by day or month, and by lane. */
export const volumeReport = z.object({
  ...head,
  totals: compared(volume).describe(TOTALS),
  series: withStretch(volume),
  lanes: withLane(volume),
})

const quotes = {
  asked: int('Quotes requested.'),
  priced: int('Of these, answered with a price.'),
  booked: int('Of these, those that have become bookings.'),
  bookedShare: numberOrNull('Per cent of the quotes requested that were booked; null without any.'),
  quotedUsd: number('The prices answered, in USD.'),
  bookedUsd: number('The prices booked, in USD.'),
}
export type QuoteFigures = z.output<z.ZodObject<typeof quotes>>
const quoteKind = z.literal(QUOTE_KINDS).describe('instant: of the calculator; request: an FCL quote request.')
/** Quotes requested in a period, and their outcome. */
export const quotesReport = z.object({
  ...head,
  totals: compared(quotes).describe(TOTALS),
  series: withStretch(quotes),
  kinds: z.array(compared(quotes).extend({ kind: quoteKind })).describe('By kind.'),
  lanes: withLane(quotes),
  people: withName(quotes, 'who asked: a member of staff, or clients and visitors with an id of null'),
})

const arrivals = {
  sailings: int('Sailings that arrived.'),
  orders: int('Orders aboard, without cancelled ones.'),
  promised: int('Of the sailings, those that had an ETA.'),
  onTime: int('Of these, arrived no later than the ETA they had first.'),
  onTimeShare: numberOrNull('Per cent of those with an ETA that were on time; null without any.'),
  averageLate: numberOrNull('Days after the first ETA on average, below 0 when earlier; null without any.'),
}
export type ArrivalFigures = z.output<z.ZodObject<typeof arrivals>>
/** Sailings that arrived in a period: the arrival first promised against the actual one. */
export const onTimeReport = z.object({
  ...head,
  totals: compared(arrivals).describe(TOTALS),
  series: withStretch(arrivals),
  lanes: withLane(arrivals),
  carriers: withName(arrivals, 'carrier'),
})

const milestone = z.literal(MILESTONES.filter((code) => !INTERRUPTIONS.some((other) => other === code)))
const steps = {
  orders: int('Orders that took the step.'),
  median: z.int().nullable().describe('Days that half of them took at most; null without any.'),
  p90: z.int().nullable().describe('Days that nine of ten took at most; null without any.'),
}
export type StepFigures = z.output<z.ZodObject<typeof steps>>
const step = compared(steps).extend({
  came: milestone.describe('The milestone that they came from.'),
  reached: milestone.describe('The next one that they reached.'),
})
/** Days from one milestone to the next, of orders that reached the second in a period. */
export const milestonesReport = z.object({
  ...head,
  steps: z.array(step).describe('In the order of the milestones.'),
  whole: compared(steps).nullable().describe('From the booking to the delivery; null without any.'),
})

const queue = {
  opened: int('Items that came up.'),
  closed: int('Items that were done.'),
  open: int('Items open at the end, or now.'),
}
const staff = { events: int('Events set.'), bookings: int('LCL orders booked.'), quotes: int('Quotes made.') }
const overdue = int('Of the items open now, those that are overdue.')
export type QueueFigures = z.output<z.ZodObject<typeof queue>>
export type StaffFigures = z.output<z.ZodObject<typeof staff>>
const person = compared(staff).extend({
  ...named,
  inCharge: int('Orders in progress in their charge, now.'),
  waiting: int('Items open about these, now.'),
  overdue,
})
const reason = compared(queue).extend({
  rule: z.literal(RULE_CODES),
  overdue,
  medianAge: numberOrNull('Days for which half of the items open now have been so; null where nothing is.'),
  oldestAge: numberOrNull('Days for which the oldest has been open now; null where nothing is.'),
})
const age = z.object({
  age: z.literal(AGES).describe('For how long.'),
  open: int('Items open for so long, now.'),
  overdue,
})
/** Items that wait now, and those that came up or were done in a period. */
export const workloadReport = z.object({
  ...head,
  totals: compared(queue).describe(TOTALS),
  series: withStretch(queue),
  people: z
    .array(person)
    .describe('By member of staff, the one with the most that waits first; an id of null: in nobody’s charge.'),
  rules: z.array(reason).describe('By reason.'),
  ages: z.array(age).describe('What is open now, by age.'),
})

export const REPORT_SCHEMAS = {
  volume: volumeReport,
  quotes: quotesReport,
  'on-time': onTimeReport,
  milestones: milestonesReport,
  workload: workloadReport,
} as const satisfies Record<ReportName, z.ZodObject>
export type Report<Name extends ReportName> = z.output<(typeof REPORT_SCHEMAS)[Name]>
