import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

/** Rows read at once. */
const PAGE = 200

/** Never in a copy: secrets, what proves them, and where the server keeps files. */
const LEFT_OUT = [
  'password_hash',
  'token_hash',
  'code_hash',
  'data_hash',
  'sha256',
  'secret',
  'storage_key',
  'unsubscribe_url',
  'tracking_url',
  'trace_parent',
  'public_key',
  'credential_id',
  'user_handle',
]

type Row = Record<string, unknown>

/** All that is stored about a record in these tables, by the column that names the record. */
const WITH_ORDERS: readonly [name: string, table: string][] = [
  ['confirmation', 'confirmations'],
  ['history', 'order_events'],
  ['price', 'order_prices'],
  ['papers', 'order_requirements'],
  ['containers', 'containers'],
  ['loadings', 'loadings'],
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

/** The rows of a table that meet the condition, without secrets, in the order of their ids. */
export async function* storedRows(db: Db, table: string, where: RawBuilder<unknown>): AsyncGenerator<Row> {
  let last = 0
  for (;;) {
    const { rows } = await sql<{ id: number; row: Row }>`
      select t.id, ${rowOf('t')} as row from ${sql.table(table)} t where ${where} and t.id > ${last} order by t.id limit ${PAGE}`.execute(
      db,
    )
    for (const { row } of rows) yield row
    if (rows.length < PAGE) return
    last = rows.at(-1)?.id ?? 0
  }
}

/** The rows of a small table that meet the condition. */
export async function storedNow(db: Db, table: string, where: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<{
    row: Row
  }>`select ${rowOf('t')} as row from ${sql.table(table)} t where ${where}`.execute(db)
  return rows.map(({ row }) => row)
}

/** The orders of a client, deleted ones too, each with all that belongs to it. */
export async function* storedOrders(db: Db, userId: number): AsyncGenerator<Row> {
  let last = 0
  for (;;) {
    const orders: { id: number; row: Row }[] = (
      await sql<{ id: number; row: Row }>`select t.id, ${rowOf('t')} as row from orders t
        where t.user_id = ${userId} and t.id > ${last} order by t.id limit ${PAGE}`.execute(db)
    ).rows
    const ids = orders.map(({ id }) => id)
    const parts = new Map<string, Map<number, Row[]>>()
    for (const [name, table] of ids.length > 0 ? WITH_ORDERS : []) {
      const { rows } = await sql<{ orderId: number; rows: Row[] }>`
        select t.order_id, jsonb_agg(${rowOf('t')}) as rows from ${sql.table(table)} t
        where t.order_id = any(${ids}::int[]) group by t.order_id`.execute(db)
      parts.set(name, new Map(rows.map(({ orderId, rows: found }) => [orderId, found])))
    }
    for (const { id, row } of orders)
      yield {
        ...row,
        ...Object.fromEntries([...parts].flatMap(([name, of]) => (of.has(id) ? [[name, of.get(id)]] : []))),
      }
    if (orders.length < PAGE) return
    last = orders.at(-1)?.id ?? 0
  }
}
