import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { findSession } from './auth.ts'
import { readAlong } from './security/look-ups.ts'
import { newToken } from './tokens.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await sql`create sequence looked_at`.execute(server.db)
})
afterAll(() => server.close())

const texts = readAlong(
  'select o.id, o.your_name as "yourName", nextval(\'looked_at\') as n from orders o where o.id = $2',
)
const reads = async () => {
  const { rows } = await sql<{
    n: number
  }>`select case when is_called then last_value else 0 end as n from looked_at`.execute(server.db)
  return rows[0]?.n
}

test('the row read along comes with the session, and is not read without one', async () => {
  const order = await createOrder(server.db, { userId: (await createUser(server.db)).id })
  const find = (token: unknown, id: number, withWal = false) =>
    findSession(server.pool, server.db, token, { withWal, along: { texts, id } })
  for (const withWal of [false, true]) {
    expect(await find(server.token, order.id, withWal)).toMatchObject({
      userId: server.staff.id,
      staff: true,
      along: { id: order.id, yourName: order.yourName },
    })
  }
  expect(await reads()).toBe(2)
  for (const token of ['x', 'f'.repeat(64), undefined, `${server.token}a`])
    expect(await find(token, order.id), String(token)).toBeNull()
  expect(await reads()).toBe(2)
})

test('a session is valid even if the row read along is missing', async () => {
  const session = await findSession(server.pool, server.db, server.token, { along: { texts, id: 2_147_483_647 } })
  expect(session).toMatchObject({ userId: server.staff.id, along: { id: null, yourName: null } })
})

test('the reply has no fields of the session', async () => {
  const { id } = await createOrder(server.db, { userId: (await createUser(server.db)).id })
  const { data } = (await server.call('GET', `request/booking/get/${id}`)).body
  expect(Object.keys(data)).not.toContain('session')
  expect(JSON.stringify(data)).not.toContain(server.staff.email)
})

describe('a list that is read together with the check of the token', () => {
  /** Holds the ports while `work` runs, so that whoever reads them waits; expects `waiting` to do so. */
  async function whileHeld(work: () => Promise<unknown>, waiting = 0): Promise<void> {
    await server.db.transaction().execute(async (tx) => {
      await sql`lock table ports in access exclusive mode`.execute(tx)
      await work()
      const waits = sql<{
        n: number
      }>`select count(*) as n from pg_locks where not granted and relation = 'ports'::regclass`
      // What is read ahead is on its way, and may arrive after the answer.
      await vi.waitFor(async () => expect((await waits.execute(tx)).rows[0]?.n).toBe(waiting), { timeout: 5_000 })
    })
    // Who waited reads on now, in more than one statement: the next lock must not meet the rest of them.
    await noCallUnderWay()
  }
  const noCallUnderWay = () => vi.waitFor(() => expect(server.pool.idleCount).toBe(server.pool.totalCount))
  const list = (token: string, path = 'port') => server.call('GET', path, { token })
  const signedIn = async (roles: Role[] = [Role.MANAGER]) => {
    const user = await createUser(server.db, { role: roles })
    const token = await server.tokenFor(user.id)
    return { user, token }
  }

  test('is the list as any other call reads it, with its page, its order and its messages', async () => {
    const { token } = await signedIn()
    for (const path of [
      'port',
      'port?per_page=5&order[code]=desc',
      'port?page=999999',
      'port?search=a',
      'port?page=0',
      'port?x=1',
      'request/booking/get_all',
      'request/booking/get_all?page=2&order[username]=asc',
      'request/booking/get_all?search=TEST',
      'request/booking/get_all?page=0',
    ])
      expect((await list(token, path)).body, path).toEqual((await list(token, path)).body)
    expect((await list(token, 'port?page=0')).status).toBe(400)
  })

  test('is not read for a token that was never valid here', async () => {
    for (const stranger of [newToken(), newToken()])
      await whileHeld(async () => expect((await list(stranger)).status).toBe(401))
  })

  test('is not answered once the session ended, and not read ahead again', async () => {
    const { user, token } = await signedIn()
    expect((await list(token)).status).toBe(200)
    await server.db.deleteFrom('sessions').where('userId', '=', user.id).execute()
    // The first call still reads ahead, but waits for the check alone.
    await whileHeld(async () => expect(await list(token)).toMatchObject({ status: 401, body: { data: null } }), 1)
    await whileHeld(async () => expect((await list(token)).status).toBe(401))
  })

  test('is not answered to an account that may no longer see it, nor read for one that never could', async () => {
    const { user, token } = await signedIn()
    expect((await list(token)).status).toBe(200)
    await server.db
      .updateTable('users')
      .set({ role: [Role.CLIENT] })
      .where('id', '=', user.id)
      .execute()
    await whileHeld(async () => expect(await list(token)).toMatchObject({ status: 403, body: { data: null } }), 1)
    await whileHeld(async () => expect((await list(token)).status).toBe(403))
    const client = await signedIn([Role.CLIENT])
    for (let call = 0; call < 2; call++)
      await whileHeld(async () => expect((await list(client.token)).status).toBe(403))
  })

  test('finds the order of a whole code for staff only', async () => {
    const order = await createOrder(server.db, { userId: (await createUser(server.db)).id })
    const path = `request/booking/search?tracking_code=${order.trackingCode}`
    const { user, token } = await signedIn()
    const first = await list(token, path)
    expect(first.body.data).toMatchObject({ totalCount: 1, items: [{ id: order.id, companyName: order.companyName }] })
    expect((await list(token, path)).body).toEqual(first.body)
    expect((await list(token, `${path}&page=0`)).status).toBe(400)
    await server.db
      .updateTable('users')
      .set({ role: [Role.CLIENT] })
      .where('id', '=', user.id)
      .execute()
    for (let call = 0; call < 2; call++)
      expect((await list(token, path)).body).toEqual((await server.call('GET', path, { token: null })).body)
  })

  test('gives its connection back, whatever became of the call, also when all calls extend the session at once', async () => {
    const { user, token } = await signedIn()
    await list(token)
    const calls = await server.db.transaction().execute(async (tx) => {
      await sql`lock table sessions in access exclusive mode`.execute(tx)
      await tx
        .updateTable('sessions')
        .set({ lastUsedAt: sql`now() - interval '2 minutes'` })
        .where('userId', '=', user.id)
        .execute()
      const sent = Array.from({ length: 40 }, () => list(token))
      // All connections but this one wait for the session, so that all calls find it due to be extended.
      await vi.waitFor(async () => {
        const waits = sql`select 1 from pg_locks where not granted and relation = 'sessions'::regclass`
        expect((await waits.execute(tx)).rows).toHaveLength((server.pool.options.max ?? 0) - 1)
      })
      return sent
    })
    const replies = await Promise.all(calls)
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    await noCallUnderWay()
  })
})

describe('a change that begins while the token is checked', () => {
  const noCallUnderWay = () => vi.waitFor(() => expect(server.pool.idleCount).toBe(server.pool.totalCount))
  const save = (token: string, id: number, body: object) =>
    server.call('PUT', `request/booking/edit/${id}?notify=0`, { token, body })
  const stored = (id: number) =>
    server.db.selectFrom('orders').select('additionalInformation').where('id', '=', id).executeTakeFirstOrThrow()
  const trail = (id: number) =>
    server.db
      .selectFrom('auditEntries')
      .select(['userId', 'action'])
      .where('entity', '=', 'orders')
      .where('entityId', '=', id)
      .execute()
  /** A member of staff whose token was valid here before, and an order. */
  async function ready() {
    const user = await createUser(server.db, { role: [Role.MANAGER] })
    const token = await server.tokenFor(user.id)
    const order = await createOrder(server.db, { userId: (await createUser(server.db)).id })
    expect((await server.call('GET', 'port', { token })).status).toBe(200)
    return { user, token, order }
  }

  test('is made as by any other call, in the name of whoever calls', async () => {
    const { user, token, order } = await ready()
    const reply = await save(token, order.id, { additionalInformation: 'Changed' })
    expect(reply).toMatchObject({ status: 200, body: { data: { additionalInformation: 'Changed' } } })
    expect(await trail(order.id)).toEqual([{ userId: user.id, action: 'order.update' }])
    expect((await save(token, order.id, { additionalInformation: 7 })).status).toBe(400)
    expect((await save(token, 2_147_483_647, {})).status).toBe(404)
    await noCallUnderWay()
  })

  test.each([
    ['whose session ended', 401, (id: number) => server.db.deleteFrom('sessions').where('userId', '=', id).execute()],
    [
      'that is a client by now',
      403,
      (id: number) =>
        server.db
          .updateTable('users')
          .set({ role: [Role.CLIENT] })
          .where('id', '=', id)
          .execute(),
    ],
  ])('changes nothing for an account %s, whatever else is wrong with the call', async (_, status, end) => {
    for (const body of [{ additionalInformation: 'Changed' }, { additionalInformation: 7 }, { updatedAt: 7 }]) {
      const { user, token, order } = await ready()
      await end(user.id)
      // At first the token is known from before.
      for (let call = 0; call < 2; call++)
        expect(await save(token, order.id, body)).toMatchObject({ status, body: { data: null } })
      expect(await stored(order.id)).toEqual({ additionalInformation: order.additionalInformation })
      expect(await trail(order.id)).toEqual([])
    }
    const { user, token } = await ready()
    await end(user.id)
    expect((await save(token, 2_147_483_647, {})).status).toBe(status)
    await noCallUnderWay()
  })

  test('does not begin for a token that was never valid here', async () => {
    const { order } = await ready()
    await server.db.transaction().execute(async (tx) => {
      await sql`select 1 from orders where id = ${order.id} for update`.execute(tx)
      // It would wait for the order.
      expect((await save(newToken(), order.id, { additionalInformation: 'Changed' })).status).toBe(401)
    })
  })

  test('holds no connection while its body arrives', async () => {
    const { token, order } = await ready()
    const body = JSON.stringify({ additionalInformation: 'Slowly' })
    const { port } = new URL(server.url)
    const call = request({
      port,
      method: 'PUT',
      path: `/api/request/booking/edit/${order.id}?notify=0`,
      headers: { 'user-token': token, 'content-type': 'application/json', 'content-length': body.length },
    })
    const answered = new Promise((resolve) => call.once('response', ({ statusCode }) => resolve(statusCode)))
    const used = server.pool.totalCount
    let checks = 0
    const count = () => checks++
    server.pool.on('acquire', count)
    call.write(body.slice(0, 5))
    await vi.waitFor(() => expect(checks).toBe(1))
    await noCallUnderWay()
    server.pool.off('acquire', count)
    call.end(body.slice(5))
    expect(await answered).toBe(200)
    expect(server.pool.totalCount).toBe(used)
    expect(await stored(order.id)).toEqual({ additionalInformation: 'Slowly' })
  })

  test('extends the session, also if it fails', async () => {
    for (const body of [{ additionalInformation: 'Changed' }, { additionalInformation: 7 }]) {
      const { user, token, order } = await ready()
      const old = sql<string>`now() - interval '2 minutes'`
      await server.db.updateTable('sessions').set({ lastUsedAt: old }).where('userId', '=', user.id).execute()
      await save(token, order.id, body)
      await noCallUnderWay()
      const { isUsed } = await server.db
        .selectFrom('sessions')
        .select(sql<boolean>`last_used_at > now() - interval '1 minute'`.as('isUsed'))
        .where('userId', '=', user.id)
        .executeTakeFirstOrThrow()
      expect(isUsed).toBe(true)
    }
  })
})
