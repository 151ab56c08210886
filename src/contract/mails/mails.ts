import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'

/** Why a mail was written. */
export const mailKind = z.enum(['event', 'booking-request', 'quote-request', 'order-changed', 'password-reset', 'test'])
export type MailKind = z.infer<typeof mailKind>

export const mailState = z.enum(['queued', 'sending', 'sent', 'failed', 'unsent', 'cancelled'])
export type MailState = z.infer<typeof mailState>

/** How a state reads on screen. */
export const MAIL_STATE_LABELS: Record<MailState, string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  unsent: 'Not sent: no mail server configured',
  cancelled: 'Cancelled',
}

/** One recipient of a mail: the client ('to') or a blind copy. */
export const delivery = z.object({
  id: z.int(),
  role: z.enum(['to', 'copy']),
  name: z.string(),
  address: z.string(),
  state: mailState,
  attempts: z.int(),
  reason: z.string().nullable(),
  sentAt: z.string().nullable(),
})

/** A mail of the outbox; the text of a password reset is not shown. */
export const mail = z.object({
  id: z.int(),
  kind: z.string(),
  orderId: z.int().nullable(),
  templateTitle: z.string().nullable(),
  subject: z.string(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  deliveries: z.array(delivery),
})
export type Mail = z.infer<typeof mail>
export const mailWithText = mail.extend({ html: z.string().nullable(), text: z.string().nullable() })

/** The failed mails to send again: all, or those found by a text, as the list finds them. A call does a part of them. */
export const retryFailedInput = z.object({
  search: f.text('Search', 200),
  /** Where the call before ended. */
  before: f.optionalId(),
})

/** How many mails one call put back into the queue, and where the next one goes on; null: there are no more. */
export const retriedMails = z.object({ count: z.int(), next: z.int().nullable() })
