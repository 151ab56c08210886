import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { newToken } from './tokens.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

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
      // The statement that reads ahead may reach the database after the answer.
      await expect.poll(async () => (await waits.execute(tx)).rows[0]?.n).toBe(waiting)
    })
    // Who waited reads on now, in more than one statement: the next lock must not meet the rest of them.
    await noCallUnderWay()
  }
  const noCallUnderWay = () => expect.poll(() => server.pool.totalCount - server.pool.idleCount).toBe(0)
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
      const waits = sql`select 1 from pg_locks where not granted and relation = 'sessions'::regclass`
      await expect.poll(async () => (await waits.execute(tx)).rows.length).toBe((server.pool.options.max ?? 0) - 1)
      return sent
    })
    const replies = await Promise.all(calls)
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    await noCallUnderWay()
  })
})
