import { z } from 'zod'
import { mailState } from '#contract/mails/mails.ts'
import { bookingConfirmation } from './confirmation.ts'
import { clientListFields, detailFields, listFields } from './order-fields.ts'

/** A row of the orders list. */
export const orderListItem = z.object({
  id: z.int(),
  created: z.int().describe('Unix seconds'),
  updatedAt: z.string(),
  hashSum: z.string(),
  customCode: z.string(),
  userId: z.int(),
  username: z.string(),
  lastEventName: z.string().nullable(),
  lastEventId: z.int().nullable(),
  lastEventTime: z.string().nullable(),
  lastEventPublicStatus: z.string().nullable(),
  cityName: z.string().describe('Name of the origin, copied when the order was saved'),
  cartageName: z.string().describe('Name of the destination, copied when the order was saved'),
  ...listFields,
})
export type OrderListItem = z.infer<typeof orderListItem>

/** Sort keys of the list as the specification names them; the ID and Date headers both send `created`. */
export const ORDER_SORT_KEYS = [
  'id',
  'created',
  'username',
  'companyName',
  'shipment_volume',
  'status',
  'event_data_update',
] as const
export type OrderSortKey = (typeof ORDER_SORT_KEYS)[number]

/** A whole order. Volume in CBM, weight in kg, money in USD; what a quote request leaves open is null. */
export const order = orderListItem.extend({
  ...detailFields,
  /** True when the destination cartage is an Amazon one. */
  amazon: z.boolean(),
  /** Documents of anybody on this order. */
  documentCount: z.int(),
  bookingConfirmation: bookingConfirmation.nullable(),
  price: z
    .object({
      lines: z.array(z.object({ code: z.string(), label: z.string(), formula: z.string(), amount: z.number() })),
      inputs: z.record(z.string(), z.unknown()),
      calculated: z.number().nullable(),
      booked: z.number(),
      manual: z.boolean(),
      by: z.string().nullable(),
      at: z.string(),
    })
    .nullable(),
  user: z.object({
    canadianBusinessNumber: z.string(),
    companyAddress: z.string(),
    companyName: z.string(),
    email: z.string(),
    name: z.string(),
    phone: z.string(),
    confirmed: z.boolean(),
  }),
})
export type Order = z.infer<typeof order>

/** A row of the quotes table ('See all orders'). */
export const quoteListItem = orderListItem.extend(clientListFields)
export type QuoteListItem = z.infer<typeof quoteListItem>

/** What tracking shows to anyone who knows the whole code: no person, company, address or money. */
export const publicTracking = z.object({
  trackingCode: z.string(),
  status: z.int(),
  lastEventPublicStatus: z.string().nullable(),
  lastEventTime: z.string().nullable(),
  cityName: z.string(),
  cartageName: z.string(),
  estimatedTimeOfDepartureAt: z.string().nullable(),
  estimatedTimeOfArrivalAt: z.string().nullable(),
})

export const document = z.object({
  id: z.int(),
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  contentType: z.string(),
  category: z.string(),
  createdAt: z.string(),
})
export type Document = z.infer<typeof document>

export const documentExchange = z.object({ user: z.array(document), admin: z.array(document), csr: z.array(document) })
export type DocumentExchange = z.infer<typeof documentExchange>

/** An entry of an order's history. */
export const eventEntry = z.object({
  id: z.int(),
  date: z.string(),
  comment: z.string(),
  documents: z.array(document),
  emailTemplate: z.object({ id: z.int(), title: z.string() }).nullable(),
  /** The name of the entry's template when that was deleted since. */
  deletedEmailTemplate: z.string().nullable(),
  user: z.object({ username: z.string(), role: z.string(), humanRole: z.string() }).nullable(),
  event: z.object({ id: z.int(), name: z.string(), publicStatus: z.string() }),
  /** The mail that went to the client with this entry. */
  mail: z
    .object({ id: z.int(), state: mailState, sentAt: z.string().nullable(), reason: z.string().nullable() })
    .nullable(),
})
export type EventEntry = z.infer<typeof eventEntry>

export const resendReply = z.object({ sentAt: z.string() })
/** A mail is resent at most once in this many seconds. */
export const RESEND_PAUSE_SECONDS = 60
