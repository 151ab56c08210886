import { MAIL_STATE_LABELS } from '#contract/codes/mail-state.ts'
import { choicesOf, defineFilters } from '#contract/lib/filters.ts'
import { STAFF_PATH } from '#contract/orders/in-charge.ts'
import { MailKind } from './mail-codes.ts'

/** Kinds of mail as staff read them. */
export const MAIL_KIND_LABELS: Record<MailKind, string> = {
  [MailKind.EVENT]: 'Event',
  [MailKind.BOOKING_REQUEST]: 'Booking request',
  [MailKind.QUOTE_REQUEST]: 'Quote request',
  [MailKind.ORDER_CHANGED]: 'Order changed',
  [MailKind.PASSWORD_RESET]: 'Password reset',
  [MailKind.DOCUMENTS_REQUESTED]: 'Documents requested',
  [MailKind.TRACKING_UPDATE]: 'Tracking update',
  [MailKind.TRACKING_CONFIRMATION]: 'Tracking confirmation',
  [MailKind.TEST]: 'Test',
  [MailKind.DIGEST]: 'Daily mail',
  [MailKind.WEBHOOK_DISABLED]: 'Webhook switched off',
  [MailKind.TEMPLATE_NOTICE]: 'Mail with a secret link',
  [MailKind.ACCOUNT_NOTICE]: 'Account notice',
  [MailKind.CARGO_ASKED]: 'Supplier asked',
  [MailKind.REPLY]: 'Reply',
  [MailKind.OFFER]: 'Offer',
  [MailKind.OFFER_FOLLOW_UP]: 'Offer follow-up',
  [MailKind.OFFER_ACCEPTED]: 'Offer accepted',
}

/** Filters of the mail log. A mail is found by the state or the address of any of its recipients. */
export const MAIL_FILTERS = defineFilters({
  state: { kind: 'enum', label: 'State', choices: choicesOf(MAIL_STATE_LABELS) },
  kind: { kind: 'enum', label: 'Kind', choices: choicesOf(MAIL_KIND_LABELS) },
  recipient: { kind: 'text', label: 'Recipient' },
  subject: { kind: 'text', label: 'Subject' },
  template: { kind: 'text', label: 'Template' },
  created: { kind: 'date', label: 'Date' },
  createdBy: { kind: 'ref', label: 'By', from: STAFF_PATH, name: 'name', me: true },
})
