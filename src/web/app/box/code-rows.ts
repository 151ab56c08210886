import { MOST_CODES, MOST_IDS } from '#contract/orders/list/order-filters.ts'
import { type CodesReply, MAX_CODES } from '#contract/search/search.ts'
import type { BoxRow } from './box-rows.ts'

/** Characters of an address for naming unknown codes: servers in between take no more than 8 KB in all. */
const MOST_NAMED = 5_500

/** The first codes, as many as an address can name. */
function fitting(codes: readonly string[]): string[] {
  const named: string[] = []
  let room = MOST_NAMED
  for (const code of codes) {
    // A comma takes three characters.
    room -= encodeURIComponent(code).length + 3
    if (room < 0) break
    named.push(code)
  }
  return named
}

/**
 * The address of the orders list with these codes. Unknown ones go along so that the list can name them,
 * among its codes while there is room.
 */
function hrefOf({ found, unknown }: CodesReply): string {
  const bare = fitting(unknown.map((code) => code.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()).filter(Boolean))
  const asIds = found.length > MOST_CODES
  const codes = [...(asIds ? [] : found.map(({ code }) => code)), ...bare]
  const query = new URLSearchParams(
    asIds
      ? {
          ids: found
            .slice(0, MOST_IDS)
            .map(({ id }) => id)
            .join(),
        }
      : { codes: codes.splice(0, MOST_CODES).join() },
  )
  if (codes.length > 0) query.set('unknown', codes.join())
  return `/orders?${query}`
}

/** The words for a list with more codes than are looked up, 'first 500 of 601 codes'; '' for any other. */
export const firstCodes = (count: number) => (count > MAX_CODES ? `first ${MAX_CODES} of ${count} codes` : '')

/**
 * The row for a list of codes, 'Show these 37 orders, 2 unknown', which names the unknown ones; none if all
 * are unknown. `of` counts the codes of the list.
 */
export function codeRows(reply: CodesReply, of: number): BoxRow[] {
  const { found, unknown } = reply
  if (found.length === 0) return []
  const count = found.length === 1 ? 'this order' : `these ${found.length} orders`
  const shown = found.length > MOST_IDS ? `the first ${MOST_IDS} of ${count}` : count
  const details = [
    ...(of > MAX_CODES ? [`Of the ${firstCodes(of)}`] : []),
    ...(unknown.length > 0 ? [`Unknown: ${unknown.join(', ')}`] : []),
  ]
  return [
    {
      key: 'codes',
      kind: 'codes',
      label: `Show ${shown}${unknown.length > 0 ? `, ${unknown.length} unknown` : ''}`,
      ...(details.length > 0 ? { detail: details.join('. ') } : {}),
      href: hrefOf(reply),
      copy: found.map(({ code }) => code).join('\n'),
    },
  ]
}
