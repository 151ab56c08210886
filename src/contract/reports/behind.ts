import { z } from 'zod'
import { quoteLine, ratesOfPrice } from '#contract/quotes/quotes.ts'
import { QUOTE_KINDS, type ReportName } from './reports.ts'

/** Filters of the list behind the figures of each report. */
export const BEHIND_FILTERS = {
  volume: ['state', 'origin', 'destination', 'userId'],
  quotes: ['state', 'kind', 'origin', 'destination', 'userId'],
  'on-time': ['state', 'origin', 'destination', 'carrierId'],
  milestones: ['came', 'reached'],
  workload: ['state', 'rule', 'age', 'userId'],
} as const satisfies Record<ReportName, readonly string[]>
export type BehindName = keyof typeof BEHIND_FILTERS
export type BehindFilter = (typeof BEHIND_FILTERS)[BehindName][number]
/** Filters that narrow a list to a row; those of a client narrow the list of offers alone. */
export type BehindFilters = Partial<Record<BehindFilter | 'clientId', string>>

/**
 * States of the list behind a report, and how they read: each has all that the figure of its name counts.
 * Without a state, the queue's list has what came up.
 */
export const BEHIND_STATES = {
  volume: { 'not-cancelled': 'Excluding cancelled orders', cancelled: 'Cancelled' },
  quotes: { priced: 'Priced', booked: 'Booked' },
  'on-time': { promised: 'With a first ETA', 'on-time': 'On time', aboard: 'Orders aboard' },
  milestones: {},
  workload: {
    opened: 'New',
    closed: 'Done',
    open: 'Open at the end',
    now: 'Open now',
    overdue: 'Overdue now',
    events: 'Events set',
  },
} as const satisfies Record<BehindName, Record<string, string>>

/** The filter's value, in place of an id or a code, for records that have none. */
export const NOBODY = 'none'

/** The request behind a quote, and its answer. */
export const keptQuote = z.object({
  askedBy: z.string().nullable().describe('The member of staff who asked; null where the client did.'),
  apiKey: z.string().nullable().describe('The API key with which this was asked on their behalf; null without one.'),
  times: z.int().describe('How often this was asked within the hour.'),
  weight: z.number().nullable().describe('Weight in kg; null where it is not known.'),
  answeredAt: z.string().nullable().describe('When it was answered, ISO 8601 in UTC; null while it awaits a price.'),
  lines: z.array(quoteLine).describe('The lines of the price, in USD; none where it was given as one sum.'),
  rates: ratesOfPrice.nullable().describe('The rates of the price; null where they are not known.'),
  missing: z.string().nullable().describe('Why there was no price; null with one, or while it awaits one.'),
  bookedUsd: z.number().nullable().describe('The price booked, in USD; null if it was not booked.'),
})
export type KeptQuote = z.infer<typeof keptQuote>

/** A record that a figure counts: an order, sailing, quote, event or item of the queue. */
export const reportItem = z.object({
  id: z.string().describe('Names the row on its page.'),
  orderId: z
    .int()
    .nullable()
    .describe('The order; null for a sailing, and for what has none or whose order was deleted.'),
  sailingId: z.int().nullable().describe('The sailing; null for anything else.'),
  reference: z
    .string()
    .nullable()
    .describe('The tracking code of the order, or the reference of the sailing; null without an order.'),
  kind: z.literal(QUOTE_KINDS).nullable().describe('The kind of a quote: instant or request; null for anything else.'),
  who: z.string().describe("The client's company; of a sailing, its carrier."),
  originName: z.string().describe('The name of the origin.'),
  destinationName: z.string().describe('The name of the destination.'),
  at: z
    .string()
    .describe('When it was booked, requested, reached, arrived, set, came up or was done, ISO 8601 in UTC.'),
  cbm: z.number().nullable().describe('Volume in CBM; null where it is not known.'),
  usd: z.number().nullable().describe('Price in USD; null where there is none.'),
  days: z
    .number()
    .nullable()
    .describe('Days late, days that the step took, or days for which it was open; null where none is known.'),
  state: z
    .string()
    .describe('What became of it, in words; of a thing in the queue, its reason too; of an event, its name.'),
  quote: keptQuote.nullable().describe('Who asked, and what was answered; null for anything but a quote.'),
})
export type ReportItem = z.infer<typeof reportItem>
