/**
 * The kinds of `order_terms`, as the migration writes them, and what staff read beside an order that was
 * found by one.
 */
const TERM_KINDS: Record<number, string> = {
  1: 'Tracking code',
  2: 'Container',
  3: 'FBA shipment ID',
  4: 'Amazon Ref ID',
  5: 'PO number',
  6: 'Supplier’s invoice',
  7: 'Reference',
  8: 'Master bill',
  9: 'Sailing',
  10: 'Seal',
  11: 'Email',
  12: 'Phone',
  14: 'Supplier',
  15: 'Company',
}
/** Names, whose terms begin with '='. */
export const SUPPLIER = 14
export const COMPANY = 15
/** Found otherwise than by a term. */
export const BY_ID = 0
export const BY_LAST_FOUR = 13

/** What an order was found by. */
export const matchedBy = (kind: number): string =>
  TERM_KINDS[kind] ?? (kind === BY_ID ? 'Order ID' : 'Last four digits')

/** Kinds that name one order, or a few, in a list of codes: not an address, a phone number or a seal. */
export const CODE_KINDS = [1, 2, 3, 4, 5, 6, 7, 8, 9]
