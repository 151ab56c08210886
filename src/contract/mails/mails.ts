import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'

/** The occasions that have a system mail. */
export const MailPurpose = {
  BOOKING_REQUEST: 'booking-request',
  QUOTE_REQUEST: 'quote-request',
  ORDER_CHANGED: 'order-changed',
  PASSWORD_RESET: 'password-reset',
} as const
export const mailPurpose = z.enum(MailPurpose)
export type MailPurpose = z.infer<typeof mailPurpose>

/** Why a mail was sent: an event of an order, one of the purposes above, or a test of a template. */
export const MailKind = { EVENT: 'event', ...MailPurpose, TEST: 'test' } as const
export const mailKind = z.enum(MailKind)
export type MailKind = z.infer<typeof mailKind>

/** The state of a mail to one recipient. Unsent: no mail server was configured. */
export const MailState = {
  QUEUED: 'queued',
  SENDING: 'sending',
  SENT: 'sent',
  FAILED: 'failed',
  UNSENT: 'unsent',
  CANCELLED: 'cancelled',
} as const
export const mailState = z.enum(MailState)
export type MailState = z.infer<typeof mailState>

export const MAIL_STATE_LABELS: Record<MailState, string> = {
  [MailState.QUEUED]: 'Queued',
  [MailState.SENDING]: 'Sending',
  [MailState.SENT]: 'Sent',
  [MailState.FAILED]: 'Failed',
  [MailState.UNSENT]: 'Not sent: no mail server configured',
  [MailState.CANCELLED]: 'Cancelled',
}

/** The client, or an address that gets a blind copy. */
export const RecipientRole = { TO: 'to', COPY: 'copy' } as const
export const recipientRole = z.enum(RecipientRole)
export type RecipientRole = z.infer<typeof recipientRole>

/** A mail to one recipient. */
export const mailDelivery = z.object({
  id: z.int(),
  role: recipientRole,
  name: z.string(),
  address: z.string(),
  state: mailState,
  attempts: z.int(),
  reason: z.string().nullable(),
  sentAt: z.string().nullable(),
})

/** A mail of the outbox. */
export const mail = z.object({
  id: z.int(),
  kind: mailKind,
  orderId: z.int().nullable(),
  templateTitle: z.string().nullable(),
  subject: z.string(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  /** Until when it is held; null if it never was, or without a mail server. */
  sendAt: z.string().nullable(),
  deliveries: z.array(mailDelivery),
})
export type Mail = z.infer<typeof mail>
/** With its text; null for password resets, whose text gives access to the account. */
export const mailWithText = mail.extend({ html: z.string().nullable(), text: z.string().nullable() })

/** Which failed mails to retry: all, or those that match the search. One call retries one batch. */
export const retryFailedInput = z.object({
  /** Failed ones unless it says unsent. */
  state: z.enum([MailState.FAILED, MailState.UNSENT], { error: 'state is failed or unsent' }).optional(),
  search: f.text('Search', 200),
  /** `next` of the previous reply. */
  before: f.optionalId(),
})

/** How many mails a call queued again, and where the next call continues; null if none are left. */
export const retriedMails = z.object({ count: z.int(), next: z.int().nullable() })
