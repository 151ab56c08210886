import { CompiledQuery } from 'kysely'
import type { Page } from '#contract/lib/envelope.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Db } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { clampPage, type ListQuery } from '#server/resource/paginate.ts'
import { LIST_COLUMNS } from './list-columns.ts'
import { orderBy, type SortDate, type SortedBy } from './sort-orders.ts'

/** Live orders with the date, in its order, from its index. */
const dated = ({ column }: SortDate) =>
  `confirmations c join orders o on o.id = c.order_id where o.deleted_at is null and ${column} is not null`
/** Live orders without it. */
const undated = ({ column }: SortDate) =>
  `orders o where o.deleted_at is null and not exists (
    select from confirmations c where c.order_id = o.id and ${column} is not null)`

/** The order of orders with the date: by it, by what else was asked for, then by id, as the index has it. */
function orderOfDated({ column, direction }: SortDate, others: SortedBy): string {
  const first = `${column} ${direction}`
  return others.length === 0 ? `${first}, c.order_id ${direction}` : `${first}, ${orderBy(others, 'o.')}`
}

const idsOf = async (db: Db, text: string): Promise<number[]> =>
  (await db.executeQuery<{ id: number }>(CompiledQuery.raw(text))).rows.map(({ id }) => id)

/** The ids of a part of the list; those without the date are counted from after those with it. */
async function idsByDate(
  db: Db,
  order: SortedBy,
  date: SortDate,
  { limit, offset }: { limit: number; offset: number },
) {
  const others = order.slice(1)
  const part = (n: number, from: number) => `limit ${Math.trunc(n)} offset ${Math.trunc(from)}`
  const ids = await idsOf(
    db,
    `select o.id from ${dated(date)} order by ${orderOfDated(date, others)} ${part(limit, offset)}`,
  )
  if (ids.length === limit) return ids
  const before =
    ids.length > 0 || offset === 0
      ? offset + ids.length
      : ((await idsOf(db, `select count(*)::int as id from ${dated(date)}`))[0] ?? 0)
  const rest = others.length > 0 ? orderBy(others, 'o.') : `o.id ${date.direction}`
  return [
    ...ids,
    ...(await idsOf(
      db,
      `select o.id from ${undated(date)} order by ${rest} ${part(limit - ids.length, Math.max(0, offset - before))}`,
    )),
  ]
}

const ROWS = `select ${LIST_COLUMNS} from orders o where o.id = any($1::int[]) ${PLANNED}`

/**
 * A page of all live orders, sorted by a date of their confirmation first; orders without it come last, in
 * either direction. The index of the date has the first pages.
 */
export async function listByDate(
  db: Db,
  { page, perPage, order }: Pick<ListQuery, 'page' | 'perPage'> & { order: SortedBy },
  date: SortDate,
  total: () => Promise<number>,
): Promise<Page<OrderListItem>> {
  const totalCount = await total()
  const currentPageNumber = clampPage(page, perPage, totalCount)
  const ids = await idsByDate(db, order, date, { limit: perPage, offset: (currentPageNumber - 1) * perPage })
  const { rows } = await db.executeQuery<OrderListItem>(CompiledQuery.raw(ROWS, [ids]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    items: ids.flatMap((id) => byId.get(id) ?? []),
    totalCount,
    numItemsPerPage: perPage,
    currentPageNumber,
  }
}
