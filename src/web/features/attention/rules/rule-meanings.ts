import type { RuleCode } from '#contract/attention/rules.ts'

/** How urgent a rule is. */
export const SEVERITY_LABELS = [
  { value: '1', label: 'Low' },
  { value: '2', label: 'Normal' },
  { value: '3', label: 'Urgent' },
]

/** When a rule finds something, in a sentence. */
export const RULE_MEANINGS: Record<RuleCode, string> = {
  'mail-failed': 'A mail about an order was not delivered; a failed copy counts as low.',
  'cargo-cut-off': 'The cargo cut-off is near or has passed, and the cargo was not received.',
  document: 'A mandatory document is missing and due soon, or overdue.',
  'customs-exam': 'Customs are examining the cargo and have not released it.',
  'quote-waiting': 'A quote request has no price.',
  unconfirmed: 'A booking has no vessel although its cargo is ready soon.',
  'not-departed': 'The estimated departure has passed without an actual one.',
  'not-arrived': 'The estimated arrival at the port has passed without an actual one.',
  'late-delivery': 'The expected delivery time has passed, and the cargo was not delivered.',
  'client-document': 'A client document has not been opened.',
  'measured-differs': 'The measured cargo differs from the booking by more than 10% or 0.5 CBM.',
  'note-due': 'A note on an order is due.',
  'draft-waiting': 'A program prepared an event, which waits for the owner of its API key to send or discard it.',
  quiet: 'No events for several days.',
  'webhook-disabled': 'A webhook was switched off: its address failed for three days, or is gone.',
}
