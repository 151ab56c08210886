import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { TOO_SLOW } from '#contract/runs/runs.ts'
import { KINDS } from '#server/run-kinds.ts'
import { undoRun } from '#server/runs/change-run.ts'
import type { BatchKind } from '#server/runs/run-kind.ts'
import { workOn } from '#server/runs/work-run.ts'
import { countStatements } from '#server/test/statements.ts'
import { trailOf } from '#server/test/trail.ts'
import { IMPORT } from './import-kind.ts'
import { csvOf, startImports } from './imports.fixture.ts'

const imports = await startImports()
afterAll(() => imports.close())
const { db, call, server, checked, apply, itemsOf } = imports

const clientsOf = (count: number, name: string) =>
  csvOf(
    Array.from({ length: count }, (_, n) => ({
      Name: 'Ben Client',
      Company: 'Ben Ltd',
      Mail: `${name}${n}@example.test`,
      Phone: '16045550100',
      Address: '1 Dock Road',
    })),
  )
const importOf = async (count: number, name: string) => {
  const { id } = await checked('clients', clientsOf(count, name))
  const run = await apply(id)
  expect(run).toMatchObject({ state: 'done', done: count })
  return { id, run }
}
const left = async (name: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from users where email like ${`${name}%`}`.execute(db)).rows[0]?.n

await sql`create table slow_clients as select null::text as what, 0 as most`.execute(db)
await sql`
  create function slow_clients() returns trigger language plpgsql as $$
  begin
    if exists (select from slow_clients s where s.what = tg_op and (
      (select count(*) from changed) > s.most or exists (select from changed where username = 'Slow Client')
    )) then
      raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled';
    end if;
    return null;
  end $$`.execute(db)
for (const [what, rows] of [
  ['insert', 'new'],
  ['delete', 'old'],
])
  await sql`create trigger ${sql.raw(`slow_${what}`)} after ${sql.raw(what ?? '')} on users
    referencing ${sql.raw(rows ?? '')} table as changed for each statement execute function slow_clients()`.execute(db)
/**
 * Makes the database give up statements that change more than this many clients, as if they took too long;
 * null: none.
 */
const slowClients = (what: 'INSERT' | 'DELETE' | null, most = 0) =>
  sql`update slow_clients set what = ${what}, most = ${most}`.execute(db)

const rowsReadInTrail = async () => {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ n: number }>`
    select seq_tup_read as n from pg_stat_user_tables where relname = 'audit_entries'`.execute(db)
  return rows[0]?.n ?? 0
}

test('1,000 clients beside 200,000 entries of the trail are taken back in four batches, and the trail is not read through', async () => {
  const { id, run } = await importOf(1_000, 'many')
  for (let batch = 0; batch < 20; batch++)
    await sql`
      insert into audit_entries (user_id, ip, request_id, action, entity, entity_id, after)
      select (select min(id) from users), '', '', 'order.save', 'orders', n, '{}' from generate_series(1, 10000) n`.execute(
      db,
    )
  await sql`analyze audit_entries`.execute(db)
  const before = await rowsReadInTrail()
  const statements = countStatements(/^delete from "users"/)
  const undone = await call('POST', `import/${id}/undo`)
  expect(statements()).toBe(4)
  expect(undone.body.data).toMatchObject({ id: run.id, state: 'undone', done: 0 })
  expect(await left('many')).toBe(0)
  // A scan for each of the 1,000 would read all 200,000 every time.
  await expect.poll(async () => (await rowsReadInTrail()) - before).toBeLessThan(2_000_000)
})

test('a batch that takes too long is halved until it does not, to take clients back as to import them', async () => {
  await slowClients('INSERT', 60)
  const { id, run } = await importOf(250, 'slow')
  await slowClients('DELETE', 31)
  expect(await left('slow')).toBe(250)
  const statements = countStatements(/^delete from "users"/)
  const undone = await call('POST', `import/${id}/undo`)
  const sent = statements()
  await slowClients(null)
  expect(undone.body.data).toMatchObject({ id: run.id, state: 'undone', done: 0 })
  expect(await left('slow')).toBe(0)
  // Batches of 250, 125 and 62 were too large; 31 is not; after four of these, 62 is tried again.
  expect(sent).toBeLessThanOrEqual(16)
})

test('a client whose removal takes too long by itself stays with the reason, and another undo takes it back', async () => {
  const { id, run } = await importOf(3, 'lone')
  await sql`update users set username = 'Slow Client' where email = 'lone1@example.test'`.execute(db)
  await sql`update run_items i set result = result || jsonb_build_object('version', u.updated_at) from users u
    where u.id = (i.result ->> 'clientId')::int and i.run_id = ${run.id}`.execute(db)
  await slowClients('DELETE', 100)
  const undone = await call('POST', `import/${id}/undo`)
  await slowClients(null)
  expect(undone.body.data).toMatchObject({ state: 'undone', done: 1, finishedAt: expect.any(String) })
  expect((await itemsOf(run.id)).map(({ state, reason }) => [state, reason])).toEqual([
    ['undone', null],
    ['done', TOO_SLOW],
    ['undone', null],
  ])
  expect((await call('POST', `runs/${run.id}/undo`)).body.data).toMatchObject({ state: 'undone', done: 0 })
  expect(await left('lone')).toBe(0)
  expect((await trailOf(db, 'runs', run.id)).map(({ action }) => action)).toEqual(['run.start', 'run.undo', 'run.undo'])
  expect(await call('POST', `runs/${run.id}/undo`)).toMatchObject({
    status: 409,
    body: { message: 'This run was undone.' },
  })
})

test('a run is undoing until its last row is taken back, also for whoever goes on after a crash; meanwhile nothing else can be done with it', async () => {
  const { id, run } = await importOf(600, 'part')
  const actor = { userId: null, impersonatorId: null, ip: '', requestId: '' }
  const work = { ...server.services, kinds: KINDS }
  await db.transaction().execute(async (tx) => {
    await undoRun(tx, work, { id: run.id, isAdmin: true }, actor)
    // No other worker goes on with the run while its worker seems alive.
    await sql`update runs set heartbeat_at = now() + interval '50 seconds' where id = ${run.id}`.execute(tx)
  })
  let batches = 0
  const undoBatch: BatchKind['undoBatch'] = async (...given) => {
    if (++batches > 1) throw new Error('Connection terminated unexpectedly')
    return IMPORT.undoBatch(...given)
  }
  const crashed = workOn(server.services, { import: { ...IMPORT, undoBatch } }, run.id, new AbortController().signal)
  await expect(crashed).rejects.toThrow('Connection terminated')
  const halfway = 350
  expect(await left('part')).toBe(halfway)
  const seen = { state: 'undoing', done: halfway, finishedAt: null }
  expect((await call('GET', `runs/${run.id}`)).body.data).toMatchObject({
    ...seen,
    rows: { done: halfway, undone: 600 - halfway },
  })
  expect((await call('GET', 'runs')).body.data.items[0]).toMatchObject(seen)
  expect((await call('GET', `import/${id}`)).body.data.run).toMatchObject(seen)
  for (const path of [`runs/${run.id}/undo`, `import/${id}/undo`, `runs/${run.id}/stop`, `runs/${run.id}/retry`])
    expect(await call('POST', path), path).toMatchObject({
      status: 409,
      body: { message: 'This run is being undone.' },
    })
  // The run's worker is gone.
  await sql`update runs set heartbeat_at = now() - interval '1 hour' where id = ${run.id}`.execute(db)
  const read = async () => (await call('GET', `runs/${run.id}`)).body.data
  await expect.poll(read, { timeout: 20_000 }).toMatchObject({ state: 'undone', done: 0, rows: { undone: 600 } })
  expect(await left('part')).toBe(0)
})
