import { CompiledQuery, sql } from 'kysely'
import { PAGE_SIZES, type Page } from '#contract/lib/envelope.ts'
import type { OrderListItem, OrderSortKey } from '#contract/orders/order-list.ts'
import { CODE_LENGTH, parseOrderSearch, parseTrackingCodes } from '#contract/orders/tracking-code.ts'
import type { Db } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { countRows } from '#server/resource/count-rows.ts'
import { narrowedPage } from '#server/resource/filtered-page.ts'
import type { FilterClock } from '#server/resource/filters/columns.ts'
import { keptTotal, type ListQuery, paginate, paginateLong } from '#server/resource/paginate.ts'
import { listByDate } from './list-by-date.ts'
import { LIST_COLUMNS } from './list-columns.ts'
import { idIn, narrowedOrders, type OrderNarrowing } from './order-conditions.ts'
import { dateOf, orderBy, type SortedBy, sortKeys } from './sort-orders.ts'

const TOTAL = "(select coalesce(sum(n), 0)::int from totals where name = 'orders')"

interface Part {
  limit: number
  offset: number
  reversed?: boolean
  withTotal?: boolean
}

/** SQL for one page: finds the ids in the index alone, then reads only their rows. */
export function pageSql(order: SortedBy, { limit, offset, reversed = false, withTotal = false }: Part): string {
  return `select ${LIST_COLUMNS}${withTotal ? `, ${TOTAL} as total` : ''} from (
    select id from orders where deleted_at is null
    order by ${orderBy(order, '', { reversed })} limit ${Math.trunc(limit)} offset ${Math.trunc(offset)}
  ) page join orders o on o.id = page.id order by ${orderBy(order, 'o.')}`
}

type Result = Page<OrderListItem>

async function ask<Row>(db: Db, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

/**
 * The SQL of a page, planned once a connection for the most frequent pages: the first and the last of one
 * sort key, in a standard size. Planning takes longer than reading them.
 */
function plannedPageSql(order: SortedBy, part: Part): string {
  const usual = part.offset === 0 && order.length <= 1 && PAGE_SIZES.some((size) => size === part.limit)
  return usual ? pageSql(order, part) + PLANNED : pageSql(order, part)
}

async function firstPage(db: Db, query: ListQuery<OrderSortKey>): Promise<Result> {
  const { perPage } = query
  const text = plannedPageSql(query.order, { limit: perPage, offset: 0, withTotal: true })
  const rows = await ask<OrderListItem & { total: number }>(db, text)
  return { items: rows, totalCount: rows[0]?.total ?? 0, numItemsPerPage: perPage, currentPageNumber: 1 }
}

/**
 * A page of all live orders. The total is stored, not counted; pages in the second half are read backwards.
 */
export async function listOrders(db: Db, query: ListQuery<OrderSortKey>): Promise<Result> {
  const date = dateOf(query.order)
  if (date) return listByDate(db, query, date, () => keptTotal(db, 'orders'))
  if (query.page === 1) return firstPage(db, query)
  const total = async () => (await ask<{ total: number }>(db, `select ${TOTAL} as total ${PLANNED}`))[0]?.total ?? 0
  return paginateLong(query, total, (part) => ask(db, plannedPageSql(query.order, part)))
}

/** The order with this full tracking code. */
async function findByCode(db: Db, code: string, perPage: number): Promise<Result> {
  const text = `select ${LIST_COLUMNS} from orders o where o.tracking_code = $1 and o.deleted_at is null ${PLANNED}`
  const rows = await ask<OrderListItem>(db, text, [code])
  return { items: rows, totalCount: rows.length, numItemsPerPage: perPage, currentPageNumber: 1 }
}

/** The orders with these tracking codes. */
function findByCodes(db: Db, codes: readonly string[], query: ListQuery<OrderSortKey>): Promise<Result> {
  const found = sql`orders o where o.tracking_code = any(${codes}::text[]) and o.deleted_at is null`
  return paginate(
    query,
    () => countRows(db, found),
    async (limit, offset) => {
      const { rows } = await sql<OrderListItem>`select ${sql.raw(LIST_COLUMNS)} from ${found}
        order by ${sql.raw(orderBy(query.order, 'o.'))} limit ${limit} offset ${offset}`.execute(db)
      return rows
    },
  )
}

/** The ids of a search by number, from indexes alone. Codes end with four digits. */
export const NUMBER_MATCHES = `select id from orders where deleted_at is null and id = $1
  union select id from orders where deleted_at is null and custom_code = $2`

/** The order with this id, and every order whose tracking code ends with these four digits. */
async function findByNumber(db: Db, digits: string, query: ListQuery<OrderSortKey>): Promise<Result> {
  const values = [idIn(digits), digits]
  const count = async () =>
    (await ask<{ n: number }>(db, `select count(*)::int as n from (${NUMBER_MATCHES}) found ${PLANNED}`, values))[0]
      ?.n ?? 0
  return paginate(query, count, (limit, offset) =>
    ask(
      db,
      `with found as materialized (${NUMBER_MATCHES})
      select ${LIST_COLUMNS} from orders o join found on found.id = o.id
      order by ${orderBy(query.order, 'o.')} limit ${limit} offset ${offset}`,
      values,
    ),
  )
}

/** Orders whose tracking code starts with the prefix (upper case), found in the unique index. */
function findByPrefix(db: Db, prefix: string, query: ListQuery<OrderSortKey>): Promise<Result> {
  const range = sql`o.deleted_at is null and o.tracking_code >= ${prefix} and o.tracking_code < ${`${prefix}~`}`
  const count = () => countRows(db, sql`orders o where ${range}`)
  return paginate(query, count, async (limit, offset) => {
    const { rows } = await sql<OrderListItem>`select ${sql.raw(LIST_COLUMNS)} from orders o where ${range}
      order by ${sql.raw(orderBy(query.order, 'o.'))} limit ${limit} offset ${offset}`.execute(db)
    return rows
  })
}

/**
 * Finds orders by what staff typed: several codes are those orders, digits are an id or the last four of a
 * code, anything else a code or its start.
 */
export async function searchOrders(db: Db, typed: string, query: ListQuery<OrderSortKey>): Promise<Result> {
  const several = parseTrackingCodes(typed)
  if (several) return findByCodes(db, several.codes, query)
  const wanted = parseOrderSearch(typed)
  if (wanted === '') return { items: [], totalCount: 0, numItemsPerPage: query.perPage, currentPageNumber: 1 }
  if (/^\d/.test(wanted)) return findByNumber(db, wanted, query)
  if (wanted.length === CODE_LENGTH) return findByCode(db, wanted, query.perPage)
  return findByPrefix(db, wanted, query)
}

/** The rows of a list with these ids, in any order. */
export const rowsWithIds = (db: Db, ids: readonly number[]): Promise<OrderListItem[]> =>
  ask<OrderListItem>(db, `select ${LIST_COLUMNS} from orders o where o.id = any($1::int[]) ${PLANNED}`, [ids])

/** A page of the orders that match. The total is counted up to `most` (10 000). */
export const listNarrowed = (
  db: Db,
  query: ListQuery<OrderSortKey>,
  narrowing: OrderNarrowing,
  { most, ...clock }: FilterClock & { most?: number },
): Promise<Result> =>
  narrowedPage(db, narrowedOrders(narrowing, clock), query, {
    keys: sortKeys(query.order),
    read: (ids) => rowsWithIds(db, ids),
    most,
  })
