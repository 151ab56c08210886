import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { rebuildItems } from '#server/attention/keep-items.ts'
import { UNLIMITED } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { readCatalog } from '#server/test/catalog.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

// Databases with the demo data, one file for each version that left it: made by `pg_dump --inserts` of
// PostgreSQL 15 from the commit whose package.json first named the version, and compressed. Dates of the demo
// are those of the day it was made.
const VERSIONS = ['0.5.0', '0.10.0', '0.13.0']

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, options: UNLIMITED })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function load(url: string, version: string): Promise<void> {
  const dump = brotliDecompressSync(await readFile(join('tests', 'upgrades', `${version}.sql.br`))).toString()
  // Lines of psql, which begin with a backslash, restrict what a dump may do there.
  await query(url, dump.replaceAll(/^\\.*$/gm, ''))
  await query(url, 'analyze')
}

/** Columns, constraints and indexes of our tables, each as PostgreSQL words it. */
async function readTables(url: string): Promise<string[]> {
  const rows = await query<{ line: string }>(
    url,
    `select format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        pg_get_expr(d.adbin, d.adrelid)) as line
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'
    union all select indexdef from pg_indexes where schemaname = 'public'
    order by 1`,
  )
  return rows.map(({ line }) => line)
}

const countOrders = async (url: string) =>
  (await query<{ n: number }>(url, 'select count(*)::int as n from orders where deleted_at is null'))[0]?.n ?? 0

describe.each(VERSIONS)('a database of %s', (version) => {
  let old: TestDatabase
  let fresh: TestDatabase
  let server: TestServer
  let before: number

  beforeAll(async () => {
    old = await createEmptyDatabase()
    fresh = await createTestDatabase()
    await load(old.url, version)
    before = await countOrders(old.url)
    await migrate(old.url)
    server = await startTestServer({}, old.url)
  })
  afterAll(async () => {
    await server.close()
    await Promise.all([old.drop(), fresh.drop()])
  })

  test('has the tables, functions, views and triggers of a new one after the upgrade', async () => {
    expect(await readTables(old.url)).toEqual(await readTables(fresh.url))
    expect(await readCatalog(old.url)).toEqual(await readCatalog(fresh.url))
  })

  test('keeps every order, and lists, opens and finds them', async () => {
    expect(before).toBeGreaterThan(100)
    const list = await server.call('GET', 'request/booking/get_all?page=1&per_page=10')
    expect(list.body.data.totalCount).toBe(before)
    const [first] = list.body.data.items
    const opened = await server.call('GET', `request/booking/get/${first.id}`)
    expect(opened.body.data).toMatchObject({ id: first.id, hashSum: first.hashSum })
    const found = await server.call('GET', `request/booking/get_all?search=${first.hashSum}&page=1&per_page=10`)
    expect(found.body.data.items.map(({ id }: { id: number }) => id)).toContain(first.id)
  })

  test('kept the queue as a rebuild would make it', async () => {
    await rebuildItems(server.db)
    const stale = await query<{ stale: number[] }>(old.url, 'select stale_attention() as stale')
    expect(stale).toEqual([{ stale: [] }])
    const queue = await server.call('GET', 'attention?page=1&per_page=10')
    expect(queue.status).toBe(200)
  })

  test('saves what is changed, with its trail', async () => {
    const admin = await server.signIn({ role: [Role.ADMIN] })
    const port = { name: 'Port of the upgrade', code: 'XXUPG', type: 0 }
    const saved = await server.call('POST', 'port', { token: admin, body: port })
    expect(saved.body).toMatchObject({ code: 200 })
    const trail = await server.call('GET', 'admin/audit?page=1&per_page=1', { token: admin })
    expect(trail.body.data.items[0]).toMatchObject({ entityId: saved.body.data.id })
  })
})
