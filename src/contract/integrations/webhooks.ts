import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE_SOME, REQUIRED } from '#contract/lib/messages.ts'
import { ALL_OPERATIONS, defineResource, versioned } from '#contract/lib/resource.ts'
import { secretText } from '#contract/lib/secret-texts.ts'

/** Events that webhooks are sent. */
export const WEBHOOK_EVENTS = [
  'order.created',
  'order.event',
  'order.dates',
  'order.status',
  'document.received',
  'sailing.changed',
  'mail.failed',
  'offer.sent',
  'offer.accepted',
  'offer.declined',
  'mail.received',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Events as people read them. */
export const WEBHOOK_EVENT_LABELS: Record<WebhookEvent, string> = {
  'order.created': 'An order was booked',
  'order.event': 'An event was set, or withdrawn',
  'order.dates': 'Dates of a booking confirmation changed',
  'order.status': 'The status of an order changed',
  'document.received': 'A document was added to an order',
  'sailing.changed': 'A sailing was added or changed',
  'mail.failed': 'A mail failed for good',
  'offer.sent': 'An offer was sent',
  'offer.accepted': 'An offer was accepted',
  'offer.declined': 'An offer was declined',
  'mail.received': 'A mail came in',
}

const URL_MESSAGE = 'Please enter a web address, such as https://shop.example/hooks'
const CREDENTIALS_MESSAGE = 'Please enter the web address without a user name and password'

const WEB_ADDRESS = /^https?:\/\/[^\s/?#\\]+([/?#]\S*)?$/i
/** User name and password in a URL, which would show up in lists and logs. */
const CREDENTIALS = /^https?:\/\/[^/?#]*@/i

/** An address that changes are sent to. Its secret is only in the answers to creating and to rotating. */
export const webhooks = defineResource({
  key: 'webhooks',
  path: 'admin/webhook',
  name: 'Webhook',
  about: 'Addresses of other programs that are told what happens, and what was delivered to them.',
  // Closed to keys: a key must not choose where others' changes are sent.
  scope: null,
  named: '{url}',
  row: z.object({
    ...versioned,
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    active: z.boolean(),
    failingSince: z.string().nullable(),
    disabledReason: z.string().nullable(),
    secret: secretText().optional(),
  }),
  input: z.object({
    url: f
      .requiredText('URL', 2000, [WEB_ADDRESS, URL_MESSAGE])
      .refine((sent) => !CREDENTIALS.test(sent), CREDENTIALS_MESSAGE),
    events: z
      .array(f.oneOf(WEBHOOK_EVENTS), { error: CHOOSE_SOME })
      .min(1, CHOOSE_SOME)
      .max(WEBHOOK_EVENTS.length, f.tooMany(WEBHOOK_EVENTS.length))
      .transform((sent) => WEBHOOK_EVENTS.filter((event) => sent.includes(event))),
    active: f.flag().default(true),
  }),
  operations: ALL_OPERATIONS,
  sortable: ['id', 'url'],
  searchable: ['url'],
  incomplete: REQUIRED,
})
export type Webhook = z.infer<typeof webhooks.row>

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'cancelled'] as const

/** An attempt to deliver: the status of the answer, or the reason why there was none. */
const webhookAttempt = z.object({
  at: z.string(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  ms: z.int(),
})
export type WebhookAttempt = z.infer<typeof webhookAttempt>

export const webhookDelivery = z.object({
  id: z.int(),
  webhookId: z.int(),
  messageId: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  orderId: z.int().nullable(),
  body: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.array(webhookAttempt),
  createdAt: z.string(),
  nextAt: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const DELIVERIES_PATH = 'admin/webhook-delivery'
/** Hours for which the previous secret still signs too. */
export const ROTATION_HOURS = 24
export const webhookSecret = z.object({ secret: secretText() })
