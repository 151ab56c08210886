import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  MOST_PASSKEYS,
  PASSKEY_KNOWN,
  PASSKEY_LATE,
  PASSKEY_REFUSED,
  TOO_MANY_PASSKEYS,
} from '#contract/accounts/passkeys.ts'
import { Role } from '#contract/accounts/session.ts'
import { readCommand } from '#server/ops/staff/commands.ts'
import { createUser } from '#server/test/records.ts'
import { startTestServer } from '#server/test/server.ts'
import { testServer } from '#server/test/test-server.ts'
import { type Authenticator, createAuthenticator, type Deviations } from './authenticator.fixture.ts'

const ORIGIN = 'https://office.example'
const server = testServer({ APP_URL: ORIGIN, TRUSTED_PROXIES: '127.0.0.1' })

let from = 0
/** An address of its own for each caller, so that limits of one test do not meet another. */
const address = () => `10.1.${++from >> 8}.${from & 255}`

const staff = async (role: Role = Role.MANAGER) => {
  const user = await createUser(server.db, { role: [role] })
  return { ...user, token: await server.tokenFor(user.id) }
}
const startRegistration = async (token: string) =>
  (await server.call('POST', 'user/passkey/start', { token })).body.data
async function register(token: string, device: Authenticator, deviations: Deviations = {}, name = 'Laptop') {
  const credential = device.register(await startRegistration(token), deviations)
  return server.call('POST', 'user/passkey', { token, body: { name, credential } })
}
/** A member of staff with a passkey. */
async function owner() {
  const user = await staff()
  const device = createAuthenticator(ORIGIN)
  const { status, body } = await register(user.token, device)
  expect(status).toBe(200)
  return { ...user, device, passkey: body.data as { id: number; name: string } }
}
const challenge = async (ip = address()) =>
  (await server.call('POST', 'login/passkey/start', { token: null, headers: { 'x-forwarded-for': ip } })).body.data
const answer = (credential: object, { ip = address(), ...more }: { ip?: string; rememberMe?: boolean } = {}) =>
  server.call('POST', 'login/passkey', {
    token: null,
    body: { credential, ...more },
    headers: { 'x-forwarded-for': ip },
  })
const signIn = async (device: Authenticator, deviations: Deviations = {}) =>
  answer(device.assert(await challenge(), deviations))
const refusal = { status: 400, body: { message: PASSKEY_REFUSED, data: null } }
const trailOf = (id: number) =>
  server.db.selectFrom('auditEntries').select(['action', 'after']).where('entityId', '=', id).orderBy('id').execute()

describe('registering a passkey', () => {
  test('asks for a discoverable credential with user verification, for this site and without attestation', async () => {
    const { token, email, username } = await staff()
    const options = await startRegistration(token)
    expect(options).toMatchObject({
      rp: { id: 'office.example', name: 'Quayside' },
      user: { name: email, displayName: username },
      attestation: 'none',
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    })
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
    const stored = await sql<{ row: string }>`select c::text as row from passkey_challenges c`.execute(server.db)
    expect(JSON.stringify(stored.rows)).not.toContain(options.challenge)
  })

  test('keeps it with its name, shows it in the list, and excludes it from the next one', async () => {
    const { token, device, passkey } = await owner()
    expect(passkey).toMatchObject({ name: 'Laptop', lastUsedAt: null })
    expect((await server.call('GET', 'user/passkey', { token })).body.data.items).toEqual([passkey])
    const next = await startRegistration(token)
    expect(next.excludeCredentials).toEqual([{ id: device.id, type: 'public-key', transports: ['internal'] }])
  })

  test.each<[string, Deviations]>([
    ['of another origin', { origin: 'https://office.example.evil.example' }],
    ['of another site', { rpId: 'evil.example' }],
    ['without user verification', { verifiesUser: false }],
    ['made in a frame of another site', { crossOrigin: true }],
    ['that is the answer to a sign-in', { type: 'webauthn.get' }],
    ['whose attestation names certificates', { format: 'android-key' }],
  ])('one %s is refused, and nothing is kept', async (_, deviations) => {
    const { token } = await staff()
    expect(await register(token, createAuthenticator(ORIGIN), deviations)).toMatchObject(refusal)
    expect((await server.call('GET', 'user/passkey', { token })).body.data.items).toEqual([])
  })

  test('a challenge serves one answer, of the session that asked, within five minutes', async () => {
    const { token, id } = await staff()
    const device = createAuthenticator(ORIGIN)
    const send = (credential: object, as = token) =>
      server.call('POST', 'user/passkey', { token: as, body: { name: 'Laptop', credential } })
    const late = { status: 400, body: { message: PASSKEY_LATE } }

    const options = await startRegistration(token)
    expect(await send(device.register(options), await server.tokenFor(id))).toMatchObject(late)
    expect(await send(device.register(options, { rpId: 'evil.example' }))).toMatchObject(refusal)
    expect(await send(device.register(options))).toMatchObject(late)

    const old = await startRegistration(token)
    await sql`update passkey_challenges set expires_at = now()`.execute(server.db)
    expect(await send(device.register(old))).toMatchObject(late)
    expect(await send(device.register({ ...old, challenge: 'A'.repeat(43) }))).toMatchObject(late)
    expect(await send(device.register({ ...old, challenge: '' }))).toMatchObject(refusal)
    expect(await send(device.register(await challenge().then((it) => ({ ...old, ...it }))))).toMatchObject(late)
  })

  test('one that is known is refused, whoever has it', async () => {
    const { device } = await owner()
    const other = await staff()
    expect((await register(other.token, device)).body.data).toEqual({ credential: PASSKEY_KNOWN })
  })

  test(`an account has at most ${MOST_PASSKEYS}, also by two at once`, async () => {
    const { token, id } = await staff()
    for (let n = 1; n < MOST_PASSKEYS; n++)
      expect((await register(token, createAuthenticator(ORIGIN))).status).toBe(200)
    const begun = [await startRegistration(token), await startRegistration(token)]
    const both = await Promise.all(
      begun.map((options) =>
        server.call('POST', 'user/passkey', {
          token,
          body: { name: 'Last', credential: createAuthenticator(ORIGIN).register(options) },
        }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const { status, body } = await server.call('POST', 'user/passkey/start', { token })
    expect({ status, message: body.message }).toEqual({ status: 409, message: TOO_MANY_PASSKEYS })
    const { count } = await server.db
      .selectFrom('passkeys')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(MOST_PASSKEYS)
  })

  test('a page at another address is told where passkeys work', async () => {
    const { token } = await staff()
    for (const path of ['user/passkey/start', 'login/passkey/start']) {
      const { status, body } = await server.call('POST', path, { token, headers: { origin: 'https://other.example' } })
      expect({ status, message: body.message }).toEqual({
        status: 400,
        message: `Passkeys work at ${ORIGIN} only. Please open Quayside there.`,
      })
    }
    expect((await server.call('POST', 'user/passkey/start', { token, headers: { origin: ORIGIN } })).status).toBe(200)
  })

  test.each([
    [{}, ['name', 'credential']],
    [{ name: ' ', credential: null }, ['name', 'credential']],
    [{ name: 'x'.repeat(101) }, ['name', 'credential']],
  ])('%j is refused at its fields', async (body, fields) => {
    const { token } = await staff()
    const { status, body: reply } = await server.call('POST', 'user/passkey', { token, body })
    expect({ status, fields: Object.keys(reply.data) }).toEqual({ status: 400, fields })
  })
})

describe('signing in with a passkey', () => {
  test('needs no name, and answers what login answers', async () => {
    const { device, id, email, passkey } = await owner()
    const { status, body } = await signIn(device)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id, email, role: [Role.MANAGER], eternal_token: null })
    const token = body.data.user_token
    expect((await server.call('GET', 'request/booking/get_all', { token })).status).toBe(200)
    const session = await server.db
      .selectFrom('sessions')
      .select(['signedInBy', 'remember'])
      .where('userId', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(session).toEqual({ signedInBy: 'passkey', remember: false })
    expect((await trailOf(id)).slice(-2)).toEqual([
      { action: 'session.passkey-add', after: { name: 'Laptop' } },
      { action: 'session.login', after: { how: 'passkey', passkey: 'Laptop' } },
    ])
    const { items } = (await server.call('GET', 'user/passkey', { token })).body.data
    expect(items).toEqual([{ ...passkey, lastUsedAt: expect.any(String) }])
  })

  test('Remember me answers the token a second time', async () => {
    const { device } = await owner()
    const { data } = (await answer(device.assert(await challenge()), { rememberMe: true })).body
    expect(data.eternal_token).toBe(data.user_token)
  })

  test.each<[string, Deviations]>([
    ['of another origin', { origin: 'https://office.example:8443' }],
    ['of another site', { rpId: 'evil.example' }],
    ['without user verification', { verifiesUser: false }],
    ['that is forged', { forges: true }],
    ['that is a registration', { type: 'webauthn.create' }],
    ['of another account', { userHandle: 'A'.repeat(43) }],
    ['of a copy of the device, which counts less', { counter: 1 }],
  ])('an answer %s is refused and recorded', async (_, deviations) => {
    const { device, id } = await owner()
    expect(await signIn(device, deviations)).toMatchObject(refusal)
    expect((await trailOf(id)).at(-1)).toEqual({ action: 'session.login-failed', after: { how: 'passkey' } })
    expect((await signIn(device, { counter: 5 })).status).toBe(200)
  })

  test('a device that does not count is accepted again and again', async () => {
    const user = await staff()
    const device = createAuthenticator(ORIGIN)
    await register(user.token, device, { counter: 0 })
    for (let n = 0; n < 2; n++) expect((await signIn(device, { counter: 0 })).status).toBe(200)
  })

  test('an answer works once, also sent twice at the same time', async () => {
    const { device } = await owner()
    const signed = device.assert(await challenge())
    const both = await Promise.all([answer(signed), answer(signed)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await answer(signed)).body.message).toBe(PASSKEY_LATE)
  })

  test('a challenge that is unknown, expired, or for a registration is refused', async () => {
    const { device, token } = await owner()
    const late = { status: 400, body: { message: PASSKEY_LATE } }
    const options = await challenge()
    expect(await answer(device.assert(options, { challenge: 'A'.repeat(43) }))).toMatchObject(late)
    await sql`update passkey_challenges set expires_at = now()`.execute(server.db)
    expect(await answer(device.assert(options))).toMatchObject(late)
    const registering = await startRegistration(token)
    expect(await answer(device.assert({ ...options, challenge: registering.challenge }))).toMatchObject(late)
    expect(await answer(device.assert(options, { challenge: 'short' }))).toMatchObject(refusal)
  })

  test('an answer from a frame in a page of another site is refused', async () => {
    const { device } = await owner()
    expect(await signIn(device, { crossOrigin: true })).toMatchObject(refusal)
  })

  test('one that nobody registered is refused like one that is wrong', async () => {
    expect(await signIn(createAuthenticator(ORIGIN))).toMatchObject(refusal)
  })

  test('a disabled or deleted account, and one that is no longer staff, is refused', async () => {
    for (const change of [{ disabledAt: new Date() }, { deletedAt: new Date() }, { role: [Role.CLIENT] }]) {
      const { device, id } = await owner()
      await server.db.updateTable('users').set(change).where('id', '=', id).execute()
      expect(await signIn(device)).toMatchObject(refusal)
    }
  })

  test('too many wrong answers from one address get 429; others, and right ones, do not', async () => {
    const { device } = await owner()
    const ip = address()
    const { db } = server
    const wrong = async () => answer(device.assert(await challenge(), { challenge: 'A'.repeat(43) }), { ip })
    expect((await wrong()).status).toBe(400)
    await sql`update rate_limits set points = 99 where key = ${`passkey-login:${ip}`}`.execute(db)
    expect((await answer(device.assert(await challenge()), { ip })).status).toBe(200)
    expect((await wrong()).status).toBe(400)
    const refused = await answer(device.assert(await challenge()), { ip })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await answer(device.assert(await challenge()))).status).toBe(200)
  })
})

describe('one’s own passkeys', () => {
  test('are renamed and removed; a removed one signs nobody in, and its sessions stay', async () => {
    const { device, passkey, token, id } = await owner()
    const session = (await signIn(device)).body.data.user_token
    const path = `user/passkey/${passkey.id}`
    const renamed = await server.call('PUT', path, { token, body: { name: ' Phone ' } })
    expect(renamed.body.data).toMatchObject({ id: passkey.id, name: 'Phone' })
    expect((await server.call('PUT', path, { token, body: { name: '' } })).status).toBe(400)
    expect((await server.call('DELETE', path, { token })).status).toBe(200)
    expect((await server.call('DELETE', path, { token })).body.message).toBe('Passkey not found')
    expect(await signIn(device)).toMatchObject(refusal)
    expect((await server.call('GET', 'user/check_token', { token: session })).status).toBe(200)
    expect((await trailOf(id)).map(({ action }) => action)).toContain('session.passkey-remove')
  })

  test('are nobody else’s: neither to rename nor to remove', async () => {
    const { passkey, device } = await owner()
    const other = await staff(Role.ADMIN)
    const path = `user/passkey/${passkey.id}`
    expect((await server.call('PUT', path, { token: other.token, body: { name: 'Mine' } })).status).toBe(404)
    expect((await server.call('DELETE', path, { token: other.token })).status).toBe(404)
    expect((await server.call('GET', 'user/passkey', { token: other.token })).body.data.items).toEqual([])
    expect((await signIn(device)).status).toBe(200)
  })

  test('can all be removed by a command', async () => {
    const { device, email, id } = await owner()
    const command = readCommand(['remove-passkeys', email])
    if (typeof command === 'string') throw new Error(command)
    const { db, config } = server
    const place = { db, config, appUrl: ORIGIN, siteUrl: ORIGIN, timeZone: 'UTC', issuer: null }
    expect(await command(place)).toBe(`${email}: 1 passkey removed. All sessions of this account were ended.`)
    expect(await command(place)).toBe(`${email} has no passkeys.`)
    expect(await signIn(device)).toMatchObject(refusal)
    expect((await trailOf(id)).map(({ action }) => action)).toContain('staff.remove-passkeys')
  })
})

test('without a name and https there are no passkeys, and nothing is offered', async () => {
  const ways = async (APP_URL: string) => {
    const other = await startTestServer({ APP_URL }, server.databaseUrl)
    const { data } = (await other.call('GET', 'login/ways', { token: null })).body
    const { status, body } = await other.call('POST', 'login/passkey/start', { token: null })
    await other.close()
    return [data.passkeys, status, body.message]
  }
  const none = [false, 400, 'Passkeys need an APP_URL with https and the name of a host.']
  expect(await ways('http://127.0.0.1:3000')).toEqual(none)
  expect(await ways('http://office.example')).toEqual(none)
  expect(await ways('https://192.0.2.1')).toEqual(none)
  expect(await ways('http://localhost:3000')).toEqual([true, 200, 'OK'])
})
