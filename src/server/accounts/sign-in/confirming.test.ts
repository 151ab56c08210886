import { md5 } from 'js-md5'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSKEY_LATE, PASSKEY_REFUSED } from '#contract/accounts/passkeys.ts'
import { Role } from '#contract/accounts/session.ts'
import { PASSWORDS_OFF } from '#contract/accounts/single-sign-on.ts'
import { NO_PASSKEYS } from '#contract/accounts/step-up.ts'
import { createResetLink } from '#server/accounts/password-reset.ts'
import { createWithFactor, stepUpBefore } from '#server/accounts/second-factor/second-factor.fixture.ts'
import { bearer, createUser, PASSWORD } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { createAuthenticator, type Deviations } from './authenticator.fixture.ts'

const ORIGIN = 'https://office.example'
const ISSUER = 'https://id.example/realms/harbour'
let server: TestServer
let withoutPasswords: TestServer
beforeAll(async () => {
  server = await startTestServer({ APP_URL: ORIGIN })
  const oidc = { APP_URL: ORIGIN, OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: 'quayside', PASSWORD_LOGIN: 'off' }
  withoutPasswords = await startTestServer(oidc)
})
afterAll(async () => {
  await server.close()
  await withoutPasswords.close()
})

const KEY = { name: 'Shop', scopes: ['orders:read'], expiresAt: null }
const createKey = (token: string, on = server) => on.call('POST', 'admin/api-key', { token, body: KEY })
const start = (token: string) => server.call('POST', 'user/step-up/start', { token })
const stepUp = (token: string, body: object, on = server) => on.call('POST', 'user/step-up', { token, body })

/** An administrator with a passkey, and a session that was confirmed an hour ago. */
async function owner() {
  const user = await createUser(server.db, { role: [Role.ADMIN] })
  return { ...user, ...(await withPasskey(user.id)) }
}
async function withPasskey(id: number) {
  const token = await server.tokenFor(id)
  const device = createAuthenticator(ORIGIN)
  const options = (await server.call('POST', 'user/passkey/start', { token })).body.data
  const body = { name: 'Laptop', credential: device.register(options) }
  expect((await server.call('POST', 'user/passkey', { token, body })).status).toBe(200)
  await stepUpBefore(server.db, id, '1 hour')
  return { token, device }
}
const loginChallenge = async () => (await server.call('POST', 'login/passkey/start', { token: null })).body.data
const signIn = async (device: ReturnType<typeof createAuthenticator>) => {
  const credential = device.assert(await loginChallenge())
  return (await server.call('POST', 'login/passkey', { token: null, body: { credential } })).status
}

test('a passkey confirms the session whose challenge it signed, with a second factor too', async () => {
  const { token, device } = await owner()
  const factor = await createWithFactor(server)
  const other = await withPasskey(factor.id)
  for (const each of [
    { token, device, ways: ['password', 'passkey'] },
    { ...other, ways: ['code', 'passkey'] },
  ]) {
    expect((await createKey(each.token)).body.data).toEqual({ stepUp: true, ways: each.ways })
    const options = (await start(each.token)).body.data
    expect(options.allowCredentials).toEqual([{ id: each.device.id, type: 'public-key', transports: ['internal'] }])
    expect((await stepUp(each.token, { passkey: each.device.assert(options) })).status).toBe(200)
    expect((await createKey(each.token)).status).toBe(200)
  }
})

test.each<[string, Deviations]>([
  ['of another origin', { origin: 'https://office.example.evil.example' }],
  ['without user verification', { verifiesUser: false }],
  ['of a forger', { forges: true }],
  ['that is the answer to a registration', { type: 'webauthn.create' }],
])('one %s confirms nothing', async (_, deviations) => {
  const { token, device } = await owner()
  const passkey = device.assert((await start(token)).body.data, deviations)
  expect((await stepUp(token, { passkey })).body.data).toEqual({ passkey: PASSKEY_REFUSED })
  expect((await createKey(token)).status).toBe(403)
})

test('somebody else’s passkey confirms nothing, nor a challenge of another session, of a sign-in or of a registration, nor one twice', async () => {
  const [{ id, token, device }, other] = [await owner(), await owner()]
  const second = await server.tokenFor(id)
  const options = async (by = token) => (await start(by)).body.data
  expect((await stepUp(token, { passkey: other.device.assert(await options()) })).status).toBe(400)
  const late = async (challenge: Parameters<typeof device.assert>[0]) =>
    expect((await stepUp(token, { passkey: device.assert(challenge) })).body.data).toEqual({ passkey: PASSKEY_LATE })
  await late(await options(second))
  await late(await loginChallenge())
  const registering = (await server.call('POST', 'user/passkey/start', { token: second })).body.data
  await late({ challenge: registering.challenge, rpId: 'office.example' })
  expect((await createKey(token)).status).toBe(403)
  const once = await options()
  expect((await stepUp(token, { passkey: device.assert(once) })).status).toBe(200)
  await late(once)
  // A challenge of a step-up signs nobody in, either.
  const credential = device.assert(await options())
  expect((await server.call('POST', 'login/passkey', { token: null, body: { credential } })).status).toBe(400)
  const none = await server.signIn({ role: [Role.ADMIN] })
  expect(await start(none)).toMatchObject({ status: 409, body: { message: NO_PASSKEYS } })
})

test('where staff do not sign in by password, the provider and passkeys remain, and a password confirms nothing', async () => {
  const { db } = withoutPasswords
  const user = await createUser(db, { role: [Role.ADMIN] })
  await db
    .insertInto('oidcAccounts')
    .values({ issuer: ISSUER, subject: 'me', userId: user.id, lastUsedAt: new Date() })
    .execute()
  const token = await withoutPasswords.tokenFor(user.id)
  await stepUpBefore(db, user.id, '1 hour')
  expect((await createKey(token, withoutPasswords)).body.data).toEqual({ stepUp: true, ways: ['provider'] })
  expect(await stepUp(token, { password: md5(PASSWORD) }, withoutPasswords)).toMatchObject({
    status: 403,
    body: { message: PASSWORDS_OFF },
  })
})

const NEW = md5('ships in the night')
const change = (token: string, more: object) =>
  server.call('PUT', 'user/personal/password', { token, body: { password: md5(PASSWORD), newPassword: NEW, ...more } })
async function reset(id: number, more: object) {
  const url = await server.db.transaction().execute((tx) => createResetLink(tx, id, ''))
  const body = { token: url.split('/').at(-1), newPassword: NEW, ...more }
  return server.call('POST', 'app/reset-password', { token: null, body })
}

test.each<[string, boolean, (token: string, id: number) => Promise<{ status: number }>]>([
  ['a reset', false, (_, id) => reset(id, {})],
  ['a reset that says so', true, (_, id) => reset(id, { endPasskeysAndKeys: false })],
  ['a change', true, (token) => change(token, {})],
  ['a change that says so', false, (token) => change(token, { endPasskeysAndKeys: true })],
])('after %s of the password, what was planted works: %s', async (_, stays, act) => {
  const { id, token, device } = await owner()
  const planting = await server.tokenFor(id)
  const { key } = (await createKey(planting)).body.data
  const bystander = await owner()
  const byKey = async () =>
    (await server.call('GET', 'request/booking/get_all', { token: null, headers: bearer(key) })).status
  expect([await signIn(device), await byKey()]).toEqual([200, 200])
  expect((await act(token, id)).status).toBe(200)
  expect([await signIn(device), await byKey()]).toEqual(stays ? [200, 200] : [400, 401])
  expect((await createKey(planting)).status).toBe(401)
  expect(await signIn(bystander.device)).toBe(200)
  const trail = await server.db
    .selectFrom('auditEntries')
    .select(['action', 'userId'])
    .where('action', 'in', ['session.passkeys-remove', 'api-key.revoke'])
    .where('userId', '=', id)
    .execute()
  expect(trail).toHaveLength(stays ? 0 : 2)
})

test('a passkey or key of a session that ended while it was made is not kept', async () => {
  const { id, token } = await owner()
  const planting = await server.tokenFor(id)
  const options = (await server.call('POST', 'user/passkey/start', { token: planting })).body.data
  const body = { name: 'Mine', credential: createAuthenticator(ORIGIN).register(options) }
  const held = await server.pool.connect()
  await held.query('begin')
  await held.query('select 1 from users where id = $1 for update', [id])
  const planted = [
    server.call('POST', 'user/passkey', { token: planting, body }),
    server.call('POST', 'admin/api-key', { token: planting, body: KEY }),
  ]
  const waiting = async () =>
    (
      await server.pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rowCount
  await expect.poll(waiting, { timeout: 10_000 }).toBe(2)
  await held.query('delete from sessions where user_id = $1', [id])
  await held.query('commit')
  held.release()
  expect((await Promise.all(planted)).map(({ status }) => status)).toEqual([401, 401])
  expect((await server.call('GET', 'user/passkey', { token })).status).toBe(401)
  const kept = await server.db.selectFrom('passkeys').select('name').where('userId', '=', id).execute()
  expect(kept).toEqual([{ name: 'Laptop' }])
})
