import { z } from 'zod'
import { tooMany } from '#contract/lib/fields.ts'
import { maxLength } from '#contract/lib/messages.ts'
import { plainForm } from '#contract/lib/text.ts'
import { LONGEST_ORDER_SEARCH, MOST_CODES, MOST_IDS, ORDER_FILTERS } from '#contract/orders/list/order-filters.ts'
import { ORDER_SORT_KEYS, type OrderSortKey } from '#contract/orders/order-list.ts'
import { parseTrackingCodes, setCodesApart } from '#contract/orders/tracking-code.ts'
import { invalid } from '#server/errors.ts'
import { readListQuery } from '#server/resource/paged-list.ts'
import type { ListQuery } from '#server/resource/paginate.ts'
import { idIn, type OrderNarrowing } from './order-conditions.ts'

/** Parameters that choose orders by their codes and ids; a search may hold several codes. */
export const orderChoice = {
  search: z.string().max(LONGEST_ORDER_SEARCH, maxLength('Search', LONGEST_ORDER_SEARCH)).optional(),
  codes: z.string().optional().describe(`Tracking codes in any form, at most ${MOST_CODES}, with commas between them`),
  ids: z.string().optional().describe(`Ids, at most ${MOST_IDS}, with commas between them`),
}

/** The values of a list in a query; undefined without one. Throws 400. */
function listIn(query: Record<string, unknown>, name: 'codes' | 'ids', most: number): string[] | undefined {
  const sent = query[name]
  if (sent === undefined) return undefined
  const values = setCodesApart(plainForm(String(sent)))
    .split(/[,;、]/)
    .map((value) => value.trim())
  if (values.length > most) throw invalid({ [name]: tooMany(most) })
  return values
}

function idsIn(query: Record<string, unknown>): number[] | undefined {
  const ids = listIn(query, 'ids', MOST_IDS)?.map((text) => (/^\d{1,10}$/.test(text) ? idIn(text) : 0))
  if (ids?.includes(0)) throw invalid({ ids: 'Send ids of orders, with commas between them' })
  return ids
}

/** Throws 400 at `search` if it has more codes than a list takes. */
function checkSearch(search: string): void {
  const count = parseTrackingCodes(search)?.codes.length ?? 0
  if (count > MOST_CODES) throw invalid({ search: `Search for no more than ${MOST_CODES} codes at once, not ${count}` })
}

/** Reads the page, the order and the narrowing of the orders list for this person. Throws 400. */
export function readOrderQuery(
  sent: Record<string, unknown>,
  userId: number,
): { query: ListQuery<OrderSortKey>; narrowing: OrderNarrowing } {
  const query = readListQuery(sent, { sortable: ORDER_SORT_KEYS, filters: ORDER_FILTERS }, userId)
  const { where = {}, search } = query
  checkSearch(search)
  return { query, narrowing: { where, search, codes: listIn(sent, 'codes', MOST_CODES), ids: idsIn(sent) } }
}

/** Whether anything but the search narrows the list. */
export const isNarrowed = ({ where, codes, ids }: OrderNarrowing) =>
  Object.keys(where).length > 0 || codes !== undefined || ids !== undefined
