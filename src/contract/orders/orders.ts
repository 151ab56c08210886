import { z } from 'zod'
import { mailState } from '#contract/codes/mail-state.ts'
import { namedRecord } from '#contract/lib/resource.ts'
import { ratesOfPrice } from '#contract/quotes/quotes.ts'
import { milestone } from '#contract/reference/milestones.ts'
import { carriedValue } from './carried.ts'
import { bookingConfirmation } from './confirmation.ts'
import { detailFields } from './order-fields.ts'
import { orderListItem } from './order-list.ts'
import { orderSailing } from './order-sailing.ts'
import { nextCutOffFields, orderProgressFields } from './progress.ts'

/** A whole order. CBM, kg and USD; null where a quote request leaves a field open. */
export const order = orderListItem.extend({
  ...detailFields,
  /** The furthest milestone reached; withdrawn entries do not count. */
  lastMilestone: milestone,
  /** The departure by the order's history; null before. */
  departedAt: z.string().nullable(),
  /** The member of staff who looks after the order; null for nobody, and for a disabled account. */
  inCharge: namedRecord.nullable(),
  /** True if the destination is an Amazon cartage. */
  amazon: z.boolean(),
  /** All documents of this order, whoever uploaded them. */
  documentCount: z.int(),
  /** Days from origin to destination in the delivery grid; null if it has none. */
  deliveryDays: z.int().nullable(),
  /** How far it is from its origin to its destination; null for a cancelled order. */
  progress: orderProgressFields.nullable(),
  /** The next cut-off that is not behind its furthest milestone. */
  nextCutOff: nextCutOffFields.nullable(),
  bookingConfirmation: bookingConfirmation.nullable(),
  /** The order's sailing; never shown to clients. */
  sailing: orderSailing.nullable(),
  price: z
    .object({
      lines: z.array(z.object({ code: z.string(), label: z.string(), formula: z.string(), amount: z.number() })),
      inputs: z.record(z.string(), z.unknown()),
      calculated: z.number().nullable(),
      booked: z.number(),
      manual: z.boolean(),
      rates: ratesOfPrice
        .nullable()
        .describe('The rates of the calculated price; null without one, or if it is older than the history of rates.'),
      by: z.string().nullable(),
      at: z.string(),
    })
    .nullable(),
  /** The offer whose price it has; null for one that was booked otherwise. */
  offer: z
    .object({
      id: z.int(),
      reference: z.string(),
      answeredName: z.string().nullable().describe('Who accepted it.'),
      answeredAt: z.string().nullable().describe('When it was accepted.'),
    })
    .nullable()
    .describe('The accepted offer whose price it has; null for an order that was booked otherwise.'),
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

/** The tracking page for everybody with the full tracking code: no people, companies, addresses or money. */
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
  /** Size in bytes. */
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
  /** The title of the entry's template, if the template was deleted since. */
  deletedEmailTemplate: z.string().nullable(),
  user: z.object({ username: z.string(), role: z.string(), humanRole: z.string() }).nullable(),
  event: z.object({ id: z.int(), name: z.string(), publicStatus: z.string() }),
  milestone,
  /** Values beside the history that it also set, and that an undo takes back. */
  carried: z.array(carriedValue),
  /** The mail to the client with this entry, and until when it is held; null without a mail server. */
  mail: z
    .object({
      id: z.int(),
      state: mailState,
      sendAt: z.string().nullable(),
      sentAt: z.string().nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  /** The instant at which the entry was set. */
  createdAt: z.string(),
  /** The instant until which its author, or an administrator, can undo it. */
  undoUntil: z.string(),
  /** The last correction of the date or comment: by whom, and when. */
  editedBy: z.string().nullable(),
  editedAt: z.string().nullable(),
  /** The withdrawal: by whom, when and why. A withdrawn entry no longer counts. */
  withdrawnBy: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
  withdrawReason: z.string().nullable(),
})
export type EventEntry = z.infer<typeof eventEntry>

/** The data of a 409 of set-event: the entry that is the order's last event now. */
export const eventConflict = z.object({ current: eventEntry.nullable() })

/** The answer to an undo: the entry that is the order's last event now. */
export const undoneEvent = z.object({ lastEventEntryId: z.int().nullable() })

/** The latest resend of a request. `mail` is the one that this call queued; null if it queued none. */
export const resendReply = z.object({
  sentAt: z.string(),
  mail: z.object({ id: z.int(), sendAt: z.string().nullable() }).nullable(),
})
/** Seconds between two resends of a mail. */
export const RESEND_PAUSE_SECONDS = 60
