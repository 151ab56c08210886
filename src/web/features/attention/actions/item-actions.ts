import type { AttentionItem } from '#contract/attention/attention.ts'
import { ASKED_OF_CLIENT } from '#contract/papers/paper-codes.ts'
import { type Action, type ActionKind, RULES } from '#web/features/attention/shared/rule-words.ts'

type Acted = Pick<AttentionItem, 'rule' | 'sailing' | 'detail'> & Partial<Pick<AttentionItem, 'dueAt'>>

const ASK_CLIENT: Action = { label: 'Ask client', kind: 'papers' }

/** Actions for administrators alone, and what others read instead. */
const BY_ADMINS: Partial<Record<ActionKind, string>> = { webhooks: 'An administrator can switch it on again.' }

/** The note on who can do it, if only administrators can; null for an action of all staff. */
export const whoElse = ({ kind }: Action): string | null => BY_ADMINS[kind] ?? null

/**
 * The action on an item. Late dates change for a sailing's orders; cargo that missed a cut-off rolls.
 */
export function actionOf({ rule, sailing, detail, dueAt = null }: Acted, now = Date.now()): Action {
  const isOver = dueAt !== null && Date.parse(dueAt) < now
  if (sailing && rule === 'cargo-cut-off' && isOver) return { label: 'Roll', kind: 'roll' }
  if (rule === 'document' && ASKED_OF_CLIENT.some((supplier) => supplier === detail.supplier)) return ASK_CLIENT
  if (sailing && (rule === 'not-departed' || rule === 'not-arrived')) return { label: 'Change dates', kind: 'dates' }
  if (sailing && rule === 'measured-differs') return { label: 'Open sailing', kind: 'sailing' }
  return RULES[rule].action
}
