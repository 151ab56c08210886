import pg from 'pg'

export interface Size {
  table: string
  rows: number
  /** Bytes, including TOAST. */
  table_bytes: number
  index_bytes: number
}

/** Disk usage of the tables that grow with the orders. */
export async function sizesOf(url: string): Promise<Size[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Size>(`
    select relname as table, reltuples::float8 as rows, pg_table_size(oid)::float8 as table_bytes,
      pg_indexes_size(oid)::float8 as index_bytes
    from pg_class where relname in ('orders', 'order_terms', 'order_events', 'mails', 'mail_deliveries', 'audit_entries')
    order by pg_total_relation_size(oid) desc`)
  await client.end()
  return rows
}
