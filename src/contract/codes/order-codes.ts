/**
 * Codes of an order, as in the API. A value and its type share a name: `TradeTerms.PICK_UP` is 3, and
 * `TradeTerms` is 0 | 1 | 2 | 3.
 */
type ValueOf<T> = T[keyof T]

/** Trade terms: who brings the cargo to the origin depot, and who pays for it. */
export const TradeTerms = { OTHER: 0, FOB: 1, DROP_OFF: 2, PICK_UP: 3 } as const
export type TradeTerms = ValueOf<typeof TradeTerms>

export const TransportationMode = { LCL: 0, FCL: 1 } as const
export type TransportationMode = ValueOf<typeof TransportationMode>

export const OrderStatus = { IN_PROGRESS: 0, CANCELLED: 1, COMPLETED: 2 } as const
export type OrderStatus = ValueOf<typeof OrderStatus>

/** Labels, by code. */
export const TRADE_TERMS_LABELS = [
  'Other',
  'Supplier pays all origin fees (FOB)',
  'Drop-Off by Supplier',
  'Pick-Up from Supplier',
] as const
export const MODE_LABELS = ['Less-than-Container Load', 'Full Container Load'] as const
export const STATUS_LABELS = ['In progress', 'Cancelled', 'Completed'] as const

/** Codes with their labels, for the API's document: '0 In progress, 1 Cancelled, 2 Completed'. */
export const codesIn = (labels: readonly string[]) => labels.map((label, code) => `${code} ${label}`).join(', ')
