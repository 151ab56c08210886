import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

/**
 * Kinds of terms that a mail may name: tracking code, container, FBA shipment, PO, master bill, sailing. Not an
 * address, a phone number or an id: signatures are full of them.
 */
const KINDS = [1, 2, 3, 5, 8, 9]
/** Orders of one code: a sailing or a container has many. */
const MOST_OF_ONE = 200

/** The live orders that each of these codes names, looked up as the box does; codes that name none are left out. */
export async function ordersOfCodes(db: Db, codes: readonly string[]): Promise<number[][]> {
  if (codes.length === 0) return []
  const { rows } = await sql<{ ids: number[] }>`
    select array_agg(distinct h.order_id order by h.order_id) as ids
    from unnest(${[...codes]}::text[]) as c (code), unnest(${KINDS}::smallint[]) as k, lateral (
      select x.order_id from order_terms x join orders o on o.id = x.order_id and o.deleted_at is null
      where x.term = search_term(c.code) collate "C" and x.kind = k order by x.order_id limit ${sql.lit(MOST_OF_ONE)}
    ) h
    group by c.code`.execute(db)
  return rows.map(({ ids }) => ids)
}

/** What the codes of a place name together: the orders that all of them name, else those that any does. */
export function namedTogether(named: readonly (readonly number[])[]): number[] {
  const [first = [], ...others] = named
  const common = first.filter((id) => others.every((ids) => ids.includes(id)))
  return common.length > 0 ? common : [...new Set(named.flat())].sort((a, b) => a - b)
}
