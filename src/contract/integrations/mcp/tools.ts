import { z } from 'zod'
import { RULE_CODES } from '#contract/attention/attention.ts'
import type { Scope } from '#contract/integrations/api-keys.ts'
import * as f from '#contract/lib/fields.ts'
import { MAIL_IN_STATES, MATCHED_BY, MOST_SUBJECT } from '#contract/mail-in/mail-in-codes.ts'
import { MAX_NOTE } from '#contract/notes/notes.ts'
import { OFFER_STATES } from '#contract/offers/offer-codes.ts'
import { quote } from '#contract/quotes/quotes.ts'
import { MILESTONES } from '#contract/reference/milestones.ts'
import { SAILING_STATUSES } from '#contract/sailings/sailing-codes.ts'
import {
  STATUSES,
  toldItem,
  toldMailIn,
  toldOffer,
  toldOrder,
  toldOrderDetail,
  toldSailing,
  toldTracking,
} from './rows.ts'

/** Rows that a tool lists: at most, and by default. */
export const MOST_ROWS = 50
const limit = z.int().min(1).max(MOST_ROWS).default(20).describe(`How many, at most ${MOST_ROWS}`)
/** Characters of a reply that a program prepares. */
const MOST_DRAFT_TEXT = 50_000
const recordId = z.int().min(1).max(f.MAX_INT)
const code = z.string().max(60).describe('A tracking code in any form, such as ABCD-1234-5678')
const listed = <T extends z.ZodType>(row: T) =>
  z.object({ items: z.array(row), more: z.boolean().describe('Whether there are more than these') })

/** A tool as assistants see it, and the scopes, all of them, that a key needs for it. */
export interface Tool<In extends z.ZodObject = z.ZodObject, Out extends z.ZodObject = z.ZodObject> {
  title: string
  description: string
  scopes: readonly Scope[]
  /** True if it changes anything. */
  writes: boolean
  input: In
  output: Out
}
const tool = <In extends z.ZodObject, Out extends z.ZodObject>(given: Tool<In, Out>) => given

/** All tools. None of them sends a mail: an assistant drafts it, a person sends it. */
export const MCP_TOOLS = {
  find_orders: tool({
    title: 'Find orders',
    description:
      'Finds orders of the freight forwarder by tracking code, company, status or milestone, the newest first. Without any of them: the newest orders.',
    scopes: ['orders:read'],
    writes: false,
    input: z.strictObject({
      search: z.string().max(60).describe('A tracking code, its beginning, or the id of an order').optional(),
      company: z.string().min(1).max(100).describe("A part of the client's company name").optional(),
      status: z.enum(STATUSES).optional(),
      milestone: z.enum(MILESTONES).describe('The furthest milestone that was reached').optional(),
      limit,
    }),
    output: listed(toldOrder),
  }),
  get_order: tool({
    title: 'Read an order',
    description: 'Reads one order with its dates, sailing and history, by id or by tracking code.',
    scopes: ['orders:read'],
    writes: false,
    input: z.strictObject({ id: recordId.optional(), trackingCode: code.optional() }),
    output: toldOrderDetail,
  }),
  track: tool({
    title: 'Track a shipment',
    description: 'Says where a shipment is and what comes next, as its client sees it.',
    scopes: ['orders:read'],
    writes: false,
    input: z.strictObject({ trackingCode: code }),
    output: toldTracking,
  }),
  list_attention: tool({
    title: 'List what waits',
    description:
      'Lists what needs somebody now: late departures, missing papers, failed mails and so on, the most urgent first.',
    scopes: ['orders:read'],
    writes: false,
    input: z.strictObject({
      rule: z.enum(RULE_CODES).optional(),
      owner: z.enum(['me', 'nobody', 'all']).default('all').describe('me: the owner of the API key'),
      limit,
    }),
    output: listed(toldItem),
  }),
  calculate_quote: tool({
    title: 'Price a shipment',
    description:
      'Prices an LCL shipment at the rates of today, in USD. Nothing is booked and nobody is told. Ids of depots, pick-up locations and cartages come from the API.',
    scopes: ['orders:read'],
    writes: false,
    input: z.strictObject({
      terms: z
        .enum(['pick-up', 'drop-off', 'fob'])
        .describe('Who brings the cargo to the depot: we, the supplier, or the supplier with all fees of the origin'),
      originId: recordId.describe('A pick-up location for pick-up, else a depot'),
      cartageId: recordId.describe('The destination'),
      weightKg: z.number().positive().max(1_000_000),
      volumeCbm: z.number().positive().max(16),
      valueUsd: z.number().positive().max(100_000_000).describe('Needed for insurance and brokerage').optional(),
      cargoInsurance: z.boolean().default(false),
      customsBrokerage: z.boolean().default(false),
    }),
    output: quote.omit({ rates: true, quoteId: true }),
  }),
  list_sailings: tool({
    title: 'List sailings',
    description: 'Lists sailings with their dates and how full they are, the next cut-off first.',
    scopes: ['reference:read'],
    writes: false,
    input: z.strictObject({
      search: z.string().max(100).describe('A reference, vessel, voyage or master bill').optional(),
      status: z.enum(SAILING_STATUSES).optional(),
      limit,
    }),
    output: listed(toldSailing),
  }),
  list_offers: tool({
    title: 'List offers',
    description: 'Lists offers with their prices in USD and what became of them, the newest first.',
    scopes: ['offers:read'],
    writes: false,
    input: z.strictObject({
      search: z.string().max(100).describe('A reference, name, company or address').optional(),
      state: z.enum(OFFER_STATES).optional(),
      limit,
    }),
    output: listed(toldOffer),
  }),
  list_mail_in: tool({
    title: 'List mail that came in',
    description: 'Lists mail that came in, the newest first, without what was ignored unless asked for.',
    scopes: ['inbox:read'],
    writes: false,
    input: z.strictObject({
      search: z.string().max(100).describe('A part of subject, text or address').optional(),
      state: z.enum(MAIL_IN_STATES).optional(),
      matched: z
        .enum([...MATCHED_BY, 'none'])
        .describe('By what it was matched; none: about no order')
        .optional(),
      orderId: recordId.optional(),
      limit,
    }),
    output: listed(toldMailIn),
  }),
  draft_reply: tool({
    title: 'Draft a reply',
    description:
      'Prepares an answer to a mail as a draft, which waits for the owner of the API key: nothing is sent until a person sends it.',
    scopes: ['inbox:write'],
    writes: true,
    input: z.strictObject({
      mailId: recordId,
      html: z.string().min(1).max(MOST_DRAFT_TEXT).describe('The text, as HTML'),
      subject: z.string().max(MOST_SUBJECT).describe('Re: and the subject of the mail if it is left out').optional(),
    }),
    output: z.object({ mailId: z.int(), subject: z.string(), url: z.string(), waitsFor: z.string() }),
  }),
  draft_event: tool({
    title: 'Draft an event',
    description:
      'Prepares an event of an order as a draft, which waits for the owner of the API key: nothing is set and nobody is told until a person sends it.',
    scopes: ['orders:write'],
    writes: true,
    input: z.strictObject({
      orderId: recordId,
      event: z.string().min(1).max(100).describe('The name of the event, as staff know it'),
      date: z.iso.datetime({ offset: true }).describe('When it happened; now if it is left out').optional(),
      comment: z.string().max(255).optional(),
    }),
    output: z.object({ orderId: z.int(), event: z.string(), date: z.string(), url: z.string(), waitsFor: z.string() }),
  }),
  add_note: tool({
    title: 'Add a note',
    description: 'Adds an internal note to an order. Clients never see it.',
    scopes: ['orders:write'],
    writes: true,
    input: z.strictObject({ orderId: recordId, text: z.string().min(1).max(MAX_NOTE) }),
    output: z.object({ noteId: z.int(), orderId: z.int(), url: z.string() }),
  }),
} as const
export type ToolName = keyof typeof MCP_TOOLS
