import { z } from 'zod'
import { QUOTE_KINDS, type ReportName } from './reports.ts'

/** What narrows the list behind the figures of each report; the queue's own list is that of Today. */
export const BEHIND_FILTERS = {
  volume: ['origin', 'destination'],
  quotes: ['kind', 'origin', 'destination', 'userId'],
  'on-time': ['origin', 'destination', 'carrierId'],
  milestones: ['came', 'reached'],
} as const satisfies Partial<Record<ReportName, readonly string[]>>
export type BehindName = keyof typeof BEHIND_FILTERS
export type BehindFilter = (typeof BEHIND_FILTERS)[BehindName][number]

/** In place of an id or a code: what has none. */
export const NOBODY = 'none'

/** An order, sailing or quote that a figure counts. */
export const reportItem = z.object({
  id: z.string().describe('Names the row on its page.'),
  orderId: z.int().nullable().describe('The order; null for a sailing, and for a quote without an order.'),
  sailingId: z.int().nullable().describe('The sailing; null for an order or quote.'),
  reference: z
    .string()
    .nullable()
    .describe('The tracking code of the order, or the reference of the sailing; null for a quote without an order.'),
  kind: z.literal(QUOTE_KINDS).nullable().describe('The kind of a quote: instant or request; null for anything else.'),
  who: z.string().describe("The client's company; of a sailing, its carrier."),
  originName: z.string().describe('The name of the origin.'),
  destinationName: z.string().describe('The name of the destination.'),
  at: z.string().describe('When it was made, asked for, reached or arrived, ISO 8601 in UTC.'),
  cbm: z.number().nullable().describe('Volume in CBM; null where it is not known.'),
  usd: z.number().nullable().describe('Price in USD; null where there is none.'),
  days: z.number().nullable().describe('Days late, or days that the step took; null where neither is known.'),
  state: z.string().describe('What became of it, in words.'),
})
export type ReportItem = z.infer<typeof reportItem>
