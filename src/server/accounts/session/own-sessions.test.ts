import { md5 } from 'js-md5'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OwnSession } from '#contract/accounts/own-sessions.ts'
import { createWithFactor } from '#server/accounts/second-factor/second-factor.fixture.ts'
import { hashToken } from '#server/http/tokens.ts'
import { createUser, PASSWORD } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { trailOf } from '#server/test/trail.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

const server = testServer()

const newManager = () => createUser(server.db, { role: ['ROLE_MANAGER'] })
const list = async (token: string): Promise<OwnSession[]> =>
  (await server.call('GET', 'user/sessions', { token })).body.data
const login = async (email: string, headers: Record<string, string> = {}): Promise<string> =>
  (await server.call('POST', 'login', { token: null, body: { login: email, password: md5(PASSWORD) }, headers })).body
    .data.user_token
const check = async (token: string) => (await server.call('GET', 'user/check_token', { token })).status
const end = (id: number, token: string) => server.call('DELETE', `user/sessions/${id}`, { token })

test('one’s sessions are listed with browser, address and times, this one marked, and no token or user agent', async () => {
  const { email } = await newManager()
  const one = await login(email, { 'user-agent': FIREFOX })
  const other = await login(email, { 'user-agent': 'curl/8.5.0' })
  const sessions = await list(one)
  expect(sessions).toHaveLength(2)
  expect(sessions.find(({ current }) => current)).toEqual({
    id: expect.any(Number),
    device: 'Firefox on Windows',
    ip: '127.0.0.1',
    createdAt: expect.any(String),
    lastUsedAt: expect.any(String),
    current: true,
    viewing: null,
  })
  expect(sessions.find(({ current }) => !current)).toMatchObject({ device: 'Another program' })
  expect((await list(other)).find(({ current }) => current)).toMatchObject({ device: 'Another program' })
})

test('a view of the customer site is listed as such with whoever opened it, and not with the client', async () => {
  const staff = await newManager()
  const client = await createUser(server.db, { username: 'Anna Berg' })
  const own = await login(client.email)
  const token = await server.tokenFor(staff.id)
  const { user_token: viewing } = (await server.call('GET', `user/get/${client.id}`, { token })).body.data
  const [view] = (await list(token)).filter((session) => session.viewing !== null)
  expect(view).toMatchObject({ current: false, viewing: { id: client.id, username: 'Anna Berg' } })
  // A client's view of itself has no such list.
  for (const by of [own, viewing]) expect((await server.call('GET', 'user/sessions', { token: by })).status).toBe(403)
  expect((await end(view?.id ?? 0, token)).status).toBe(200)
  expect([await check(viewing), await check(own)]).toEqual([401, 200])
})

test('sessions that have expired are not listed', async () => {
  const { id } = await newManager()
  const [token] = [await server.tokenFor(id), await server.tokenFor(id)]
  const last = (await list(token)).find(({ current }) => !current)
  await server.db
    .updateTable('sessions')
    .set({ expiresAt: new Date() })
    .where('id', '=', last?.id ?? 0)
    .execute()
  expect((await list(token)).map(({ id: of }) => of)).not.toContain(last?.id)
})

test('a session is ended at once; somebody else’s is 404 and stays', async () => {
  const [one, other] = [await newManager(), await newManager()]
  const [here, there, foreign] = [
    await server.tokenFor(one.id),
    await server.tokenFor(one.id),
    await server.tokenFor(other.id),
  ]
  const idOf = async (token: string) => (await list(token)).find(({ current }) => current)?.id ?? 0
  const [thereId, foreignId] = [await idOf(there), await idOf(foreign)]
  expect((await end(foreignId, here)).status).toBe(404)
  expect(await check(foreign)).toBe(200)
  expect((await end(thereId, here)).status).toBe(200)
  expect([await check(there), await check(here)]).toEqual([401, 200])
  expect((await end(thereId, here)).status).toBe(404)
  expect((await trailOf(server.db, 'users', one.id)).at(-1)).toMatchObject({
    action: 'session.end',
    after: { session: thereId, device: 'Unknown', ip: '' },
  })
})

test('ending a session ends the views that began in it, and logging out leaves them', async () => {
  const [{ id }, client] = [await newManager(), await createUser(server.db)]
  const [here, there, out] = [await server.tokenFor(id), await server.tokenFor(id), await server.tokenFor(id)]
  const view = async (token: string) =>
    (await server.call('GET', `user/get/${client.id}`, { token })).body.data.user_token
  const views = [await view(here), await view(there), await view(out)]
  const thereId = (await list(there)).find(({ current }) => current)?.id ?? 0
  expect((await end(thereId, here)).status).toBe(200)
  await server.call('POST', 'logout', { token: out })
  expect(await Promise.all(views.map(check))).toEqual([200, 401, 200])
})

test('an account has twenty sessions at most: the next sign-in ends the one unused for longest, and its views', async () => {
  const { id, email } = await newManager()
  const client = await createUser(server.db)
  const unused = await server.tokenFor(id)
  const view = (await server.call('GET', `user/get/${client.id}`, { token: unused })).body.data.user_token
  const tokens = [await login(email), await login(email)]
  await server.db
    .updateTable('sessions')
    .set({ lastUsedAt: sql<string>`now() - interval '1 hour'` })
    .where('tokenHash', '=', hashToken(unused))
    .execute()
  while (tokens.length < 19) tokens.push(await server.tokenFor(id))
  expect([await check(unused), await check(view)]).toEqual([200, 200])
  // A session that has expired, or in which the account is viewed by others, takes no place.
  expect(await list(unused)).toHaveLength(21)
  await server.db
    .updateTable('sessions')
    .set({ lastUsedAt: sql<string>`now() - interval '1 hour'` })
    .where('tokenHash', '=', hashToken(unused))
    .execute()
  const last = await login(email)
  expect([await check(unused), await check(view)]).toEqual([401, 401])
  expect(await Promise.all([...tokens, last].map(check))).toEqual(Array(20).fill(200))
})

test('many sign-ins at once are not too many together, with passwords and with codes', async () => {
  const one = await newManager()
  for (let n = 0; n < 15; n++) await server.tokenFor(one.id)
  await Promise.all(Array.from({ length: 9 }, () => login(one.email)))
  const other = await createWithFactor(server)
  for (let n = 0; n < 20; n++) await server.tokenFor(other.id)
  const challenge = async () =>
    (
      await server.call('POST', 'login', {
        token: null,
        body: { login: other.email, password: md5(PASSWORD), rememberMe: false },
      })
    ).body.data.challenge
  const codes = other.recoveryCodes.slice(0, 3)
  const signedIn = await Promise.all(
    codes.map(async (code) =>
      server.call('POST', 'login/second-factor', { token: null, body: { challenge: await challenge(), code } }),
    ),
  )
  expect(signedIn.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const { id } of [one, other]) {
    const live = await server.db.selectFrom('sessions').select('id').where('userId', '=', id).execute()
    expect(live).toHaveLength(20)
  }
})

test('log out everywhere ends all others, views as clients and logins that wait for a code too, and keeps this one', async () => {
  const { id } = await newManager()
  const [client, stranger] = [await createUser(server.db), await newManager()]
  const [here, there, strange] = [
    await server.tokenFor(id),
    await server.tokenFor(id),
    await server.tokenFor(stranger.id),
  ]
  const view = async (token: string) =>
    (await server.call('GET', `user/get/${client.id}`, { token })).body.data.user_token
  const [viewing, strangers] = [await view(here), await view(strange)]
  const challenge = {
    tokenHash: Buffer.alloc(32, 1),
    userId: id,
    remember: false,
    expiresAt: new Date(Date.now() + 60_000),
  }
  await server.db.insertInto('loginChallenges').values(challenge).execute()
  const reply = await server.call('POST', 'user/sessions/end-others', { token: here })
  expect(reply.body.data).toEqual({ ended: 2 })
  for (const token of [there, viewing]) expect(await check(token)).toBe(401)
  for (const token of [here, strange, strangers]) expect(await check(token)).toBe(200)
  expect(await server.db.selectFrom('loginChallenges').select('userId').where('userId', '=', id).execute()).toEqual([])
  expect((await trailOf(server.db, 'users', id)).at(-1)).toMatchObject({
    action: 'session.end-others',
    after: { sessions: 2 },
  })
})

test.each(['0', '-1', 'x', '2147483648', "1' or 1=1", '1e3'])('the session %j is refused', async (id) => {
  const token = await server.signIn({ role: ['ROLE_MANAGER'] })
  expect([400, 404]).toContain(
    (await server.call('DELETE', `user/sessions/${encodeURIComponent(id)}`, { token })).status,
  )
})
