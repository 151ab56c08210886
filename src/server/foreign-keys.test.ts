import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createDb, createPool } from '#server/db/client.ts'
import { createTestDatabase } from '#server/test/database.ts'

const database = await createTestDatabase()
const pool = createPool(database.url, 1)
const db = createDb(pool)
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/**
 * Reasons why a key needs no index: its records come with migrations and are never deleted, or only one row
 * names each.
 */
const WITHOUT = {
  attention_rules: 'its rows are those of the program',
  document_categories: 'its rows are those of the program',
  origins: 'its rows are those of the program',
  company_profile: 'it has one row',
}

/**
 * Foreign keys whose columns do not come first in an index of all rows, or of those in which they are filled.
 * Of several columns, the one that names the id will do.
 */
const withoutIndex = async () => {
  const { rows } = await sql<{ key: string }>`
    select c.conrelid::regclass || ' (' || string_agg(k.name, ', ' order by k.n) || ')' as key
    from pg_constraint c cross join lateral (
      select n, a.attname as name, a.attnum, f.attname = 'id' as is_id
      from unnest(c.conkey, c.confkey) with ordinality u (here, there, n)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = u.here
        join pg_attribute f on f.attrelid = c.confrelid and f.attnum = u.there
    ) k
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and c.conrelid::regclass::text <> all(${Object.keys(WITHOUT)}) and c.confrelid::regclass::text <> all(${Object.keys(WITHOUT)})
    group by c.oid, c.conrelid
    having not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indisvalid
        and i.indkey[0] = any(array_agg(k.attnum) filter (where k.is_id or cardinality(c.conkey) = 1))
        and (i.indpred is null
          or pg_get_expr(i.indpred, i.indrelid) = any(array_agg(format('(%I IS NOT NULL)', k.name)))))
    order by 1`.execute(db)
  return rows.map(({ key }) => key)
}

test('every foreign key has an index, so that deleting what it names reads no whole table', async () => {
  expect(await withoutIndex()).toEqual([])
})

test('an index that has only some of the filled rows is none', async () => {
  await sql`create table named (id integer primary key)`.execute(db)
  await sql`create table naming (of_named integer references named, state text)`.execute(db)
  await sql`create index on naming (of_named) where state = 'open'`.execute(db)
  await sql`create index on naming (state, of_named)`.execute(db)
  expect(await withoutIndex()).toContain('naming (of_named)')
  await sql`create index on naming (of_named) where of_named is not null`.execute(db)
  expect(await withoutIndex()).not.toContain('naming (of_named)')
})
