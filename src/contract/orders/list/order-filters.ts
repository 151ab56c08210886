import { RULE_LABELS } from '#contract/attention/rules.ts'
import { MODE_LABELS, STATUS_LABELS, TRADE_TERMS_LABELS } from '#contract/codes/order-codes.ts'
import { choicesOf, defineFilters } from '#contract/lib/filters.ts'
import { IN_CHARGE, STAFF_PATH } from '#contract/orders/in-charge.ts'
import { MILESTONE_LABELS } from '#contract/reference/milestones.ts'

/**
 * Filters of the orders list. They are not part of the first screen: load them with the filter bar. `company`
 * is the order's own; `client` searches the account's name and company.
 */
export const ORDER_FILTERS = defineFilters({
  status: { kind: 'enum', label: 'Status', choices: choicesOf(STATUS_LABELS) },
  event: { kind: 'ref', label: 'Event', from: 'request/event', name: 'name' },
  inCharge: { kind: 'ref', label: IN_CHARGE, from: STAFF_PATH, name: 'name', me: true },
  attention: { kind: 'enum', label: 'Needs attention', choices: choicesOf(RULE_LABELS) },
  origin: { kind: 'text', label: 'Origin' },
  destination: { kind: 'ref', label: 'Destination', from: 'value/cartage', name: 'name' },
  company: { kind: 'text', label: 'Company' },
  client: { kind: 'text', label: 'Client' },
  sailing: { kind: 'ref', label: 'Sailing', from: 'sailing', name: 'reference' },
  eta: { kind: 'date', label: 'ETA at the port', days: true },
  cutOff: { kind: 'date', label: 'Cargo cut-off' },
  created: { kind: 'date', label: 'Date' },
  lastUpdate: { kind: 'date', label: 'Last update' },
  milestone: { kind: 'enum', label: 'Milestone', choices: choicesOf(MILESTONE_LABELS) },
  mode: { kind: 'enum', label: 'Transportation mode', choices: choicesOf(MODE_LABELS) },
  tradeTerms: { kind: 'enum', label: 'Trade terms', choices: choicesOf(TRADE_TERMS_LABELS) },
  volume: { kind: 'number', label: 'Volume, CBM' },
})
export type OrderFilter = keyof typeof ORDER_FILTERS

/** The most tracking codes and the most ids that a list takes: `codes=ABCD12345678,…`, `ids=7,8,…`. */
export const MOST_CODES = 200
export const MOST_IDS = 200
/** Characters of a search for orders: as many codes, with what people write between them. */
export const LONGEST_ORDER_SEARCH = 6_000
