import { recordOf } from '#contract/lib/record-of.ts'
import { plainForm } from '#contract/lib/text.ts'
import {
  type FoundGroup,
  type FoundItem,
  SEARCH_GROUPS,
  type SearchGroup,
  type SearchReply,
} from '#contract/search/search.ts'
import { readQuery, type Wanted } from '#contract/search/shapes.ts'
import type { Db } from '#server/db/client.ts'
import type { Statement } from '#server/db/tuning/transactions.ts'
import { clientsFound } from './find-clients.ts'
import { type NamedFound, namedFound } from './find-named.ts'
import { nearestTo } from './find-nearest.ts'
import { offersFound } from './find-offers.ts'
import { type OrderRow, ordersByName, ordersByNumber, shownOrder } from './find-orders.ts'
import { sailingsFound } from './find-sailings.ts'
import { type Found, oneMore } from './found.ts'
import { inParts, statement } from './in-parts.ts'

/** A statement, the groups that miss something if it takes too long, and what it found. */
interface Part {
  of: readonly SearchGroup[]
  statement: Statement<unknown>
  read: (rows: readonly unknown[]) => [SearchGroup, Found][]
}

/** A part whose rows are those of its statement. */
const part = <Row>(
  of: readonly SearchGroup[],
  one: Statement<Row>,
  read: (row: Row) => [SearchGroup, Found],
): Part => ({
  of,
  statement: one,
  // Its own rows: inParts runs statements of several kinds.
  read: (rows) => (rows as readonly Row[]).map(read),
})

const SHORT: readonly SearchGroup[] = ['articles', 'templates', 'reference']

const byNumber = (wanted: Wanted, limit: number) =>
  part(['orders'], statement<OrderRow>(ordersByNumber(wanted, limit)), (row) => ['orders', shownOrder(row)])

function partsOf(wanted: Wanted, text: string, limit: number): Part[] {
  const has = (group: SearchGroup) => wanted.groups.includes(group)
  const parts: Part[] = []
  if (has('orders')) parts.push(byNumber(wanted, limit))
  if (has('clients'))
    parts.push(part(['clients'], statement<Found>(clientsFound(wanted, limit)), (row) => ['clients', row]))
  if (has('offers'))
    parts.push(part(['offers'], statement<Found>(offersFound(wanted, limit)), (row) => ['offers', row]))
  if (has('sailings'))
    parts.push(part(['sailings'], statement<Found>(sailingsFound(wanted, limit)), (row) => ['sailings', row]))
  if (has('reference')) {
    const named = statement<NamedFound>(namedFound(text, wanted.imo, limit))
    parts.push(part(SHORT, named, ({ section, ...row }) => [section, row]))
  }
  // Last: of all parts, it may take the longest.
  if (has('orders') && wanted.name)
    parts.push(part(['orders'], statement<OrderRow>(ordersByName(wanted, limit)), (row) => ['orders', shownOrder(row)]))
  return parts
}

const keyOf = ({ kind, id }: Found) => `${kind} ${id}`

/** Each record once, as it fits best; a part that is read first goes first. */
function groupOf(found: Found[], limit: number): FoundGroup {
  const best = new Map<string, Found>()
  for (const each of found) {
    const known = best.get(keyOf(each))
    if (!known || each.rank < known.rank) best.set(keyOf(each), each)
  }
  const items = [...best.values()].toSorted((a, b) => a.rank - b.rank)
  return {
    items: items.slice(0, limit).map(({ rank, ...item }): FoundItem => ({ ...item, exact: rank === 0 })),
    more: items.length > limit,
  }
}

/**
 * Records with this number or name that staff may open, exact hits first: at most `limit` of each group. A
 * group that took too long is in `partial`, with the records found in time. If there is nothing, `near` has
 * what is most like the text.
 */
export async function search(db: Db, query: string, limit: number, partMs?: number): Promise<SearchReply> {
  const wanted = readQuery(query)
  const parts = partsOf(wanted, plainForm(query), oneMore(limit))
  const answers = await inParts(
    db,
    parts.map((each) => each.statement),
    partMs,
  )
  const found = parts.flatMap(({ read }, index) => read(answers[index] ?? []))
  const late = new Set(parts.flatMap(({ of }, index) => (answers[index] === null ? of : [])))
  const ofGroup = (group: SearchGroup) => found.flatMap(([of, item]) => (of === group ? [item] : []))
  return {
    query,
    groups: recordOf(SEARCH_GROUPS, (group) => groupOf(ofGroup(group), limit)),
    near: found.length === 0 && late.size === 0 ? await nearestTo(db, plainForm(query), wanted) : [],
    partial: SEARCH_GROUPS.filter((group) => late.has(group)),
  }
}
