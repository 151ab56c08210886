import { z } from 'zod'

/** States of a mail to one recipient. Unsent: there was no mail server. Bounced: it was sent, and came back. */
export const MailState = {
  QUEUED: 'queued',
  SENDING: 'sending',
  SENT: 'sent',
  FAILED: 'failed',
  UNSENT: 'unsent',
  CANCELLED: 'cancelled',
  BOUNCED: 'bounced',
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
  [MailState.BOUNCED]: 'Not delivered',
}
