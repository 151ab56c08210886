import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

/** Rows read at once. */
const PAGE = 200
/** Orders read at once: each may have hundreds of rows. */
const ORDERS = 50

/** Columns that no copy contains: secrets, proofs of secrets, and storage keys. */
const LEFT_OUT = [
  'password_hash',
  'token_hash',
  'code_hash',
  'data_hash',
  'sha256',
  'secret',
  'storage_key',
  'raw_key',
  'reply_token',
  'searched',
  'unsubscribe_url',
  'tracking_url',
  'trace_parent',
  'public_key',
  'credential_id',
  'user_handle',
]

type Row = Record<string, unknown>

/** Clocks of orders, and of the containers of FCL orders. */
const FREE_TIMES = sql`(select f.order_id as of_order, f as row from free_times f
  union all select k.order_id, f from containers k join free_times f on f.container_id = k.id)`

/** Tables whose rows are exported inside their order, under these names; or what says the order of each row. */
const WITH_ORDERS: readonly [name: string, from: string | RawBuilder<unknown>][] = [
  ['confirmation', 'confirmations'],
  ['history', 'order_events'],
  ['price', 'order_prices'],
  ['papers', 'order_requirements'],
  ['containers', 'containers'],
  ['loadings', 'loadings'],
  ['free_times', FREE_TIMES],
  ['release', 'releases'],
  ['notes', 'notes'],
  ['made_documents', 'made_documents'],
  ['documents', 'documents'],
  ['quotes', 'quotes'],
  ['attention', 'attention'],
  ['tracking_links', 'tracking_links'],
  ['tracking_readers', 'tracking_readers'],
  ['tracking_subscriptions', 'tracking_subscriptions'],
  ['upload_links', 'upload_links'],
]

const rowOf = (alias: string) => sql`to_jsonb(${sql.ref(alias)}) - ${LEFT_OUT}::text[]`

/** A condition on the rows of a table, as `t`. */
type Where = RawBuilder<unknown>

/**
 * The ids of the rows that meet the condition, page by page. An index must lead from the condition to ids in
 * their order.
 */
export async function* idPages(db: Db, table: string, where: Where, size = PAGE): AsyncGenerator<number[]> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select t.id from ${sql.table(table)} t where ${where} and t.id > ${last} order by t.id limit ${size}`.execute(db)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) yield ids
    if (ids.length < size) return
    last = ids.at(-1) ?? 0
  }
}

/** The orders of a client, page by page. */
export const orderPages = (db: Db, userId: number) => idPages(db, 'orders', sql`t.user_id = ${userId}`, ORDERS)

/** The rows with these ids, without secrets, in the order of the ids; `more` (JSON) is added to each. */
async function* rowsWithIds(db: Db, table: string, ids: readonly number[], more?: RawBuilder<unknown>) {
  for (let from = 0; from < ids.length; from += PAGE) {
    const row = more ? sql`${rowOf('t')} || ${more}` : rowOf('t')
    const { rows } = await sql<{ row: Row }>`select ${row} as row from ${sql.table(table)} t
      where t.id = any(${ids.slice(from, from + PAGE)}::bigint[]) order by t.id`.execute(db)
    for (const found of rows) yield found.row
  }
}

/**
 * The rows of a table that meet the condition, without secrets. An index must lead from the condition to ids
 * in their order.
 */
export async function* storedRows(
  db: Db,
  table: string,
  where: Where,
  more?: RawBuilder<unknown>,
): AsyncGenerator<Row> {
  for await (const ids of idPages(db, table, where)) yield* rowsWithIds(db, table, ids, more)
}

/**
 * Ids of the rows that are about these records, page by page. In a large table, one condition on all records
 * would read the whole table for each page.
 */
export async function* idsAbout(
  db: Db,
  table: string,
  pages: AsyncIterable<readonly number[]>,
  where: (ids: Where) => Where,
): AsyncGenerator<number[]> {
  for await (const about of pages) {
    const { rows } = await sql<{ id: number }>`
      select t.id from ${sql.table(table)} t where ${where(sql`any(${[...about]}::int[])`)} order by t.id`.execute(db)
    yield rows.map(({ id }) => id)
  }
}

/** The rows of a table that are about these records, without secrets. */
export async function* rowsAbout(
  db: Db,
  table: string,
  pages: AsyncIterable<readonly number[]>,
  where: (ids: Where) => Where,
  more?: RawBuilder<unknown>,
): AsyncGenerator<Row> {
  for await (const ids of idsAbout(db, table, pages, where)) yield* rowsWithIds(db, table, ids, more)
}

/** The rows of a small table that meet the condition. */
export async function storedNow(db: Db, table: string, where: Where): Promise<Row[]> {
  const { rows } = await sql<{
    row: Row
  }>`select ${rowOf('t')} as row from ${sql.table(table)} t where ${where}`.execute(db)
  return rows.map(({ row }) => row)
}

/** Everything stored about these orders, by name and order. */
async function partsOf(db: Db, ids: readonly number[]): Promise<[name: string, of: Map<number, Row[]>][]> {
  const parts: [string, Map<number, Row[]>][] = []
  for (const [name, from] of WITH_ORDERS) {
    const source =
      typeof from === 'string' ? sql`(select t.order_id as of_order, t as row from ${sql.table(from)} t)` : from
    const { rows } = await sql<{ orderId: number; rows: Row[] }>`
      select t.of_order as order_id, jsonb_agg(${rowOf('t.row')}) as rows from ${source} t
      where t.of_order = any(${[...ids]}::int[]) group by t.of_order`.execute(db)
    parts.push([name, new Map(rows.map(({ orderId, rows: found }) => [orderId, found]))])
  }
  return parts
}

/** Orders of a client, including deleted ones, each with all that belongs to it. */
export async function* storedOrders(db: Db, userId: number): AsyncGenerator<Row> {
  for await (const ids of orderPages(db, userId)) {
    const parts = await partsOf(db, ids)
    for await (const order of rowsWithIds(db, 'orders', ids))
      yield {
        ...order,
        ...Object.fromEntries(
          parts.flatMap(([name, of]) => (of.has(Number(order.id)) ? [[name, of.get(Number(order.id))]] : [])),
        ),
      }
  }
}
