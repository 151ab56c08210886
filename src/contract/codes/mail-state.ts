import { z } from 'zod'

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
