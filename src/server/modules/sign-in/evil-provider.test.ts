import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Role } from '#contract/session/session.ts'
import { OIDC_FAILURES } from '#contract/session/single-sign-on.ts'
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
const ask = (at: TestServer) => fetch(`${at.url}/api/login/oidc`, { method: 'POST', headers: json, body: '{}' })
const cookieOf = (reply: Response) => reply.headers.getSetCookie().at(-1)?.split(';', 1)[0] ?? ''

/** Signs in at a provider that behaves like this; returns what became of it, and the reply of the last call. */
async function signIn(
  deviations: Deviations,
  { at = server, provider = evil }: { at?: TestServer; provider?: Evil } = {},
) {
  const begun = await ask(at)
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
  return { result, data: (await jsonOf(finished)).data }
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
    // What is signed wins.
    const both = { claims: { ...other.claims, email_verified: false }, userInfo: other.claims }
    expect(await signIn(both)).toMatchObject({ result: 'unverified' })
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
    // Between the two ways it goes down.
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
