import type { Insertable } from 'kysely'
import type { PoolClient } from 'pg'
import type { DB } from '#server/db/types.ts'

/** Rows of a table as the database takes them. */
export type Rows<T extends keyof DB> = Insertable<DB[T]>[]

const BATCH = 250

/**
 * Inserts rows in a few large statements, one array per column. All rows have the keys of the first; a value
 * that does not fit its column is an error, never cut.
 */
export async function insertRows<T extends keyof DB>(client: PoolClient, table: T, rows: Rows<T>): Promise<void> {
  const [first] = rows
  if (!first) return
  const keys = Object.keys(first)
  const name = snake(table)
  const types = await columnTypes(client, name)
  const columns = keys.map((key) => ({ key, column: snake(key), type: types.get(snake(key)) }))
  const names = columns.map(({ column }) => column).join(', ')
  const casts = columns.map(({ column, type }) => `r.${column}::${type}`).join(', ')
  const arrays = columns.map((_, at) => `$${at + 1}::text[]`).join(', ')
  const sql = `insert into ${name} (${names}) select ${casts} from unnest(${arrays}) as r(${names})`
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH).map((row) => new Map<string, unknown>(Object.entries(row)))
    await client.query(
      sql,
      columns.map(({ key }) => batch.map((row) => encode(row.get(key)))),
    )
  }
}

/** Continues every identity after the greatest id. */
export async function continueIdentities(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select attrelid::regclass as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
     where attidentity <> '' and relnamespace = 'public'::regnamespace`,
  )
  for (const { table, column } of rows) {
    const sequence = `pg_get_serial_sequence('${table}', '${column}')`
    await client.query(`select setval(${sequence}, max(${column})) from ${table} having max(${column}) > 0`)
  }
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * Types have no lengths here: a cast to varchar(50) would cut silently, while an assignment to it refuses.
 */
async function columnTypes(client: PoolClient, table: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0`,
    [table],
  )
  return new Map(rows.map(({ name, type }) => [name, type]))
}

function encode(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(item)).join(',')}}`
  return String(value)
}
