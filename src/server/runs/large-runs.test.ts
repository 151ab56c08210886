import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ORDER_DELETED, STOPPED, TOO_SLOW } from '#contract/runs/runs.ts'
import { removeWhere } from '#server/jobs/sweeps.ts'
import { startBulk } from './bulk.fixture.ts'
import { createRun } from './create-run.ts'

const bulk = await startBulk()
afterAll(() => bulk.close())
const { server, departed, finished } = bulk
const { db } = server
const ROWS = 250

await sql`create table slow_rows as select 0 as most, 0 as tries`.execute(db)
await sql`create sequence slow_tries`.execute(db)
await sql`
  create function slow_rows() returns trigger language plpgsql as $$
  begin
    perform nextval('slow_tries');
    if (select count(*) from changed) > (select most from slow_rows) then
      raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled';
    end if;
    return null;
  end $$`.execute(db)
/**
 * Makes the database give up statements that change more rows of runs than this, as if they took too long,
 * until the test's end.
 */
const slow = (most: number) => sql`update slow_rows set most = ${most}`.execute(db)
await sql`create trigger slow_update after update on run_items
  referencing old table as changed for each statement execute function slow_rows()`.execute(db)
await sql`create trigger slow_delete after delete on run_items
  referencing old table as changed for each statement execute function slow_rows()`.execute(db)
beforeEach(() => slow(1_000_000))

/** Statements on rows of runs that were tried since the last call. */
const tries = async () => {
  const { rows } = await sql<{ n: number }>`select nextval('slow_tries')::int as n`.execute(db)
  await sql`alter sequence slow_tries restart`.execute(db)
  return rows[0]?.n ?? 0
}

/** A run with many rows, on which nobody works yet. */
const largeRun = () =>
  db.transaction().execute((tx) =>
    createRun(
      tx,
      {
        kind: 'event' as const,
        title: 'Large',
        input: departed(),
        items: Array.from({ length: ROWS }, () => ({ orderId: null })),
      },
      { userId: server.staff.id, impersonatorId: null, ip: '', requestId: '' },
    ),
  )
const rowsOf = async (id: number) =>
  (
    await sql`select state, reason, count(*)::int as n from run_items where run_id = ${id} group by state, reason`.execute(
      db,
    )
  ).rows

test('stopping a run marks its rows in batches, halved where one takes too long', async () => {
  await bulk.pause()
  const id = await largeRun()
  expect((await server.call('POST', `runs/${id}/stop`)).status).toBe(200)
  await slow(60)
  await tries()
  await bulk.resume()
  expect(await finished(id)).toMatchObject({ state: 'stopped', done: 0, failed: 0, skipped: ROWS })
  expect(await rowsOf(id)).toEqual([{ state: 'skipped', reason: STOPPED, n: ROWS }])
  // From 10,000 down to 39, a batch that finds all rows is tried seven times.
  expect(await tries()).toBeLessThan(20)
})

test('failed rows are tried again in batches that are halved the same way', async () => {
  await bulk.pause()
  const id = await largeRun()
  await sql`update run_items set state = 'failed', reason = 'No room' where run_id = ${id}`.execute(db)
  await sql`update runs set failed = ${ROWS}, state = 'done', finished_at = now() where id = ${id}`.execute(db)
  await slow(60)
  expect((await server.call('POST', `runs/${id}/retry`)).body.data).toMatchObject({ failed: 0, finishedAt: null })
  expect(await rowsOf(id)).toEqual([{ state: 'waiting', reason: 'No room', n: ROWS }])
  await slow(1_000_000)
  await bulk.resume()
  await finished(id)
})

test('rows that could not be taken back are to be taken back again in batches that are halved the same way', async () => {
  await bulk.pause()
  const id = await largeRun()
  await sql`update run_items set state = 'done', reason = ${TOO_SLOW} where run_id = ${id}`.execute(db)
  await sql`update runs set done = ${ROWS}, state = 'undone', finished_at = now(), held_until = now() + interval '1 hour'
    where id = ${id}`.execute(db)
  await slow(60)
  expect((await bulk.undo(id)).body.data).toMatchObject({ state: 'undone', done: ROWS })
  expect(await rowsOf(id)).toEqual([{ state: 'done', reason: ORDER_DELETED, n: ROWS }])
  await bulk.resume()
})

test('what is removed once an hour is removed in batches that are halved the same way', async () => {
  await bulk.pause()
  const id = await largeRun()
  await slow(60)
  expect(await removeWhere(db, 'runItems', sql`run_id = ${id}`)).toBe(ROWS)
  await slow(1_000_000)
  await bulk.resume()
  await finished(id)
})

test('a statement on a single row that takes too long is not tried for ever', async () => {
  await bulk.pause()
  const id = await largeRun()
  await slow(0)
  await expect(removeWhere(db, 'runItems', sql`run_id = ${id}`)).rejects.toThrow('statement timeout')
  await slow(1_000_000)
  expect(await rowsOf(id)).toEqual([{ state: 'waiting', reason: null, n: ROWS }])
  await bulk.resume()
  await finished(id)
})

test('of three runs two are worked on at once, and the third has its turn before either is over', async () => {
  await bulk.pause()
  const ids = [await largeRun(), await largeRun()]
  const small = (await bulk.start('event', departed(), { ids: [(await bulk.createOrders(1))[0]?.id] })).body.data
  await sql`create function rest() returns trigger language plpgsql as $$ begin perform pg_sleep(0.1); return new; end $$`.execute(
    db,
  )
  await sql`create trigger rest before update on run_items for each row when (new.run_id in (${sql.lit(ids[0])}, ${sql.lit(ids[1])})) execute function rest()`.execute(
    db,
  )
  await bulk.resume()
  expect(await finished(small.id)).toMatchObject({ state: 'done', done: 1 })
  const large = await db.selectFrom('runs').select(['finishedAt', 'skipped']).where('id', 'in', ids).execute()
  expect(large.map(({ finishedAt }) => finishedAt)).toEqual([null, null])
  expect(large.some(({ skipped }) => skipped > 5)).toBe(true)
  await sql`drop trigger rest on run_items`.execute(db)
  for (const id of ids) expect(await finished(id)).toMatchObject({ state: 'done', skipped: ROWS })
}, 60_000)
