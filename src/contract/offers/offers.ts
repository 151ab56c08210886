import { z } from 'zod'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import * as f from '#contract/lib/fields.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { ALL_OPERATIONS, defineResource, namedRecord, versioned } from '#contract/lib/resource.ts'
import { quoteLine } from '#contract/quotes/quotes.ts'
import { DECLINE_REASONS, MOST_OPTIONS, OFFER_STATES } from './offer-codes.ts'

const usd = z.number().nullable()
const instant = z.string().nullable()

/** A price among which somebody chooses. USD; days from origin to destination. */
export const offerOption = z.object({
  id: z.int(),
  position: z.int().describe('Its place in the offer, from 1.'),
  quoteId: z.int().nullable().describe('The kept quote that it was made from.'),
  label: z.string().describe('What it is called on the page.'),
  mode: z.int().describe('0 LCL, priced by the calculator; 1 FCL, with a typed price.'),
  inputs: z
    .record(z.string(), z.unknown())
    .describe(
      "What it prices: the calculator's body with shipmentTradeTerms, or origin, cartageId, volume and weight.",
    ),
  lines: z.array(quoteLine),
  price: usd.describe('USD; null where there is none yet.'),
  manual: z.boolean().describe('Whether the price was typed.'),
  missing: z.string().nullable().describe('Why there is no price.'),
  currency: z.literal('USD').describe('Always USD.'),
  days: z.int().nullable().describe('Days from origin to destination; null if unknown.'),
  chosen: z.boolean().describe('Whether this is the one that was accepted.'),
})
export type OfferOption = z.infer<typeof offerOption>

export const offerOptionInput = z.object({
  id: f.optionalId().describe('The option that is changed; null for a new one.'),
  quoteId: f.optionalId().describe('A kept quote whose shipment is taken over.'),
  label: f.text('Label', 100),
  mode: f.oneOf([TransportationMode.LCL, TransportationMode.FCL]),
  inputs: z.record(z.string(), z.unknown()).nullish(),
  price: f.optionalDecimal(2, { above: 0 }),
  days: f.optionalDecimal(0, { above: 0, max: 365 }),
})
export type OfferOptionInput = z.output<typeof offerOptionInput>

/** Prices that are offered to somebody, who need not be a client yet. */
export const offers = defineResource({
  key: 'offers',
  path: 'offer',
  name: 'Offer',
  about: 'Prices that are offered, and what became of them.',
  scope: 'offers',
  named: '{reference}',
  refs: { clientId: 'users', ownerId: 'users', orderId: 'orders' },
  row: z.object({
    ...versioned,
    createdAt: z.string(),
    reference: z.string().describe('Its number: Q-2026-0412.'),
    state: z.enum(OFFER_STATES).describe('Expired is a sent offer whose time has passed.'),
    clientId: z.int().nullable().describe('The client; null for somebody who is none yet.'),
    orderId: z.int().nullable().describe('The quote request that it prices; else the order that was made from it.'),
    name: z.string().describe('Whom it addresses.'),
    company: z.string().describe('Its company.'),
    email: z.string(),
    ownerId: z.int().describe('The member of staff who looks after it.'),
    owner: namedRecord.describe('The member of staff who looks after it.'),
    validUntil: instant.describe(
      'Until when it can be accepted; of a draft, unless typed, what it would be if sent now.',
    ),
    note: z.string().describe('What the page says to the client.'),
    options: z.array(offerOption).describe('Among which one is accepted.'),
    sentAt: instant.describe('When the mail left; null while it is held, and without a mail server.'),
    mail: z.object({ id: z.int(), sendAt: instant }).nullable().describe('The mail that offered it.'),
    seenAt: instant.describe('When somebody first pressed a button on its page.'),
    answeredAt: instant.describe('When it was accepted or declined.'),
    answeredName: z
      .string()
      .nullable()
      .describe('Who accepted it, as typed; or the member of staff who did so for the client.'),
    answeredNote: z
      .string()
      .describe('How the client accepted, as staff noted it; empty if it was answered on the page.'),
    answeredFrom: z.string().nullable().describe('The address from which it was answered.'),
    declineReason: z.enum(DECLINE_REASONS).nullable().describe('Why it was declined.'),
    declineNote: z.string().describe('What was said about that.'),
    replacesId: z.int().nullable().describe('The offer that this one replaces.'),
    replacedById: z.int().nullable().describe('The offer that replaces this one.'),
    followUpAt: instant.describe('When to ask again; null for never.'),
    followUps: z.int().describe('How often somebody asked again.'),
    documentId: z.int().nullable().describe('Its PDF, as it was sent.'),
    snapshotHash: z.string().nullable().describe('The SHA-256, in hex, of what was shown when it was accepted.'),
  }),
  input: z.object({
    clientId: f
      .optionalId()
      .describe('A client, who fills in empty name, company and email; null for somebody who is none yet.'),
    name: f.text('Name', 50),
    company: f.text('Company', 100).describe('Its company.'),
    email: f.optionalEmail(),
    orderId: f.optionalId(),
    ownerId: f.optionalId(),
    note: f.longText('Note', 1000).describe('What the page says to the client.'),
    validUntil: f
      .instant()
      .describe(
        'Until when it can be accepted, at most 365 days ahead; null for the usual time, which is fixed when it is sent.',
      ),
    followUpAt: f.instant().describe('When to ask again; null for two working days after it is sent.'),
    options: z
      .array(offerOptionInput)
      .min(1, REQUIRED)
      .max(MOST_OPTIONS, f.tooMany(MOST_OPTIONS))
      .describe('Priced by the server when they are saved.'),
  }),
  operations: ALL_OPERATIONS,
  sortable: ['id', 'reference', 'validUntil', 'followUpAt', 'updatedAt'],
  searchable: ['reference', 'name', 'company', 'email'],
  columns: {
    reference: 'Offer',
    state: 'State',
    name: 'Name',
    company: 'Company',
    owner: 'In charge',
    validUntil: 'Valid until',
    followUpAt: 'Follow up',
  },
  conflict: { field: 'orderId', message: 'This quote request has an open offer' },
})
export type Offer = z.infer<typeof offers.row>
export type OfferInput = z.output<typeof offers.input>

export const sendOfferInput = z.object({ emailTemplateId: f.optionalId() })
export const acceptForClientInput = z.object({
  optionId: f.id().describe('The option that the client chose.'),
  note: f
    .requiredLongText('Note', 1000)
    .describe('How the client accepted; it becomes a note of the order, as soon as there is one.'),
})

/** A kept quote, to be reopened or offered. */
export const keptQuote = z.object({
  id: z.int(),
  kind: z.enum(['instant', 'request']),
  askedAt: z.string().describe('When it was asked for.'),
  origin: z.string().describe('The code of the depot or port.'),
  destination: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  price: usd,
  client: namedRecord.nullable().describe('Whom it was for, if that is known.'),
  orderId: z.int().nullable(),
})
export type KeptQuote = z.infer<typeof keptQuote>
export const QUOTES_PATH = 'quote'

/** What somebody asked on the page of an offer. */
export const offerQuestion = z.object({
  id: z.int(),
  kind: z.enum(['question', 'new-price']).describe('A question, or the wish for a new price.'),
  name: z.string().describe('Who asked, as typed.'),
  message: z.string().describe('The question.'),
  askedAt: z.string().describe('When it was asked.'),
  closedAt: z.string().nullable().describe('When staff dealt with it.'),
})
export type OfferQuestion = z.infer<typeof offerQuestion>
