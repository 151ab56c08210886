import { beforeAll, expect, test } from 'vitest'
import type { OwnSession } from '#contract/accounts/own-sessions.ts'
import { Role } from '#contract/accounts/session.ts'
import type { StaffAccount } from '#contract/accounts/staff-accounts.ts'
import { SCOPES } from '#contract/integrations/api-keys.ts'
import { createWithFactor } from '#server/accounts/second-factor/second-factor.fixture.ts'
import { bearer, createKey, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { trailOf } from '#server/test/trail.ts'

const server = testServer()
let token: string
beforeAll(async () => {
  token = await server.signIn({ role: [Role.ADMIN] })
})

const newManager = (values = {}) => createUser(server.db, { role: [Role.MANAGER], ...values })
const check = async (of: string) => (await server.call('GET', 'user/check_token', { token: of })).status
const sessionsOf = async (id: number): Promise<OwnSession[]> =>
  (await server.call('GET', `admin/staff/${id}/sessions`, { token })).body.data
const end = (id: number, sid: number | string = '') =>
  server.call('DELETE', `admin/staff/${id}/sessions${sid === '' ? '' : `/${sid}`}`, { token })
const view = async (clientId: number, by: string): Promise<string> =>
  (await server.call('GET', `user/get/${clientId}`, { token: by })).body.data.user_token

test('the accounts of staff are listed with how they sign in and when they were last seen; clients and deleted ones are not', async () => {
  const one = await createWithFactor(server, { username: 'Vera Quist', role: [Role.MANAGER] })
  const gone = await newManager({ username: 'Vera Gone', deletedAt: new Date() })
  const off = await newManager({ username: 'Vera Off', disabledAt: new Date() })
  const client = await createUser(server.db, { username: 'Vera Client' })
  const { body } = await server.call('GET', 'admin/staff?search=vera&order[username]=asc', { token })
  const items: StaffAccount[] = body.data.items
  expect(items.map(({ id }) => id)).toEqual([off.id, one.id])
  expect(body.data.totalCount).toBe(2)
  for (const { id } of [gone, client]) expect(items.map((item) => item.id)).not.toContain(id)
  expect(items).toEqual([
    expect.objectContaining({ disabled: true, secondFactor: false, sessions: 0, lastSeenAt: null }),
    {
      id: one.id,
      username: 'Vera Quist',
      email: one.email,
      role: [Role.MANAGER],
      secondFactor: true,
      passkeys: 0,
      singleSignOn: false,
      disabled: false,
      sessions: 1,
      lastSeenAt: expect.any(String),
    },
  ])
})

test('an administrator ends one session of a colleague, and the views that began in it; the others go on', async () => {
  const { id } = await newManager()
  const client = await createUser(server.db, { username: 'Anna Berg' })
  const [here, there] = [await server.tokenFor(id), await server.tokenFor(id)]
  const [viewHere, viewThere] = [await view(client.id, here), await view(client.id, there)]
  const listed = await sessionsOf(id)
  expect(listed).toHaveLength(4)
  expect(listed.filter(({ viewing }) => viewing?.username === 'Anna Berg')).toHaveLength(2)
  expect(listed.some(({ current }) => current)).toBe(false)
  const thereId = (await server.call('GET', 'user/sessions', { token: there })).body.data.find(
    ({ current }: OwnSession) => current,
  ).id
  expect((await end(id, thereId)).status).toBe(200)
  expect([await check(there), await check(viewThere)]).toEqual([401, 401])
  expect([await check(here), await check(viewHere)]).toEqual([200, 200])
  expect((await end(id, thereId)).status).toBe(404)
  expect((await trailOf(server.db, 'users', id)).at(-1)).toMatchObject({
    action: 'staff.session-end',
    after: { session: thereId, device: 'Unknown' },
  })
})

test('an administrator ends all sessions of a colleague, views and logins that wait for a code too', async () => {
  const { id } = await newManager()
  const client = await createUser(server.db)
  const [one, other] = [await server.tokenFor(id), await server.tokenFor(id)]
  const viewing = await view(client.id, one)
  const expiresAt = new Date(Date.now() + 60_000)
  const challenge = { tokenHash: Buffer.alloc(32, 7), userId: id, remember: false, expiresAt }
  await server.db.insertInto('loginChallenges').values(challenge).execute()
  expect((await end(id)).body.data).toEqual({ ended: 3 })
  for (const ended of [one, other, viewing]) expect(await check(ended)).toBe(401)
  expect(await server.db.selectFrom('loginChallenges').select('userId').where('userId', '=', id).execute()).toEqual([])
  expect((await trailOf(server.db, 'users', id)).at(-1)).toMatchObject({
    action: 'staff.sessions-end',
    after: { sessions: 3 },
  })
  expect((await end(id)).body.data).toEqual({ ended: 0 })
})

test('sessions of clients, of strangers to the path and of nobody are 404 and stay', async () => {
  const [one, other, client] = [await newManager(), await newManager(), await createUser(server.db)]
  const [others, clients] = [await server.tokenFor(other.id), await server.tokenFor(client.id)]
  const [foreign] = await sessionsOf(other.id)
  expect((await end(one.id, foreign?.id)).status).toBe(404)
  for (const id of [client.id, 2_147_483_647]) {
    expect((await server.call('GET', `admin/staff/${id}/sessions`, { token })).status).toBe(404)
    expect((await end(id)).status).toBe(404)
    expect((await end(id, foreign?.id)).status).toBe(404)
  }
  expect([await check(others), await check(clients)]).toEqual([200, 200])
})

test('managers and API keys neither see nor end sessions of others', async () => {
  const { id } = await newManager()
  const manager = await server.tokenFor((await newManager()).id)
  const { key } = await createKey(server.db, [...SCOPES])
  const calls = [
    ['GET', 'admin/staff'],
    ['GET', `admin/staff/${id}/sessions`],
    ['DELETE', `admin/staff/${id}/sessions`],
    ['DELETE', `admin/staff/${id}/sessions/1`],
  ] as const
  for (const [method, path] of calls) {
    expect((await server.call(method, path, { token: manager })).status, path).toBe(403)
    expect((await server.call(method, path, { token: null, headers: bearer(key) })).status).toBe(403)
  }
})
