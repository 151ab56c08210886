import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { findSession, readAlong } from './auth.ts'

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
