import { expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { MAX_STREAMS } from '#contract/live/live.ts'
import { createMetrics } from '#server/ops/metrics.ts'
import { createUser } from '#server/test/records.ts'
import { startTestServer } from '#server/test/server.ts'
import { testServer } from '#server/test/test-server.ts'
import { colleague, openLive } from './live.fixture.ts'

const server = testServer({}, undefined, { pingMs: 200 })

test('proxies are told neither to keep the stream, nor to change it, nor to wait for more of it', async () => {
  const live = await openLive(server)
  expect(live.status).toBe(200)
  expect(live.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  })
  expect(live.headers['content-encoding']).toBeUndefined()
  await live.close()
})

test('only staff may follow changes: no token 401, a client, a CSR and staff who act as a client 403', async () => {
  const { id } = await createUser(server.db)
  const asClient = (await server.call('GET', `user/get/${id}`)).body.data.user_token
  const tokens = [null, await server.signIn(), await server.signIn({ role: [Role.CSR] }), asClient]
  const body = { entity: 'orders', entityId: 1, mode: 'view', tab: 'a' }
  const answers: unknown[] = []
  for (const token of tokens) {
    const { status } = await openLive(server, { token })
    answers.push([status, (await server.call('POST', 'live/presence', { token, body })).status])
  }
  expect(answers).toEqual([
    [401, 401],
    [403, 403],
    [403, 403],
    [403, 403],
  ])
})

test('the fourth stream of a session ends its oldest with a word; those of others stay', async () => {
  const [marta, tom] = [await colleague(server, 'Marta'), await colleague(server, 'Tom')]
  const his = await openLive(server, tom)
  const hers = []
  for (let n = 0; n < MAX_STREAMS; n++) hers.push(await openLive(server, marta))
  expect(hers.map((live) => live.isOpen())).toEqual([true, true, true])
  const fourth = await openLive(server, marta)
  expect((await hers[0]?.event('replaced'))?.data).toEqual({})
  await hers[0]?.ended()
  expect([...hers.slice(1), fourth, his].map((live) => live.isOpen())).toEqual([true, true, true, true])
  await Promise.all([...hers.slice(1), fourth, his].map((live) => live.close()))
})

test('logging out, an expired session, a disabled account and an administrator end a stream at the next ping', async () => {
  const people = await Promise.all(['A', 'B', 'C', 'D'].map((name) => colleague(server, name)))
  const [out, expired, disabled, ended] = people
  const streams = await Promise.all([...people, server].map((each) => openLive(server, { token: each.token })))
  await server.call('POST', 'logout', { token: out?.token ?? '' })
  const admin = await server.signIn({ role: [Role.ADMIN] })
  await server.call('DELETE', `admin/staff/${ended?.id}/sessions`, { token: admin })
  await server.db
    .updateTable('sessions')
    .set({ expiresAt: new Date() })
    .where('userId', '=', expired?.id ?? 0)
    .execute()
  await server.db
    .updateTable('users')
    .set({ disabledAt: new Date() })
    .where('id', '=', disabled?.id ?? 0)
    .execute()
  await Promise.all(streams.slice(0, 4).map((live) => live.ended()))
  expect(streams[4]?.isOpen()).toBe(true)
  await streams[4]?.close()
})

test('a stream outlives the limits of other replies, and ends when its own time is over', async () => {
  const short = { replyMs: 300, silenceMs: 300, handlerMs: 300, checkMs: 50, pingMs: 500, streamMs: 4_000 }
  const other = await startTestServer({}, server.databaseUrl, short)
  const live = await openLive(other)
  await live.event('ping', 3)
  expect(live.isOpen()).toBe(true)
  await live.ended()
  // Limits still hold for later requests.
  expect((await other.call('GET', 'health')).status).toBe(200)
  await other.close()
})

test('two hundred people in one office follow changes, and still get answers', async () => {
  const many = await startTestServer({}, server.databaseUrl)
  const tokens = await Promise.all(Array.from({ length: 200 }, () => many.tokenFor(many.staff.id)))
  const streams = await Promise.all(tokens.map((token) => openLive(many, { token, from: '127.0.0.9' })))
  expect(streams.filter((live) => live.isOpen())).toHaveLength(200)
  expect((await many.call('GET', 'user/check_token')).status).toBe(200)
  await Promise.all(streams.map((live) => live.close()))
  await many.close()
})

test('streams count among the connections of their address', async () => {
  const few = await startTestServer({ MAX_CONNECTIONS_PER_ADDRESS: '10' }, server.databaseUrl)
  const open = async () => openLive(few, { token: await few.tokenFor(few.staff.id), from: '127.0.0.10' })
  const streams = await Promise.all(Array.from({ length: 10 }, open))
  await expect(open()).rejects.toThrow()
  await streams[0]?.close()
  const next = await open()
  await Promise.all([next, ...streams.slice(1)].map((live) => live.close()))
  await few.close()
})

test('a server that stops ends its streams at once', async () => {
  const other = await startTestServer({}, server.databaseUrl)
  const live = await openLive(other)
  const closing = other.close()
  await live.ended()
  await closing
})

test('while the database does not answer nobody is pinged, so that readers notice', async () => {
  const other = await startTestServer({}, server.databaseUrl, { pingMs: 200 })
  const live = await openLive(other)
  await live.event('ping', 2)
  const blocker = await server.pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table changes in access exclusive mode')
  // A look waits for as long as three pings would take.
  const waits = async () =>
    (
      await blocker.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and clock_timestamp() - query_start > interval '600 ms'`)
    ).rowCount
  const before = live.named('ping').length
  await expect.poll(waits).toBe(1)
  expect(live.named('ping').length).toBeLessThanOrEqual(before + 1)
  await blocker.query('rollback')
  blocker.release()
  await live.event('ping', before + 3)
  await live.close()
  await other.close()
})

test('the metrics count open streams and the events that they were sent', async () => {
  const own = await startTestServer({}, undefined, { pingMs: 200 })
  const metrics = createMetrics(own.pool, [])
  own.services.metrics = metrics
  const port = await metrics.listen(0, '127.0.0.1')
  const figures = async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const figure = (name: string) => Number(new RegExp(`^quayside_live_${name} (\\d+)$`, 'm').exec(text)?.[1])
    return { streams: figure('streams'), events: figure('events_total') }
  }
  expect(await figures()).toEqual({ streams: 0, events: 0 })
  const live = await openLive(own)
  await live.event('ping', 3)
  const { streams, events } = await figures()
  expect(streams).toBe(1)
  expect(events).toBeGreaterThanOrEqual(3)
  await live.close()
  await expect.poll(async () => (await figures()).streams).toBe(0)
  await metrics.stop()
  await own.close()
})
