/** The rules of the queue, in the order of their chips. Without zod, because the first screen shows them. */
export const RULE_LABELS = {
  'mail-failed': 'Mail failed',
  'cargo-cut-off': 'Cargo cut-off',
  document: 'Document missing',
  'customs-exam': 'Customs exam',
  'quote-waiting': 'Quote waiting',
  unconfirmed: 'No vessel',
  'not-departed': 'Not departed',
  'not-arrived': 'Not arrived',
  'late-delivery': 'Late delivery',
  'client-document': 'Unopened documents',
  'measured-differs': 'Measurements differ',
  'note-due': 'Note due',
  'draft-waiting': 'Draft waiting',
  quiet: 'Quiet',
  'webhook-disabled': 'Webhook disabled',
  'rate-gap': 'Rate gap',
  'offer-follow-up': 'Offer follow-up',
  'offer-accepted': 'Offer accepted',
  'offer-question': 'Offer question',
  'client-mail': 'Client mail',
  'mailbox-failing': 'Mailbox failing',
  'free-time-ends': 'Free time ends',
  'charges-running': 'Charges running',
  'release-missing': 'Release missing',
  'empty-return-due': 'Empty return due',
  'arrival-notice-due': 'Arrival notice due',
  'carrier-differs': 'Carrier differs',
  'feed-failing': 'Feed failing',
} as const

export type RuleCode = keyof typeof RULE_LABELS

/** Rules whose items concern no order. */
export const RULES_OF_NO_ORDER: readonly RuleCode[] = [
  'webhook-disabled',
  'rate-gap',
  'offer-follow-up',
  'offer-accepted',
  'offer-question',
  'mailbox-failing',
  'carrier-differs',
  'feed-failing',
]

/** Rules whose items are dealt with together: those of one sailing, or the papers of one client. */
export const GROUPED_RULES: readonly RuleCode[] = [
  'cargo-cut-off',
  'document',
  'not-departed',
  'not-arrived',
  'arrival-notice-due',
]

/** The label of a rule by its code; an unknown code is its own label. */
export const ruleLabel = (code: unknown): string =>
  Object.entries(RULE_LABELS).find(([known]) => known === code)?.[1] ?? String(code)
