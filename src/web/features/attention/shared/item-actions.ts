import type { AttentionItem } from '#contract/attention/attention.ts'
import type { RuleCode } from '#contract/attention/rules.ts'
import { ASKED_OF_CLIENT } from '#contract/papers/paper-codes.ts'
import { type Action, type ActionKind, RULES } from './rule-words.ts'

/** The facts of an item that decide what ends it. */
export type Acted = Pick<AttentionItem, 'rule' | 'sailing' | 'detail'> &
  Partial<Pick<AttentionItem, 'asked' | 'orderId'>>

/** An item that an action is taken on. */
export type ActedItem = Acted & Pick<AttentionItem, 'id' | 'orderId' | 'trackingCode' | 'companyName' | 'username'>

/** Takes an action on items: on one, or on the orders of several. */
export type Act<Item extends ActedItem = AttentionItem> = (action: Action, items: readonly Item[]) => void

const PAPERS: Action = { label: 'Papers', kind: 'papers' }
const ROLL: Action = { label: 'Roll', kind: 'roll' }
const RECEIVE: Action = { label: 'Receive', kind: 'receive' }
const SET_RECEIVED: Action = { label: 'Set received', kind: 'event', milestone: 'received' }
const SET_EVENT: Action = { label: 'Set event', kind: 'event' }
const OPEN_SAILING: Action = { label: 'Open sailing', kind: 'sailing-page' }
const OPEN_MAIL: Action = { label: 'Open', kind: 'mail-in' }

/** Actions for administrators alone, and what others read instead. */
const BY_ADMINS: Partial<Record<ActionKind, string>> = {
  webhooks: 'An administrator can switch it on again.',
  mailboxes: 'An administrator can mend it.',
  feeds: 'An administrator can mend it.',
}

/** The note on who can do it, if only administrators can; null for an action of all staff. */
export const whoElse = ({ kind }: Action): string | null => BY_ADMINS[kind] ?? null

const isAsked = (item: Acted) => item.asked !== undefined && item.asked !== null
const isOfClient = ({ detail }: Acted) => ASKED_OF_CLIENT.some((supplier) => supplier === detail.supplier)

/** What ends an item: the rule's own action first, then what else may be the remedy. */
export function actionsOf(item: Acted): readonly [Action, ...Action[]] {
  const { rule, sailing } = item
  if (rule === 'cargo-cut-off') {
    const ask: Action = { label: isAsked(item) ? 'Remind supplier' : 'Ask supplier', kind: 'ask-suppliers' }
    return sailing ? [RECEIVE, ROLL, ask] : [SET_RECEIVED, ask]
  }
  if (rule === 'document' && isOfClient(item))
    return [{ label: isAsked(item) ? 'Remind' : 'Ask client', kind: 'ask-client' }, PAPERS]
  if (sailing && (rule === 'not-departed' || rule === 'not-arrived')) return [{ label: 'Change dates', kind: 'dates' }]
  if (rule === 'client-mail') return [OPEN_MAIL, RULES[rule].action]
  if (sailing && rule === 'measured-differs') return [{ label: 'Open sailing', kind: 'sailing' }]
  // An actual date is applied on the page of the sailing; only planned dates change in the drawer.
  if (rule === 'carrier-differs' && (item.detail.field === 'atd' || item.detail.field === 'portAta'))
    return [OPEN_SAILING]
  return [RULES[rule].action]
}

/** The rule's own action on an item. */
export const actionOf = (item: Acted): Action => actionsOf(item)[0]

/** What ends items of a rule for the orders of many of them at once; other rules are worked off one by one. */
const OF_SEVERAL: Partial<Record<RuleCode, (items: readonly Acted[]) => readonly Action[]>> = {
  'cargo-cut-off': (items) => [
    // Cargo is received on one sailing, with its measurements; elsewhere by the event.
    sailingOf(items) ? RECEIVE : SET_RECEIVED,
    ...(items.every(({ sailing }) => sailing) ? [ROLL] : []),
    { label: items.every(isAsked) ? 'Remind suppliers' : 'Ask suppliers', kind: 'ask-suppliers' },
  ],
  unconfirmed: () => [{ label: 'Load on sailing', kind: 'load' }],
  document: (items) => [
    ...(items.every(isOfClient)
      ? [{ label: items.every(isAsked) ? 'Remind' : 'Ask client', kind: 'ask-documents' } as const]
      : []),
  ],
  'not-departed': (items) => [
    ...(sailingOf(items) ? [{ label: 'Change dates', kind: 'dates' } as const] : []),
    { label: 'Set departed', kind: 'event', milestone: 'departed' },
  ],
  'not-arrived': (items) => [
    ...(sailingOf(items) ? [{ label: 'Change dates', kind: 'dates' } as const] : []),
    { label: 'Set arrived', kind: 'event', milestone: 'arrived' },
  ],
  'arrival-notice-due': () => [{ label: 'Send arrival notices', kind: 'arrival-notice' }],
  'late-delivery': () => [{ label: 'Set delivered', kind: 'event', milestone: 'delivered' }],
  'customs-exam': () => [SET_EVENT],
  quiet: () => [SET_EVENT],
}

/** The sailing that all items are about; null if they are about several, or one about none. */
function sailingOf(items: readonly Acted[]) {
  const first = items[0]?.sailing ?? null
  return items.every(({ sailing }) => sailing?.id === first?.id) ? first : null
}

/** The actions that items have in common: those of their rule, if it is one. */
export function actionsOfAll(items: readonly Acted[]): readonly Action[] {
  const [first] = items
  if (!first || items.some(({ rule, orderId }) => rule !== first.rule || orderId === null)) return []
  return OF_SEVERAL[first.rule]?.(items) ?? []
}
