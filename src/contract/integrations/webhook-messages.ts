import { z } from 'zod'
import { MATCHED_BY } from '#contract/mail-in/mail-in-codes.ts'
import { MILESTONES } from '#contract/reference/milestones.ts'
import { SAILING_STATUSES } from '#contract/sailings/sailing-codes.ts'
import { WEBHOOK_EVENT_LABELS, WEBHOOK_EVENTS, type WebhookEvent } from './webhooks.ts'

const sequence = z.int()
const ofOrder = { id: z.int(), trackingCode: z.string(), sequence }

/** The offer that it is about, and the order that it prices or became. */
const ofOffer = { id: z.int(), reference: z.string(), orderId: z.int().nullable(), sequence }

/** Data of each message, besides type and time. The database composes it, so tests compare the two. */
const DATA = {
  'order.created': z.strictObject(ofOrder),
  'order.event': z.strictObject({
    ...ofOrder,
    entryId: z.int(),
    eventId: z.int(),
    event: z.string(),
    milestone: z.enum(MILESTONES).nullable(),
    withdrawn: z.boolean(),
  }),
  'order.dates': z.strictObject(ofOrder),
  'order.status': z.strictObject({ ...ofOrder, status: z.int(), previous: z.int() }),
  'document.received': z.strictObject({ ...ofOrder, documentId: z.int() }),
  'sailing.changed': z.strictObject({ id: z.int(), reference: z.string(), status: z.enum(SAILING_STATUSES), sequence }),
  'mail.failed': z.strictObject({
    id: z.int().nullable(),
    trackingCode: z.string().nullable(),
    mailId: z.int(),
    sequence,
  }),
  'offer.sent': z.strictObject(ofOffer),
  'offer.accepted': z.strictObject(ofOffer),
  'offer.declined': z.strictObject(ofOffer),
  'mail.received': z.strictObject({
    id: z.int(),
    threadId: z.int(),
    orderId: z.int().nullable(),
    trackingCode: z.string().nullable(),
    matched: z.enum(MATCHED_BY).nullable(),
    verified: z.boolean(),
    files: z.int(),
    sequence,
  }),
} satisfies Record<WebhookEvent, z.ZodType>

const messageOf = (event: WebhookEvent) =>
  z.strictObject({ type: z.literal(event), timestamp: z.iso.datetime(), data: DATA[event] })

/** The name of a message's schema: 'OrderCreatedMessage'. */
const nameOf = (event: WebhookEvent) =>
  `${event
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Message`

/** Messages of webhooks: event, name, the occasion, and the body. */
export const WEBHOOK_MESSAGES = WEBHOOK_EVENTS.map((event) => ({
  event,
  name: nameOf(event),
  when: WEBHOOK_EVENT_LABELS[event],
  schema: messageOf(event),
}))
