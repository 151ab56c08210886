import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MAX_CHANGES } from '#contract/live/live.ts'
import { sweepChanges, sweepPresence } from '#server/jobs/sweeps.ts'
import { NOBODY, recordChanges } from '#server/resource/changes.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startTestServer } from '#server/test/server.ts'
import { testServer } from '#server/test/test-server.ts'
import { openLive } from './live.fixture.ts'

const server = testServer({}, undefined, { pingMs: 200 })

/** Milliseconds: transactions of other tests on the same cluster may hold changes back. */
const POLL = { timeout: 15_000 }
const change = (entityId: number) => ({ entity: 'ports', entityId, kind: 'update' })
const write = (...ids: number[]) => recordChanges(server.db, NOBODY, ids.map(change))
const portsOf = (live: Awaited<ReturnType<typeof openLive>>) => live.changes().flatMap(({ ids }) => ids)

test('whoever comes back with the last id is told what happened meanwhile, and nothing twice', async () => {
  const first = await openLive(server)
  await write(1)
  await first.change({ ids: [1] })
  await first.close()
  await write(2)
  await write(3)
  const second = await openLive(server, { after: first.lastId() })
  await expect.poll(() => portsOf(second), POLL).toEqual([2, 3])
  await write(4)
  await second.change({ ids: [4] })
  expect(portsOf(second)).toEqual([2, 3, 4])
  expect(second.named('resync')).toEqual([])
  await second.close()
})

test('the id of a ping is enough to miss nothing, even if nothing ever changed before', async () => {
  const quiet = await openLive(server)
  const { id } = await quiet.event('ping', 2)
  await quiet.close()
  await write(11)
  const back = await openLive(server, { after: id ?? '' })
  await expect.poll(() => portsOf(back), POLL).toEqual([11])
  await back.close()
})

test('a change of a transaction that began earlier and commits later is not lost', async () => {
  const live = await openLive(server)
  const [early, late] = [await server.pool.connect(), await server.pool.connect()]
  const insert = (id: number) => `insert into changes (entity, entity_id, kind) values ('ports', ${id}, 'update')`
  await early.query('begin')
  await early.query(insert(21))
  await late.query('begin')
  await late.query(insert(22))
  await late.query('commit')
  const before = live.named('ping').length
  await live.event('ping', before + 3)
  expect(portsOf(live)).toEqual([])
  await early.query('commit')
  await live.change({ ids: [21, 22] })
  early.release()
  late.release()
  await live.close()
})

test('a transaction that holds changes back for long makes readers read again, once, and the changes follow later', async () => {
  const held = await startTestServer({}, server.databaseUrl, { pingMs: 100, heldBackMs: 400 })
  const live = await openLive(held)
  const early = await server.pool.connect()
  await early.query('begin')
  await early.query('select pg_current_xact_id()')
  await write(31)
  expect((await live.event('resync')).data).toEqual({ reason: 'held-back' })
  const before = live.named('ping').length
  await live.event('ping', before + 6)
  expect(live.named('resync')).toHaveLength(1)
  expect(portsOf(live)).not.toContain(31)
  await early.query('rollback')
  early.release()
  await live.change({ ids: [31] })
  await live.close()
  await held.close()
})

test('500 changes at once are told one by one, 501 as a resync', async () => {
  const live = await openLive(server)
  const ids = (n: number) => Array.from({ length: n }, (_, index) => index + 1)
  await write(...ids(MAX_CHANGES))
  await live.event('change')
  expect(new Set(portsOf(live)).size).toBe(MAX_CHANGES)
  const last = live.lastId()
  await write(...ids(MAX_CHANGES + 1))
  expect((await live.event('resync')).data).toEqual({ reason: 'many' })
  const after = live.named('resync')[0]?.id ?? ''
  await write(41)
  await live.change({ ids: [41] })
  await live.close()
  const [back, fresh] = [await openLive(server, { after: last }), await openLive(server, { after })]
  await expect.poll(() => back.named('resync').map(({ data }) => data.reason), POLL).toEqual(['many'])
  await expect.poll(() => portsOf(fresh), POLL).toEqual([41])
  expect(fresh.named('resync')).toEqual([])
  await Promise.all([back.close(), fresh.close()])
})

test('changes are swept after ten minutes; whoever comes back for swept ones must read everything again', async () => {
  const live = await openLive(server)
  const start = live.lastId()
  await write(51)
  await live.change({ ids: [51] })
  const middle = live.lastId()
  await live.close()
  await sql`update changes set at = now() - interval '601 seconds'`.execute(server.db)
  await write(5_200)
  await sql`update changes set at = now() - interval '590 seconds' where entity_id = 5200`.execute(server.db)
  await sweepChanges(server.db)
  const left = await server.db.selectFrom('changes').select('entityId').execute()
  expect(left).toEqual([{ entityId: 5_200 }])
  const [late, good] = [await openLive(server, { after: start }), await openLive(server)]
  expect(late.named('resync').map(({ data }) => data.reason)).toEqual(['gap'])
  await write(53)
  // The answer may include the change that was written while nobody listened.
  await late.change({ ids: expect.arrayContaining([53]) })
  expect(middle).not.toBe('')
  await Promise.all([late.close(), good.close()])
})

test('sweeping nothing leaves those who were away on a quiet day as they are', async () => {
  await sweepChanges(server.db)
  const live = await openLive(server)
  await live.close()
  await sweepChanges(server.db)
  const back = await openLive(server, { after: live.lastId() })
  expect(back.named('resync')).toEqual([])
  await back.close()
})

test('an id that is none of ours, or of another database, is a gap', async () => {
  const live = await openLive(server)
  const ahead = `${BigInt(live.lastId().split('.')[0] ?? 0) + 1_000_000n}.0`
  for (const after of ['junk', '', '1', '-1.2', '99999999999999999999.1', ahead, '1.1']) {
    const odd = await openLive(server, { after })
    expect([after, odd.named('resync').map(({ data }) => data.reason)]).toEqual([after, ['gap']])
    await odd.close()
  }
  await live.close()
})

test('after a crash of the database, which empties the table, everybody reads again, and those who come back, too', async () => {
  const live = await openLive(server)
  const before = live.lastId()
  await server.pool.query('truncate changes, changes_kept, presence')
  expect((await live.event('resync')).data).toEqual({ reason: 'restart' })
  await write(61)
  await live.change({ ids: [61] })
  const back = await openLive(server, { after: before })
  expect(back.named('resync').map(({ data }) => data.reason)).toEqual(['gap'])
  await Promise.all([live.close(), back.close()])
})

test('what tabs had open is swept 35 seconds after they were last heard of', async () => {
  const { id: entityId } = await createOrder(server.db, { userId: (await createUser(server.db)).id })
  const body = { entity: 'orders', entityId, mode: 'view', tab: 'a' }
  await server.call('POST', 'live/presence', { body })
  await server.call('POST', 'live/presence', { body: { ...body, tab: 'b' } })
  await sql`update presence set seen_at = now() - interval '36 seconds' where tab = 'a'`.execute(server.db)
  await sweepPresence(server.db)
  expect(await server.db.selectFrom('presence').select('tab').execute()).toEqual([{ tab: 'b' }])
})
