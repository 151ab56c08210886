import { z } from 'zod'

/** The occasions that have a system mail. */
export const MailPurpose = {
  BOOKING_REQUEST: 'booking-request',
  QUOTE_REQUEST: 'quote-request',
  ORDER_CHANGED: 'order-changed',
  PASSWORD_RESET: 'password-reset',
  DOCUMENTS_REQUESTED: 'documents-requested',
  TRACKING_UPDATE: 'tracking-update',
  TRACKING_CONFIRMATION: 'tracking-confirmation',
} as const
export const mailPurpose = z.enum(MailPurpose)
export type MailPurpose = z.infer<typeof mailPurpose>

/**
 * Why a mail was sent: an event of an order, one of the purposes above, a test of a template, what waits for a member of staff, a webhook
 * that was switched off, a change of how an account signs in, or of a mail with a secret.
 */
export const MailKind = {
  EVENT: 'event',
  ...MailPurpose,
  TEST: 'test',
  DIGEST: 'digest',
  WEBHOOK_DISABLED: 'webhook-disabled',
  TEMPLATE_NOTICE: 'template-notice',
  ACCOUNT_NOTICE: 'account-notice',
} as const
export const mailKind = z.enum(MailKind)
export type MailKind = z.infer<typeof mailKind>

/** The client, or an address that gets a blind copy. */
export const RecipientRole = { TO: 'to', COPY: 'copy' } as const
export const recipientRole = z.enum(RecipientRole)
export type RecipientRole = z.infer<typeof recipientRole>
