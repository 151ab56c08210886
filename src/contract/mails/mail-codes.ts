import { z } from 'zod'

/** The occasions that have a system mail. */
export const MailPurpose = {
  BOOKING_REQUEST: 'booking-request',
  QUOTE_REQUEST: 'quote-request',
  ORDER_CHANGED: 'order-changed',
  PASSWORD_RESET: 'password-reset',
} as const
export const mailPurpose = z.enum(MailPurpose)
export type MailPurpose = z.infer<typeof mailPurpose>

/** Why a mail was sent: an event of an order, one of the purposes above, a test of a template, or what waits for a member of staff. */
export const MailKind = { EVENT: 'event', ...MailPurpose, TEST: 'test', DIGEST: 'digest' } as const
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
