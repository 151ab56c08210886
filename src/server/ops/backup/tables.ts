import type pg from 'pg'

/** A table with its columns in order, generated columns left out. */
export interface Table {
  name: string
  columns: string[]
}

/**
 * All of our tables except those of migrate(), which the target fills itself, and those that a crash empties
 * anyway.
 */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and c.relname not in ('migrations', 'database_objects')
    group by c.relname order by c.relname`)
  return rows
}

/** The last value of each sequence; null if it was never used. */
export async function readSequences(client: pg.ClientBase): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    "select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public'",
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const columnList = ({ columns }: Table) => columns.map(quoted).join(', ')
