import type { AttentionItem } from '#contract/attention/attention.ts'
import type { Action } from '#web/features/attention/shared/rule-words.ts'

/** Kinds of action that are a run over the orders of items. */
const RUNS = ['event', 'load', 'ask-documents', 'ask-suppliers', 'arrival-notice'] as const
export type RunAction = Action & { kind: (typeof RUNS)[number] }

/** Whether an action on items is a run over their orders. One order is loaded by a dialog of its own. */
export const isRun = (action: Action, items: readonly AttentionItem[]): action is RunAction =>
  RUNS.some((kind) => kind === action.kind) && !(action.kind === 'load' && items.length === 1)
