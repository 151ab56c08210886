import { sql } from 'kysely'
import { ORDER_FILTERS } from '#contract/orders/list/order-filters.ts'
import { type MatchingOrders, MOST_SELECTED, TOO_MANY_SELECTED } from '#contract/orders/list/order-selection.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { type Asker, type CountKept, countNarrowed } from '#server/resource/filtered-page.ts'
import { allOf } from '#server/resource/filters/narrowed.ts'
import { keptFilters } from '#server/resource/filters/read-filters.ts'
import { narrowedOrders } from './order-conditions.ts'

/** An order with its version. */
export interface SelectedOrder {
  id: number
  updatedAt: string
}

/**
 * All orders that match, newest first, with their versions. Throws 400 at a filter that cannot be read, and
 * at `filters` when there are more than `most` (5 000).
 */
export async function selectOrders(
  db: Db,
  { filters, search, asOfId }: MatchingOrders,
  { userId, ...clock }: Asker,
  most = MOST_SELECTED,
): Promise<SelectedOrder[]> {
  const where = keptFilters(ORDER_FILTERS, filters, userId)
  const list = narrowedOrders({ where, search, asOfId }, clock)
  // All matches are found before any is sorted: a walk through the newest orders for rare ones has no end.
  const { rows } = await sql<SelectedOrder>`
    select id, updated_at from (
      select o.id, o.updated_at from ${sql.raw(list.from)} where ${allOf(list)} limit ${most + 1}
    ) found order by id desc`.execute(db)
  if (rows.length > most) throw invalid({ filters: TOO_MANY_SELECTED })
  return rows
}

/**
 * How many orders a view shows, counted up to one more than `most`. Throws 400 at a filter that cannot be
 * read.
 */
export const countOrders: CountKept = (db, { filters, search, codes }, { userId, ...clock }, most) =>
  countNarrowed(db, narrowedOrders({ where: keptFilters(ORDER_FILTERS, filters, userId), search, codes }, clock), most)
