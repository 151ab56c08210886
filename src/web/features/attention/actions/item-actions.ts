import type { AttentionItem } from '#contract/attention/attention.ts'
import type { RuleCode } from '#contract/attention/rules.ts'
import { ASKED_OF_CLIENT } from '#contract/papers/paper-codes.ts'

/** What opens over the queue, or where it leads. */
export type ActionKind =
  | 'set-event'
  | 'mail'
  | 'dates'
  | 'price'
  | 'documents'
  | 'confirmation'
  | 'notes'
  | 'order'
  | 'sailing'
  | 'complete'
  | 'papers'
  | 'webhooks'

interface Action {
  label: string
  kind: ActionKind
}

type Acted = Pick<AttentionItem, 'rule' | 'sailing' | 'lastMilestone' | 'detail'>

const SET_EVENT: Action = { label: 'Set event', kind: 'set-event' }
const ASK_CLIENT: Action = { label: 'Ask client', kind: 'papers' }
const OPEN: Action = { label: 'Open order', kind: 'order' }

const ACTIONS: Record<RuleCode, Action> = {
  'mail-failed': { label: 'Retry', kind: 'mail' },
  'cargo-cut-off': SET_EVENT,
  document: { label: 'Papers', kind: 'papers' },
  'customs-exam': SET_EVENT,
  'quote-waiting': { label: 'Enter price', kind: 'price' },
  unconfirmed: { label: 'Name vessel', kind: 'confirmation' },
  'not-departed': SET_EVENT,
  'not-arrived': SET_EVENT,
  'late-delivery': SET_EVENT,
  'client-document': { label: 'Read', kind: 'documents' },
  'measured-differs': OPEN,
  'note-due': { label: 'Open notes', kind: 'notes' },
  'draft-waiting': { label: 'Open draft', kind: 'set-event' },
  quiet: SET_EVENT,
  'webhook-disabled': { label: 'Open webhooks', kind: 'webhooks' },
}

/** What administrators alone can do, and what others read instead. */
const BY_ADMINS: Partial<Record<ActionKind, string>> = { webhooks: 'An administrator can switch it on again.' }

/** Who can do it when only administrators can; null for what all staff can do. */
export const whoElse = ({ kind }: Action): string | null => BY_ADMINS[kind] ?? null

/** The one thing to do about an item. On a sailing, late dates are changed for all its orders; what is delivered is completed. */
export function actionOf({ rule, sailing, lastMilestone, detail }: Acted): Action {
  if (rule === 'document' && ASKED_OF_CLIENT.some((supplier) => supplier === detail.supplier)) return ASK_CLIENT
  if (rule === 'quiet' && lastMilestone === 'delivered') return { label: 'Complete the order', kind: 'complete' }
  if (sailing && (rule === 'not-departed' || rule === 'not-arrived')) return { label: 'Change dates', kind: 'dates' }
  if (sailing && rule === 'measured-differs') return { label: 'Open sailing', kind: 'sailing' }
  return ACTIONS[rule]
}
