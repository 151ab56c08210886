import { md5 } from 'js-md5'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { WRONG_OLD_PASSWORD } from '#contract/accounts/login.ts'
import { CODE_REFUSED, STEP_UP_NEEDED } from '#contract/accounts/second-factor.ts'
import { CODE_INSTEAD, ONE_PROOF } from '#contract/accounts/step-up.ts'
import { codeNow, createWithFactor, stepUpBefore } from '#server/accounts/second-factor/second-factor.fixture.ts'
import { bearer, createKey, createUser, PASSWORD } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { trailOf } from '#server/test/trail.ts'

const server = testServer({ APP_URL: 'https://office.example', TRUSTED_PROXIES: '127.0.0.1' })

let from = 0
/** An address of its own for each caller, so that limits of one test do not meet another. */
const address = () => ({ 'x-forwarded-for': `10.2.0.${++from}` })

/** An administrator whose session was confirmed an hour ago, as a thief finds it. */
async function stolen() {
  const owner = await createUser(server.db, { role: ['ROLE_ADMIN'] })
  const token = await server.tokenFor(owner.id)
  await stepUpBefore(server.db, owner.id, '1 hour')
  return { ...owner, token }
}
const stepUp = (token: string, body: object, headers: object = {}) =>
  server.call('POST', 'user/step-up', { token, body, headers: { ...headers } })
const HOOK = { url: 'https://93.184.216.34/hooks', events: ['order.created'] }
const NEW = md5('a new passphrase')

/** Everything that calls of this kind change. */
const kept = async () =>
  (
    await sql`select (select json_agg(u.password_hash order by u.id) from users u) as passwords,
      (select json_agg(t order by t.user_id) from totp_factors t) as factors, (select json_agg(p order by p.id) from passkeys p) as passkeys,
      (select json_agg(k order by k.id) from api_keys k) as keys, (select json_agg(w order by w.id) from webhooks w) as webhooks,
      (select count(*) from recovery_codes) as codes, (select count(*) from passkey_challenges) as challenges`.execute(
      server.db,
    )
  ).rows

test('a session that was confirmed too long ago leaves nothing behind: every call is 403 and changes nothing; the password opens them', async () => {
  const { token, id } = await stolen()
  const client = await createUser(server.db)
  const fresh = await server.signIn({ role: ['ROLE_ADMIN'] })
  const hook = (await server.call('POST', 'admin/webhook', { token: fresh, body: HOOK })).body.data
  await server.db
    .insertInto('passkeys')
    .values({
      userId: id,
      credentialId: Buffer.from('one'),
      publicKey: Buffer.from('key'),
      counter: 0,
      userHandle: Buffer.alloc(32),
      name: 'Laptop',
    })
    .execute()
  const passkey = (await server.call('GET', 'user/passkey', { token })).body.data.items[0]
  const made = {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
  }
  const list: [string, string, object?][] = [
    ['POST', 'user/totp/start'],
    ['POST', 'user/totp/confirm', { code: '123456' }],
    ['DELETE', 'user/totp', { code: '123456' }],
    ['POST', 'user/totp/recovery-codes', { code: '123456' }],
    ['POST', 'user/passkey/start'],
    ['POST', 'user/passkey', { name: 'Mine', credential: made }],
    ['PUT', `user/passkey/${passkey.id}`, { name: 'Mine' }],
    ['DELETE', `user/passkey/${passkey.id}`],
    ['POST', 'admin/api-key', { name: 'Shop', scopes: ['orders:read'], expiresAt: null }],
    ['POST', 'admin/webhook', HOOK],
    ['POST', 'admin/webhook/add', HOOK],
    ['PUT', 'admin/webhook/save', HOOK],
    ['PUT', 'admin/webhook/save', { ...HOOK, id: hook.id }],
    ['PUT', `admin/webhook/${hook.id}`, { url: 'https://93.184.216.35/' }],
    ['PUT', `admin/webhook/edit/${hook.id}`, { url: 'https://93.184.216.35/' }],
    ['DELETE', `admin/webhook/${hook.id}`],
    ['DELETE', `admin/webhook/delete/${hook.id}`],
    ['POST', `admin/webhook/${hook.id}/rotate`],
    ['POST', `admin/user/change/password/${client.id}`, { newPassword: NEW }],
    ['PUT', `user/${client.id}`, { password: NEW }],
  ]
  const before = await kept()
  for (const [method, path, body] of list) {
    const answer = await server.call(method, path, { token, body, headers: { 'idempotency-key': 'again' } })
    expect(answer, `${method} ${path}`).toMatchObject({
      status: 403,
      body: { message: STEP_UP_NEEDED, data: { stepUp: true, ways: ['password', 'passkey'] } },
    })
  }
  expect(await kept()).toEqual(before)
  expect((await stepUp(token, { password: md5(PASSWORD) })).status).toBe(200)
  for (const [method, path, body] of list.filter(([, path]) => /start$|api-key|change|^user\/\d/.test(path)).slice(1))
    expect((await server.call(method, path, { token, body })).status, path).toBe(200)
})

test('a new password for a client asks in each form, other changes do not; an API key registers clients and sets no password', async () => {
  const { token } = await stolen()
  const client = await createUser(server.db)
  const put = (body: object, headers = {}) =>
    server.call('PUT', `user/${client.id}`, { token: 'authorization' in headers ? null : token, body, headers })
  expect((await put({ username: 'Renamed' })).status).toBe(200)
  expect((await put({ username: 'Again', password: NEW })).body.data).toMatchObject({ stepUp: true })
  const { key } = await createKey(server.db, ['clients:write'])
  expect(await put({ password: NEW }, bearer(key))).toMatchObject({
    status: 403,
    body: { message: 'An API key cannot change passwords.', data: null },
  })
  const byKey = (path: string, body: object) => server.call('POST', path, { token: null, body, headers: bearer(key) })
  expect((await byKey(`admin/user/change/password/${client.id}`, { newPassword: NEW })).status).toBe(403)
  const { email, ...fields } = { email: 'new@client.example', username: 'New', companyName: 'New', phone: '15550100' }
  const registered = await byKey('registration', { ...fields, email, companyAddress: 'Quay 1', password: NEW })
  expect(registered.status).toBe(200)
})

test('a step-up takes one proof, and the password only of accounts without a second factor', async () => {
  const { token } = await stolen()
  for (const body of [{}, { code: '123456', password: md5(PASSWORD) }])
    expect((await stepUp(token, body)).body.data, JSON.stringify(body)).toEqual({ code: ONE_PROOF })
  expect((await stepUp(token, { password: PASSWORD })).body.data).toHaveProperty('password')
  expect((await stepUp(token, { code: '123456' })).status).toBe(409)
  const factor = await createWithFactor(server)
  await stepUpBefore(server.db, factor.id, '1 hour')
  expect(await stepUp(factor.token, { password: md5(PASSWORD) })).toMatchObject({
    status: 400,
    body: { data: { password: CODE_INSTEAD } },
  })
  const key = { name: 'Shop', scopes: ['orders:read'], expiresAt: null }
  const create = async () => server.call('POST', 'admin/api-key', { token: factor.token, body: key })
  expect((await create()).body.data).toEqual({ stepUp: true, ways: ['code'] })
  expect((await stepUp(factor.token, { code: await codeNow(server.db, factor.secret) })).status).toBe(200)
  expect((await create()).status).toBe(200)
})

test('a password marks this session alone, for ten minutes, and is in the audit trail; so is a wrong one', async () => {
  const { token, id } = await stolen()
  const other = await server.tokenFor(id)
  await stepUpBefore(server.db, id, '1 hour')
  const start = async (by: string) => (await server.call('POST', 'user/totp/start', { token: by })).status
  expect((await stepUp(token, { password: md5('wrong') })).body.data).toEqual({ password: WRONG_OLD_PASSWORD })
  expect(await start(token)).toBe(403)
  const { until } = (await stepUp(token, { password: md5(PASSWORD) })).body.data
  const minutes = (Date.parse(until) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(9.5)
  expect(minutes).toBeLessThan(10.5)
  expect([await start(token), await start(other)]).toEqual([200, 403])
  const trail = (await trailOf(server.db, 'users', id)).filter(({ action }) => action.startsWith('session.step-up'))
  expect(trail).toMatchObject([
    { action: 'session.step-up-failed', after: { by: 'password' } },
    { action: 'session.step-up', after: { by: 'password' } },
  ])
})

test('wrong passwords are counted with those of the login, and a right one takes its try back', async () => {
  const { token, email } = await stolen()
  const headers = address()
  const login = (password: string) =>
    server.call('POST', 'login', { token: null, headers, body: { login: email, password: md5(password) } })
  for (let n = 0; n < 5; n++) expect((await stepUp(token, { password: md5('wrong') }, headers)).status).toBe(400)
  for (let n = 0; n < 5; n++) expect((await login('wrong')).status).toBe(400)
  expect((await stepUp(token, { password: md5(PASSWORD) }, headers)).status).toBe(429)
  expect((await login(PASSWORD)).status).toBe(429)
  // The owner, at another address, is not locked out.
  expect((await stepUp(token, { password: md5(PASSWORD) }, address())).status).toBe(200)
  const elsewhere = address()
  for (let n = 0; n < 15; n++) expect((await stepUp(token, { password: md5(PASSWORD) }, elsewhere)).status).toBe(200)
})

test('turning a second factor on ends what other sessions confirmed by password, and they need a code from then on', async () => {
  const user = await createUser(server.db, { role: ['ROLE_ADMIN'] })
  const [one, other] = [await server.tokenFor(user.id), await server.tokenFor(user.id)]
  const hook = async (token: string) => (await server.call('POST', 'admin/webhook', { token, body: HOOK })).status
  expect(await hook(other)).toBe(200)
  const { secret } = (await server.call('POST', 'user/totp/start', { token: one })).body.data
  const body = { code: await codeNow(server.db, secret) }
  expect((await server.call('POST', 'user/totp/confirm', { token: one, body })).status).toBe(200)
  expect([await hook(one), await hook(other)]).toEqual([200, 403])
  expect((await stepUp(other, { password: md5(PASSWORD) })).status).toBe(400)
})

test('with a right code in its body the removal of a second factor needs no other confirmation; a wrong one is 403 at the code', async () => {
  const { token, id, recoveryCodes } = await createWithFactor(server)
  await stepUpBefore(server.db, id, '1 hour')
  const remove = (body: object) => server.call('DELETE', 'user/totp', { token, body })
  expect((await remove({})).body.data).toEqual({ stepUp: true, ways: ['code'] })
  expect(await remove({ code: 'AAAA-BBBB-CCCC-DDDD' })).toMatchObject({
    status: 403,
    body: { data: { stepUp: true, code: CODE_REFUSED } },
  })
  expect((await remove({ code: recoveryCodes[0] })).status).toBe(200)
})

test('a view as a client is never confirmed, whatever its row says', async () => {
  const admin = await server.signIn({ role: ['ROLE_ADMIN'] })
  const client = await createUser(server.db)
  const { user_token: view } = (await server.call('GET', `user/get/${client.id}`, { token: admin })).body.data
  await stepUpBefore(server.db, client.id, '1 second')
  expect((await stepUp(view, { password: md5(PASSWORD) })).status).toBe(403)
  // Viewing an administrator would be another matter: nobody may.
  await server.db
    .updateTable('users')
    .set({ role: ['ROLE_ADMIN'] })
    .where('id', '=', client.id)
    .execute()
  expect((await server.call('POST', 'user/totp/start', { token: view })).status).toBe(403)
})
