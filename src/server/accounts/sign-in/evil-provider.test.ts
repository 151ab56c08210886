import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { OIDC_FAILURES } from '#contract/accounts/single-sign-on.ts'
import { createWithFactor } from '#server/accounts/second-factor/second-factor.fixture.ts'
import { createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { jsonOf } from './browser.fixture.ts'
import { CLIENT, type Deviations, startEvilProvider } from './evil-provider.fixture.ts'

type Evil = Awaited<ReturnType<typeof startEvilProvider>>

const APP = 'http://localhost:3000'
const settings = (issuer: string, more: Record<string, string> = {}) => ({
  APP_URL: APP,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  ...more,
})
let evil: Evil
let server: TestServer
beforeAll(async () => {
  evil = await startEvilProvider()
  server = await startTestServer(settings(evil.issuer))
})
afterAll(async () => {
  await server.close()
  await evil.close()
})

const json = { 'content-type': 'application/json' }
const ask = (at: TestServer, body = {}) =>
  fetch(`${at.url}/api/login/oidc`, { method: 'POST', headers: json, body: JSON.stringify(body) })
const cookieOf = (reply: Response) => reply.headers.getSetCookie().at(-1)?.split(';', 1)[0] ?? ''

/** Signs in at a provider that behaves like this; returns the outcome, and the reply of the last call. */
async function signIn(
  deviations: Deviations,
  { at = server, provider = evil, again }: { at?: TestServer; provider?: Evil; again?: boolean } = {},
) {
  const begun = await ask(at, { again })
  if (!begun.ok) return { result: begun.status, data: null, message: (await jsonOf(begun)).message }
  const { searchParams } = new URL((await jsonOf(begun)).data.url)
  provider.behave(deviations, searchParams.get('nonce') ?? '')
  const query = new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '' })
  const back = await fetch(`${at.url}/single-sign-on/callback?${query}`, {
    headers: { cookie: cookieOf(begun) },
    redirect: 'manual',
  })
  const result = new URL(back.headers.get('location') ?? '').searchParams.get('sso')
  const finished = await fetch(`${at.url}/api/login/oidc/finish`, {
    method: 'POST',
    headers: { cookie: cookieOf(back) },
  })
  return { result, data: (await jsonOf(finished)).data, asked: searchParams }
}

let subjects = 0
async function person(role: Role[] = [Role.MANAGER]) {
  const user = await createUser(server.db, { role })
  return { ...user, claims: { sub: `subject-${++subjects}`, email: user.email, email_verified: true } }
}
const minutes = (n: number) => Math.floor(Date.now() / 1000) + n * 60

describe('an ID token', () => {
  test('as it should be signs in', async () => {
    const { claims, id } = await person()
    expect(await signIn({ claims })).toMatchObject({ result: 'done', data: { id } })
  })

  test.each<[string, Deviations]>([
    ['signed with another key', { signs: 'forged' }],
    ['that is not signed', { signs: 'not' }],
    ['that is not signed and says so in capitals', { signs: 'not', header: { alg: 'NONE' } }],
    ['signed with our own secret', { signs: 'by secret' }],
    ['that names a key nobody has', { header: { kid: 'other' } }],
    ['that brings its own key', { signs: 'forged', header: { jwk: { kty: 'oct', k: 'AAAA' }, kid: 'own' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['for somebody else', { claims: { aud: 'another-client' } }],
    ['for us and somebody else, given to them', { claims: { aud: [CLIENT.id, 'other'], azp: 'other' } }],
    ['with another nonce', { claims: { nonce: 'A'.repeat(43) } }],
    ['without a nonce', { without: ['nonce'] }],
    ['that has expired', { claims: { iat: minutes(-10), exp: minutes(-1) } }],
    ['that never expires', { without: ['exp'] }],
    ['that is not valid yet', { claims: { nbf: minutes(5) } }],
    ['without a subject', { without: ['sub'] }],
    ['whose subject is no text', { claims: { sub: 7 } }],
    ['that is missing', { token: JSON.stringify({ access_token: 'a', token_type: 'Bearer' }) }],
    ['that is no token', { token: JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: 'x.y.z' }) }],
  ])('%s signs nobody in', async (_, deviations) => {
    const { claims, id } = await person()
    const { result, data } = await signIn({ ...deviations, claims: { ...claims, ...deviations.claims } })
    expect({ result, data }).toEqual({ result: 'invalid', data: null })
    const links = await server.db.selectFrom('oidcAccounts').selectAll().where('userId', '=', id).execute()
    expect(links).toEqual([])
  })

  test.each<[string, Deviations]>([
    ['no JSON', { token: '<html>' }],
    ['without an end', { token: `"${'x'.repeat(600_000)}"` }],
    ['a redirect into its own network', { redirects: { path: '/token', to: 'http://169.254.169.254/' } }],
  ])('an answer that is %s is not trusted', async (_, deviations) => {
    const { claims } = await person()
    expect(await signIn({ ...deviations, claims })).toMatchObject({ result: 'invalid', data: null })
  })

  test('redirects are not followed, to keys neither', async () => {
    const { claims } = await person()
    const fresh = await startTestServer(settings(evil.issuer), server.databaseUrl)
    const asked = evil.asked.length
    const deviations = { claims, redirects: { path: '/jwks', to: `${evil.issuer}/secret` } }
    expect(await signIn(deviations, { at: fresh })).toMatchObject({ result: 'invalid' })
    expect(evil.asked.slice(asked).map(({ path }) => path)).not.toContain('/secret')
    await fresh.close()
  })

  test('is asked for with the verifier and our secret in the header, which no log and no address has', async () => {
    const { claims } = await person()
    await signIn({ claims })
    const token = evil.asked.findLast(({ path }) => path === '/token')
    const body = new URLSearchParams(token?.body)
    expect(body.get('redirect_uri')).toBe(`${APP}/single-sign-on/callback`)
    expect(body.get('code_verifier')).toMatch(/^[\w-]{43,}$/)
    expect(body.get('client_secret')).toBeNull()
    const [, basic = ''] = /^Basic (\S+)$/.exec(token?.authorization ?? '') ?? []
    expect(decodeURIComponent(Buffer.from(basic, 'base64').toString())).toBe(`${CLIENT.id}:${CLIENT.secret}`)
  })

  test('may leave the address to the user info, if that is of the same person', async () => {
    const { claims, id, email } = await person()
    const { sub } = claims
    const userInfo = { sub, email, email_verified: true }
    expect(await signIn({ claims: { sub }, userInfo })).toMatchObject({ result: 'done', data: { id } })
    const other = await person()
    const forged = { ...other.claims, sub: 'somebody-else' }
    expect(await signIn({ claims: { sub: other.claims.sub }, userInfo: forged })).toMatchObject({ result: 'invalid' })
    // Signed claims win.
    const both = { claims: { ...other.claims, email_verified: false }, userInfo: other.claims }
    expect(await signIn(both)).toMatchObject({ result: 'unverified' })
  })
})

describe('the address', () => {
  const without = ['email', 'email_verified']
  test.each<[string, (email: string) => Deviations]>([
    [
      'of the ID token is not believed by what the user info says of another',
      (email) => ({
        claims: { email },
        without: ['email_verified'],
        userInfo: { email: 'mine@evil.example', email_verified: true },
      }),
    ],
    [
      'of the ID token is not believed by what the user info says without an address',
      (email) => ({ claims: { email }, without: ['email_verified'], userInfo: { email_verified: true } }),
    ],
    [
      'of the user info is not believed by what the ID token says of none',
      (email) => ({ claims: { email_verified: true }, without: ['email'], userInfo: { email } }),
    ],
    [
      'of the user info is not believed where the ID token says it is not verified',
      (email) => ({
        claims: { email, email_verified: false },
        userInfo: { email, email_verified: true },
      }),
    ],
    [
      'of the user info of somebody else is not believed',
      (email) => ({ without, userInfo: { sub: 'somebody-else', email, email_verified: true } }),
    ],
    ['in a list is none', (email) => ({ claims: { email: [email], email_verified: true } })],
    ['in an object is none', (email) => ({ claims: { email: { value: email }, email_verified: true } })],
    ['verified by a text is not', (email) => ({ claims: { email, email_verified: 'true' } })],
    ['verified by a number is not', (email) => ({ claims: { email, email_verified: 1 } })],
    ['verified in a list is not', (email) => ({ claims: { email, email_verified: [true] } })],
    // The Kelvin sign becomes the letter when it is normalised.
    ['of letters that only look alike is another', (email) => ({ claims: { email: email.replace('k', '\u212a') } })],
    ['with an invisible character is another', (email) => ({ claims: { email: `${email}\u200b` } })],
    ['with a NUL is none', (email) => ({ claims: { email: `${email}\0` } })],
  ])('%s', async (_, deviations) => {
    const { email } = await createUser(server.db, { role: [Role.MANAGER], email: `kim${++subjects}@example.test` })
    const { claims, ...more } = deviations(email)
    const sub = `subject-${++subjects}`
    const answer = await signIn({
      ...more,
      claims: { sub, email, email_verified: true, ...claims },
      userInfo: { sub, ...more.userInfo },
    })
    expect(answer.data).toBeNull()
    expect(['unverified', 'unknown', 'invalid']).toContain(answer.result)
  })

  test('of the user info counts, if it says that it is verified', async () => {
    const { claims, id } = await person()
    const { sub, ...address } = claims
    for (const more of [{}, { email: 'other@example.test' }])
      expect(await signIn({ claims: { sub, ...more }, userInfo: { sub, ...address } })).toMatchObject({
        result: 'done',
        data: { id },
      })
  })

  test('is compared without regard to the case of ASCII letters', async () => {
    const { claims, id } = await person()
    expect(await signIn({ claims: { ...claims, email: claims.email.toUpperCase() } })).toMatchObject({ data: { id } })
  })
})

test.each([
  ['with a NUL', 'a\0b'],
  ['longer than the standard allows', 'x'.repeat(256)],
  ['empty', ''],
])('a subject %s is not trusted', async (_, sub) => {
  const { claims } = await person()
  expect(await signIn({ claims: { ...claims, sub }, userInfo: { sub } })).toMatchObject({
    result: 'invalid',
    data: null,
  })
})

describe('what else the provider signs is no ID token:', () => {
  test.each<[string, Deviations]>([
    ['an access token, by its header', { header: { typ: 'at+jwt' } }],
    ['news of a logout, by its header', { header: { typ: 'logout+jwt' } }],
    ['a type that is no text', { header: { typ: ['JWT'] } }],
    ['an access token, by its claims', { claims: { typ: 'Bearer' } }],
    ['news of a logout, by its claims', { claims: { events: {} } }],
  ])('%s', async (_, deviations) => {
    const { claims } = await person()
    const answer = await signIn({ ...deviations, claims: { ...claims, ...deviations.claims } })
    expect(answer).toMatchObject({ result: 'invalid', data: null })
  })

  test.each([{ typ: 'JWT' }, { typ: 'jwt' }, { typ: 'application/jwt' }, {}])('%j is one', async (header) => {
    const { claims, id } = await person()
    expect(await signIn({ header, claims: { ...claims, typ: 'ID' } })).toMatchObject({ data: { id } })
  })
})

describe('two factors', () => {
  const MISSING = { secondFactorMissing: true }
  const use = async (at: TestServer, token: string) => {
    const { status, body } = await at.call('GET', 'port', { token })
    return status === 200 ? 200 : body.data
  }
  const started = async (more: Record<string, string>) =>
    startTestServer(settings(evil.issuer, { REQUIRE_SECOND_FACTOR: '1', ...more }), server.databaseUrl)

  test('are believed by mfa in amr, and by nothing else, unless a setting says more', async () => {
    const at = await started({})
    const { claims } = await person()
    const enter = async (more: object) =>
      use(at, (await signIn({ claims: { ...claims, ...more } }, { at })).data.user_token)
    expect(await enter({ amr: ['pwd', 'mfa'] })).toBe(200)
    for (const more of [{}, { amr: ['pwd'] }, { amr: 'mfa' }, { amr: { mfa: true } }, { acr: '2' }, { acr: 'mfa' }])
      expect(await enter(more), JSON.stringify(more)).toEqual(MISSING)
    // User info is about the person, not about this sign-in.
    const { sub, ...address } = claims
    const told = { claims: { sub }, userInfo: { sub, ...address, amr: ['mfa'] } }
    expect(await use(at, (await signIn(told, { at })).data.user_token)).toEqual(MISSING)
    await at.close()
  })

  test('are asked for by OIDC_ACR_VALUES, and then believed by acr alone', async () => {
    const at = await started({ OIDC_ACR_VALUES: 'gold urn:example:two' })
    const { url } = (await jsonOf(await ask(at))).data
    expect(new URL(url).searchParams.get('acr_values')).toBe('gold urn:example:two')
    const { claims } = await person()
    const enter = async (more: object) =>
      use(at, (await signIn({ claims: { ...claims, ...more } }, { at })).data.user_token)
    expect(await enter({ acr: 'urn:example:two' })).toBe(200)
    for (const more of [{}, { acr: 'silver' }, { acr: ['gold'] }, { acr: 'gold urn:example:two' }, { amr: ['mfa'] }])
      expect(await enter(more), JSON.stringify(more)).toEqual(MISSING)
    await at.close()
  })

  test('are taken for granted with OIDC_BOTH_FACTORS', async () => {
    const at = await started({ OIDC_BOTH_FACTORS: '1' })
    const { claims } = await person()
    expect(await use(at, (await signIn({ claims }, { at })).data.user_token)).toBe(200)
    await at.close()
  })

  test('of which the provider vouches for one: an account with a factor here is asked for its code, and is signed in as by the provider', async () => {
    const account = await createWithFactor(server, { role: [Role.MANAGER] })
    const claims = { sub: `subject-${++subjects}`, email: account.email, email_verified: true }
    const { data } = await signIn({ claims })
    expect(data).toEqual({ step: 'second-factor', challenge: expect.any(String) })
    const second = (code: string | undefined) =>
      server.call('POST', 'login/second-factor', { token: null, body: { challenge: data.challenge, code } })
    expect((await second('000000')).status).toBe(400)
    const { status, body } = await second(account.recoveryCodes[0])
    expect(status).toBe(200)
    const { body: out } = await server.call('POST', 'logout', { token: body.data.user_token })
    expect(out.data.endSessionUrl).toContain('id_token_hint=')
    // The operator vouches for the provider, so no code is needed.
    expect((await signIn({ claims: { ...claims, amr: ['mfa'] } })).data).toMatchObject({ id: account.id })
  })
})

describe('a sign-in is a confirmation', () => {
  /** Whether a session that starts this way may make an API key at once, which needs a confirmation. */
  async function confirms(claims: Record<string, unknown>, again?: boolean) {
    const { claims: own } = await person([Role.ADMIN])
    const { data, asked } = await signIn({ claims: { ...own, ...claims } }, { again })
    const body = { name: 'Shop', scopes: ['orders:read'], expiresAt: null }
    const { status } = await server.call('POST', 'admin/api-key', { token: data.user_token, body })
    return { status, asked: [asked?.get('prompt'), asked?.get('max_age')] }
  }

  test('if the provider says that it just asked who it is', async () => {
    expect(await confirms({ auth_time: minutes(-9) })).toEqual({ status: 200, asked: [null, null] })
  })

  test.each([
    ['that it asked longer ago', minutes(-11)],
    ['nothing of that', undefined],
  ])('but not if it says %s', async (_, auth_time) => {
    expect((await confirms({ auth_time })).status).toBe(403)
  })

  test('if it was told to ask again, and does not say that it asked long ago', async () => {
    const asked = ['login', '0']
    expect(await confirms({}, true)).toEqual({ status: 200, asked })
    expect(await confirms({ auth_time: minutes(0) }, true)).toEqual({ status: 200, asked })
    expect(await confirms({ auth_time: minutes(-11) }, true)).toEqual({ status: 403, asked })
  })

  test('for as long as any other, whatever the clock of the provider says', async () => {
    const { claims, id } = await person([Role.ADMIN])
    await signIn({ claims: { ...claims, auth_time: minutes(600) } })
    const late = server.db.selectFrom('sessions').select('id').where('userId', '=', id)
    expect(await late.where('steppedUpAt', '>', sql<string>`now() + interval '5 seconds'`).execute()).toEqual([])
  })
})

describe('a provider', () => {
  const unreachable = { result: 503, message: OIDC_FAILURES.unreachable }
  /** A server that has not asked its provider yet. */
  async function withNew(deviations: Deviations, work: (at: TestServer, provider: Evil) => Promise<void>) {
    const provider = await startEvilProvider()
    provider.behave(deviations, '')
    const at = await startTestServer(settings(provider.issuer), server.databaseUrl)
    await work(at, provider)
    await at.close()
    await provider.close()
  }

  test.each<[string, Record<string, unknown>]>([
    ['that calls itself another', { issuer: 'https://evil.example' }],
    ['that stands for all organisations', { issuer: 'http://127.0.0.1/{tenantid}/v2.0' }],
    ['that takes tokens at an address of another machine without https', { token_endpoint: 'http://192.0.2.1/token' }],
    ['that sends people to a script', { authorization_endpoint: 'javascript:alert(1)//' }],
    ['that signs with a shared secret only', { id_token_signing_alg_values_supported: ['none', 'HS256'] }],
  ])('%s is not used', async (_, metadata) => {
    await withNew({ metadata }, async (at, provider) => {
      expect(await signIn({ metadata }, { at, provider })).toMatchObject(unreachable)
    })
  })

  test('that does not answer is told within seconds, and password login goes on', async () => {
    await withNew({ hangs: '/.well-known/openid-configuration' }, async (at, provider) => {
      const { email } = await createUser(server.db, { role: [Role.MANAGER] })
      const started = Date.now()
      const [refused, login] = await Promise.all([
        signIn({ hangs: '/.well-known/openid-configuration' }, { at, provider }),
        at.call('POST', 'login', { token: null, body: { login: email, password: 'f'.repeat(32) } }),
      ])
      expect(refused).toMatchObject(unreachable)
      expect(login.status).toBe(400)
      expect(Date.now() - started).toBeLessThan(20_000)
    })
  })

  test('that is down is asked again the next time', async () => {
    const provider = await startEvilProvider()
    const at = await startTestServer(settings(provider.issuer), server.databaseUrl)
    provider.behave({ metadata: { issuer: 'https://evil.example' } }, '')
    expect(await signIn({}, { at, provider })).toMatchObject(unreachable)
    const { claims, id } = await person()
    provider.behave({}, '')
    expect(await signIn({ claims }, { at, provider })).toMatchObject({ result: 'done', data: { id } })
    // The provider goes down between the two steps.
    const begun = await ask(at)
    const state = new URL((await jsonOf(begun)).data.url).searchParams.get('state')
    await provider.close()
    const back = await fetch(`${at.url}/single-sign-on/callback?code=x&state=${state}`, {
      headers: { cookie: cookieOf(begun) },
      redirect: 'manual',
    })
    expect(back.headers.get('location')).toBe(`${APP}/login?sso=unreachable`)
    await at.close()
  })

  test('without a place to end its session leaves the logout to us', async () => {
    await withNew({ metadata: { end_session_endpoint: undefined } }, async (at, provider) => {
      const { claims } = await person()
      const { data } = await signIn({ claims, metadata: { end_session_endpoint: undefined } }, { at, provider })
      expect((await at.call('POST', 'logout', { token: data.user_token })).body).toMatchObject({
        code: 200,
        data: null,
      })
    })
  })
})

test('OIDC_LOGOUT=0 leaves the session of the provider alone', async () => {
  const at = await startTestServer(settings(evil.issuer, { OIDC_LOGOUT: '0' }), server.databaseUrl)
  const { claims } = await person()
  const { data } = await signIn({ claims }, { at })
  expect((await at.call('POST', 'logout', { token: data.user_token })).body.data).toBeNull()
  await at.close()
})

describe('roles by the provider', () => {
  let at: TestServer
  beforeAll(async () => {
    const map = 'cn=admins=ROLE_ADMIN, cn=staff=ROLE_MANAGER'
    const roles = { OIDC_ROLE_CLAIM: 'realm_access.roles', OIDC_ROLE_MAP: map }
    at = await startTestServer(settings(evil.issuer, roles))
  })
  afterAll(() => at.close())

  const roleOf = async (id: number) =>
    (await at.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role
  async function member(role: Role[]) {
    const { id, email } = await createUser(at.db, { role })
    const claims = { sub: `role-${id}`, email, email_verified: true }
    const enter = (roles: unknown) => signIn({ claims: { ...claims, realm_access: { roles } } }, { at })
    return { id, enter }
  }

  test('go up and down at each sign-in, are recorded, and leave other roles alone', async () => {
    await createUser(at.db, { role: [Role.ADMIN] })
    const { id, enter } = await member([Role.MANAGER, Role.CSR])
    expect((await enter(['other', 'cn=staff', 'cn=admins'])).data.role).toEqual([Role.ADMIN, Role.CSR])
    expect((await enter('cn=staff')).data.role).toEqual([Role.MANAGER, Role.CSR])
    expect((await enter(['cn=staff'])).data.role).toEqual([Role.MANAGER, Role.CSR])
    const entries = await at.db
      .selectFrom('auditEntries')
      .select(['userId', 'before', 'after'])
      .where('action', '=', 'staff.role')
      .where('entityId', '=', id)
      .orderBy('id')
      .execute()
    const [manager, admin] = [{ role: [Role.MANAGER, Role.CSR] }, { role: [Role.ADMIN, Role.CSR] }]
    expect(entries).toEqual([
      { userId: id, before: manager, after: admin },
      { userId: id, before: admin, after: manager },
    ])
  })

  test.each([[[]], [['other']], ['CN=STAFF'], [{ 'cn=staff': true }], [null], [['__proto__']], [[['cn=staff']]]])(
    'a person to whom it gives none of them is refused, and keeps the account’s: %j',
    async (roles) => {
      const { id, enter } = await member([Role.MANAGER])
      expect(await enter(roles)).toMatchObject({ result: 'no-role', data: null })
      expect(await roleOf(id)).toEqual([Role.MANAGER])
    },
  )

  test('are those of one source: the ID token, or the user info if it says nothing of them', async () => {
    await createUser(at.db, { role: [Role.ADMIN] })
    const { id, email } = await createUser(at.db, { role: [Role.MANAGER] })
    const sub = `role-${id}`
    const address = { sub, email, email_verified: true }
    const enter = async (claims: object, userInfo: object) =>
      (await signIn({ claims: { sub, ...claims }, userInfo: { ...address, ...userInfo } }, { at })).data?.role
    const token = { realm_access: { roles: ['cn=staff'] } }
    expect(await enter(token, { 'realm_access.roles': ['cn=admins'] })).toEqual([Role.MANAGER])
    expect(await enter(token, { realm_access: { roles: ['cn=admins'] } })).toEqual([Role.MANAGER])
    expect(await enter({}, { realm_access: { roles: ['cn=admins'] } })).toEqual([Role.ADMIN])
  })

  test('never take the role from the last administrator', async () => {
    await at.db
      .updateTable('users')
      .set({ role: [Role.MANAGER] })
      .execute()
    const { id, enter } = await member([Role.ADMIN])
    expect(await enter(['cn=staff'])).toMatchObject({ result: 'last-administrator', data: null })
    expect(await roleOf(id)).toEqual([Role.ADMIN])
    const other = await member([Role.ADMIN])
    expect(await enter(['cn=staff'])).toMatchObject({ result: 'done' })
    expect(await other.enter(['cn=staff'])).toMatchObject({ result: 'last-administrator' })
  })
})
