import { z } from 'zod'

/** Occasions that have a system mail. */
export const MailPurpose = {
  BOOKING_REQUEST: 'booking-request',
  QUOTE_REQUEST: 'quote-request',
  ORDER_CHANGED: 'order-changed',
  PASSWORD_RESET: 'password-reset',
  DOCUMENTS_REQUESTED: 'documents-requested',
  TRACKING_UPDATE: 'tracking-update',
  TRACKING_CONFIRMATION: 'tracking-confirmation',
  OFFER: 'offer',
  OFFER_FOLLOW_UP: 'offer-follow-up',
  OFFER_ACCEPTED: 'offer-accepted',
} as const
export const mailPurpose = z.enum(MailPurpose)
export type MailPurpose = z.infer<typeof mailPurpose>

/**
 * Reasons for a mail: an event of an order, one of the purposes above, a test of a template, the daily mail
 * of what waits, a webhook that was switched off, a change of a mail with a secret, or of how an account
 * signs in, the cargo that a shipper is asked for, or an answer to a mail that came in.
 */
export const MailKind = {
  EVENT: 'event',
  ...MailPurpose,
  TEST: 'test',
  DIGEST: 'digest',
  WEBHOOK_DISABLED: 'webhook-disabled',
  TEMPLATE_NOTICE: 'template-notice',
  ACCOUNT_NOTICE: 'account-notice',
  CARGO_ASKED: 'cargo-asked',
  REPLY: 'reply',
} as const
export const mailKind = z.enum(MailKind)
export type MailKind = z.infer<typeof mailKind>

/** Roles of a recipient: the client, one who gets a reply too, or an address that gets a blind copy. */
export const RecipientRole = { TO: 'to', CC: 'cc', COPY: 'copy' } as const
export const recipientRole = z.enum(RecipientRole)
export type RecipientRole = z.infer<typeof recipientRole>
