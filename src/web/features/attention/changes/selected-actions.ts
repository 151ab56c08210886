import type { AttentionItem } from '#contract/attention/attention.ts'
import type { RuleCode } from '#contract/attention/rules.ts'
import { ASKED_OF_CLIENT } from '#contract/papers/paper-codes.ts'
import type { Milestone } from '#contract/reference/milestones.ts'
import type { BulkKind } from '#contract/runs/start-run.ts'

/** An action on the orders of selected items: a run of a kind, with an event of this milestone chosen, or rolling. */
export interface SelectedAction {
  label: string
  kind: Extract<BulkKind, 'event' | 'load' | 'ask-documents'> | 'roll'
  milestone?: Milestone
}

const LOAD: SelectedAction = { label: 'Load on sailing', kind: 'load' }
const SET_EVENT: SelectedAction = { label: 'Set event', kind: 'event' }

/** What ends the items of a rule, for many orders at once; rules without an entry are worked off one by one. */
const ACTIONS: Partial<Record<RuleCode, readonly SelectedAction[]>> = {
  'cargo-cut-off': [
    { label: 'Set received', kind: 'event', milestone: 'received' },
    { label: 'Roll', kind: 'roll' },
  ],
  unconfirmed: [LOAD],
  document: [{ label: 'Ask clients', kind: 'ask-documents' }],
  'not-departed': [{ label: 'Set departed', kind: 'event', milestone: 'departed' }],
  'not-arrived': [{ label: 'Set arrived', kind: 'event', milestone: 'arrived' }],
  'late-delivery': [{ label: 'Set delivered', kind: 'event', milestone: 'delivered' }],
  'customs-exam': [SET_EVENT],
  quiet: [SET_EVENT],
}

type Selected = Pick<AttentionItem, 'rule' | 'sailing' | 'detail' | 'orderId'>

const isAsked = ({ detail }: Selected) => ASKED_OF_CLIENT.some((supplier) => supplier === detail.supplier)

/** The actions that selected rows have in common: those of their rule, if it is one. */
export function selectedActions(rows: readonly Selected[]): readonly SelectedAction[] {
  const [first] = rows
  if (!first || rows.some(({ rule, orderId }) => rule !== first.rule || orderId === null)) return []
  return (ACTIONS[first.rule] ?? []).filter(({ kind }) => {
    if (kind === 'roll') return rows.every(({ sailing }) => sailing && sailing.id === first.sailing?.id)
    return kind === 'ask-documents' ? rows.every(isAsked) : true
  })
}
