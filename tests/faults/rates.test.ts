import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDb, createPool, type Db } from '#server/db/client.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createUser } from '#server/test/records.ts'
import { type ServerProcess, startServerProcess } from '#tests/lib/server-process.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

/** Lanes of the tests, each with two figures that a set changes. */
const LANES = 300
const TIER = 77

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: ReturnType<typeof createPool>
let db: Db
let folder: string
let makerId: number
let env: Record<string, string>
const servers: ServerProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 4)
  db = createDb(pool)
  folder = await mkdtemp(join(await realpath(tmpdir()), 'quayside-rates-'))
  makerId = (await createUser(db, { role: ['ROLE_ADMIN'] })).id
  await sql`insert into freight (tier, dest, cbm, mt) select ${TIER}, 'LANE-' || n, 10, 10 from generate_series(1, ${LANES}::int) n`.execute(
    db,
  )
  env = { DATABASE_URL: database.url, DATA_DIR: folder, SMTP_URL: '', DEMO: '0' }
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const started = async (): Promise<ServerProcess> => {
  const server = await startServerProcess(env)
  servers.push(server)
  return server
}

/** A scheduled set that takes all figures of the lanes from one value to another, due now. */
async function dueSet(from: number, to: number): Promise<number> {
  const { id } = await db
    .insertInto('rateSets')
    .values({ name: `To ${to}`, state: 'scheduled', validFrom: new Date(), madeBy: makerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into rate_changes (set_id, action, entity, record_id, field, old, new)
    select ${id}::int, 'change', 'freight', f.id, field, ${from}::int, ${to}::int from freight f, unnest(array['cbm', 'mt']) field
    where tier = ${TIER}`.execute(db)
  return id
}

const stateOf = async (id: number) =>
  (await db.selectFrom('rateSets').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const figures = async () =>
  (
    await sql<{ cbm: number; mt: number; lanes: number }>`
      select cbm, mt, count(*)::int as lanes from freight where tier = ${TIER} group by cbm, mt`.execute(db)
  ).rows
/** How many instants the ranges begin that a set brought, and of how many records. */
const begun = async (id: number) =>
  (
    await sql<{ instants: number; records: number }>`
      select count(distinct lower(valid))::int as instants, count(*)::int as records from rate_history where set_id = ${id}`.execute(
      db,
    )
  ).rows[0]

test('kill -9 while a set is applied leaves none of it; the next start applies it as a whole, at one instant', async () => {
  // Each row takes a while, so that the kill comes in the middle.
  await sql`
    create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.02); return new; end $$`.execute(
    db,
  )
  await sql`create trigger freight_slowly before update on freight for each row execute function slowly()`.execute(db)
  const id = await dueSet(10, 20)
  const server = await started()
  const updating = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and query ilike '%update "freight"%' and state = 'active'
        and pid <> pg_backend_pid()`.execute(db)
    ).rows.length
  await expect.poll(updating, { timeout: 30_000, interval: 20 }).toBe(1)
  await wait(Math.random() * 1000)
  await server.kill()
  await expect.poll(updating, { timeout: 30_000 }).toBe(0)
  expect([await stateOf(id), await figures()]).toEqual(['scheduled', [{ cbm: 10, mt: 10, lanes: LANES }]])
  expect(await begun(id)).toEqual({ instants: 0, records: 0 })

  await sql`drop trigger freight_slowly on freight`.execute(db)
  await server.start()
  await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe('current')
  expect(await figures()).toEqual([{ cbm: 20, mt: 20, lanes: LANES }])
  expect(await begun(id)).toEqual({ instants: 1, records: LANES })
})

test('two servers apply a due set once', async () => {
  await started()
  const id = await dueSet(20, 30)
  await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe('current')
  // The other server has looked, too.
  await wait(4_000)
  const entries = await db
    .selectFrom('auditEntries')
    .select('id')
    .where('action', 'in', ['rate set.apply', 'rate set.refuse'])
    .where('entityId', '=', id)
    .execute()
  expect(entries).toHaveLength(1)
  expect(await begun(id)).toEqual({ instants: 1, records: LANES })
})
