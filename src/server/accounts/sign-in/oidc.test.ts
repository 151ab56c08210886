import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { OIDC_FAILURES } from '#contract/accounts/single-sign-on.ts'
import { createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { type Browser, createBrowser, jsonOf } from './browser.fixture.ts'
import { CLIENT, startProvider } from './real-provider.fixture.ts'

const APP = 'https://office.example'
const CALLBACK = `${APP}/single-sign-on/callback`
let provider: Awaited<ReturnType<typeof startProvider>>
let server: TestServer
beforeAll(async () => {
  provider = await startProvider(APP)
  server = await startTestServer({
    APP_URL: APP,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Harbour ID',
  })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const newBrowser = () => createBrowser({ [APP]: server.url })
const post = async (browser: Browser, path: string, body?: object, headers: Record<string, string> = {}) => {
  const json = { 'content-type': 'application/json', ...headers }
  const sent = body ? { body: JSON.stringify(body), headers: json } : { headers }
  const reply = await browser.request(`${APP}/api/${path}`, { method: 'POST', ...sent })
  return { status: reply.status, body: await jsonOf(reply), headers: reply.headers }
}
const begin = async (browser: Browser, next?: string): Promise<string> =>
  (await post(browser, 'login/oidc', { next })).body.data.url
/** Signs in at the provider; returns the address that it sends the browser back to. */
const atProvider = async (browser: Browser, next?: string) =>
  (await browser.follow(await begin(browser, next), CALLBACK)).href
/** Signs in all the way to the login page. */
const comeBack = async (browser: Browser, callback: string) => browser.follow(callback, `${APP}/login`)
const finish = (browser: Browser) => post(browser, 'login/oidc/finish')
const resultOf = (url: URL) => url.searchParams.get('sso')

let people = 0
/** A member of staff, and the same person at the provider with a verified address. */
async function person(values: Parameters<typeof createUser>[1] = { role: [Role.MANAGER] }) {
  const user = await createUser(server.db, values)
  const subject = `person-${++people}`
  provider.enter(subject, { email: user.email.toUpperCase(), email_verified: true })
  return { ...user, subject }
}
async function signIn(browser = newBrowser(), next?: string) {
  const back = await comeBack(browser, await atProvider(browser, next))
  return { browser, back, reply: await finish(browser) }
}
const trailOf = (id: number) =>
  server.db.selectFrom('auditEntries').select(['action', 'after']).where('entityId', '=', id).orderBy('id').execute()
const lastFailure = async () =>
  (
    await server.db
      .selectFrom('auditEntries')
      .select('after')
      .where('action', '=', 'session.login-failed')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
  )[0]?.after

describe('with oidc-provider as the peer', () => {
  test('a member of staff signs in and out, there too', async () => {
    const { id, email, subject } = await person()
    const { browser, back, reply } = await signIn(newBrowser(), '/orders/7?tab=documents')
    expect(back.href).toBe(`${APP}/login?sso=done&next=%2Forders%2F7%3Ftab%3Ddocuments`)
    expect(reply.status).toBe(200)
    const token = reply.body.data.user_token
    expect(reply.body.data).toMatchObject({ id, email, role: [Role.MANAGER], eternal_token: null })
    expect((await server.call('GET', 'request/booking/get_all', { token })).status).toBe(200)
    expect(await trailOf(id)).toEqual([
      { action: 'session.oidc-link', after: { issuer: provider.issuer, subject } },
      { action: 'session.login', after: { how: 'oidc' } },
    ])

    const { data } = (await server.call('POST', 'logout', { token })).body
    expect((await server.call('GET', 'user/check_token', { token })).status).toBe(401)
    const url = new URL(data.endSessionUrl)
    expect(url.origin).toBe(provider.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${APP}/login`)
    const page = await (await browser.request(url.href)).text()
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
    const ended = await browser.request(action, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) })
    expect(ended.headers.get('location')).toBe(`${APP}/login`)
    // The provider asks again who it is.
    provider.enter('', {})
    expect(resultOf((await signIn(browser)).back)).toBe('refused')
  })

  test('is found by subject later, whatever the address has become', async () => {
    const { id, subject } = await person()
    expect((await signIn()).reply.body.data.id).toBe(id)
    provider.enter(subject, { email: 'new.name@example.test', email_verified: false })
    expect((await signIn()).reply.body.data.id).toBe(id)
  })

  test('a session by password or passkey ends without the provider', async () => {
    const token = await server.signIn({ role: [Role.MANAGER] })
    expect((await server.call('POST', 'logout', { token })).body).toMatchObject({ code: 200, data: null })
  })

  test('asks with code, PKCE, state and nonce, and comes back to APP_URL only', async () => {
    const browser = newBrowser()
    const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }
    const { body, headers } = await post(browser, 'login/oidc', {}, evil)
    const { searchParams } = new URL(body.data.url)
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: CLIENT.id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-quayside-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    )
    // The database holds nothing with which somebody could finish the sign-in.
    const { rows } = await sql<{ row: string }>`select s::text as row from oidc_sign_ins s`.execute(server.db)
    const [secret = ''] = browser.cookiesOf(APP).values()
    for (const text of [secret, searchParams.get('state'), searchParams.get('nonce')])
      expect(JSON.stringify(rows)).not.toContain(text)
  })
})

describe('an answer of the provider', () => {
  test('works once', async () => {
    await person()
    const browser = newBrowser()
    const callback = await atProvider(browser)
    const cookies = new Map(browser.cookiesOf(APP))
    expect(resultOf(await comeBack(browser, callback))).toBe('done')
    for (const [name, value] of cookies) browser.cookiesOf(APP).set(name, value)
    expect(resultOf(await comeBack(browser, callback))).toBe('late')
  })

  test('is of no use in another browser, nor without its cookie: nobody is signed in as somebody else', async () => {
    await person()
    const [attacker, victim] = [newBrowser(), newBrowser()]
    const callback = await atProvider(attacker)
    expect(resultOf(await comeBack(newBrowser(), callback))).toBe('late')
    await begin(victim)
    expect(resultOf(await comeBack(victim, callback))).toBe('late')
    expect((await finish(victim)).status).toBe(400)
    // Neither reply ended the sign-in.
    expect(resultOf(await comeBack(attacker, callback))).toBe('done')
  })

  test.each<[string, (url: URL) => void]>([
    ['another state', (url) => url.searchParams.set('state', 'A'.repeat(43))],
    ['no state', (url) => url.searchParams.delete('state')],
    ['two states', (url) => url.searchParams.append('state', 'A'.repeat(43))],
    ['another issuer', (url) => url.searchParams.set('iss', 'https://evil.example')],
    ['no issuer, though the provider sends one', (url) => url.searchParams.delete('iss')],
    ['another code', (url) => url.searchParams.set('code', 'A'.repeat(43))],
    ['no code', (url) => url.searchParams.delete('code')],
    ['two codes', (url) => url.searchParams.append('code', 'x')],
  ])('with %s signs nobody in', async (_, change) => {
    await person()
    const browser = newBrowser()
    const url = new URL(await atProvider(browser))
    change(url)
    expect(resultOf(await comeBack(browser, url.href))).toMatch(/^(late|invalid)$/)
    expect((await finish(browser)).body).toMatchObject({ code: 400, message: OIDC_FAILURES.late })
  })

  test('comes too late after ten minutes', async () => {
    await person()
    const browser = newBrowser()
    const callback = await atProvider(browser)
    await sql`update oidc_sign_ins set expires_at = now()`.execute(server.db)
    expect(resultOf(await comeBack(browser, callback))).toBe('late')
  })

  test('that says no is told as such, without its words', async () => {
    provider.enter('')
    const { back } = await signIn()
    expect(back.href).toBe(`${APP}/login?sso=refused`)
  })

  test('cannot be fetched in advance by the browser', async () => {
    await person()
    const browser = newBrowser()
    const callback = await atProvider(browser)
    expect((await browser.request(callback, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(403)
    expect(resultOf(await comeBack(browser, callback))).toBe('done')
  })
})

describe('the token', () => {
  test('is fetched once, by the browser that signed in, within a minute, and is in no address', async () => {
    await person()
    const browser = newBrowser()
    const callback = await atProvider(browser)
    const reply = await browser.request(callback)
    expect(reply.status).toBe(303)
    expect(reply.headers.get('location')).toBe(`${APP}/login?sso=done`)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    expect(reply.headers.getSetCookie()).toEqual([
      '__Host-quayside-sign-in=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
      expect.stringMatching(
        /^__Host-quayside-hand-over=[\w-]{43}; Path=\/; Max-Age=60; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ])
    const [code = ''] = browser.cookiesOf(APP).values()
    const { rows } = await sql<{ row: string }>`select h::text as row from oidc_hand_overs h`.execute(server.db)
    expect(JSON.stringify(rows)).not.toContain(code)
    expect((await finish(newBrowser())).status).toBe(400)
    const thief = newBrowser()
    thief.cookiesOf(APP).set('__Host-quayside-hand-over', code)
    const both = await Promise.all([finish(browser), finish(thief)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('is gone after a minute', async () => {
    await person()
    const browser = newBrowser()
    await comeBack(browser, await atProvider(browser))
    await sql`update oidc_hand_overs set expires_at = now()`.execute(server.db)
    expect((await finish(browser)).body.message).toBe(OIDC_FAILURES.late)
  })

  test('is not given to an account that was disabled on the way', async () => {
    const { id } = await person()
    const browser = newBrowser()
    await comeBack(browser, await atProvider(browser))
    await server.db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', id).execute()
    expect((await finish(browser)).body).toMatchObject({ code: 403, message: OIDC_FAILURES.disabled })
  })
})

describe('who may sign in', () => {
  test.each<[string, Record<string, unknown>]>([
    ['not verified', { email_verified: false }],
    ['said to be verified in words', { email_verified: 'true' }],
    ['of which nothing is said', { email_verified: undefined }],
    ['missing', { email: undefined, email_verified: true }],
    ['no text', { email: ['a@b.example'], email_verified: true }],
  ])('nobody whose address is %s', async (_, claims) => {
    const { email, subject, id } = await person()
    provider.enter(subject, { email, ...claims })
    expect(resultOf((await signIn()).back)).toBe('unverified')
    expect(await lastFailure()).toEqual({ how: 'oidc', reason: 'unverified', subject })
    expect(await trailOf(id)).toEqual([])
  })

  test('nobody without an account, and no account is made', async () => {
    const count = async () => (await server.db.selectFrom('users').select('id').execute()).length
    const before = await count()
    provider.enter('stranger', { email: 'stranger@example.test', email_verified: true })
    expect(resultOf((await signIn()).back)).toBe('unknown')
    expect(await count()).toBe(before)
  })

  test.each<[string, Parameters<typeof createUser>[1], string]>([
    ['client', { role: [Role.CLIENT] }, 'unknown'],
    ['CSR', { role: [Role.CSR] }, 'unknown'],
    ['deleted member of staff', { role: [Role.MANAGER], deletedAt: new Date() }, 'unknown'],
    ['disabled member of staff', { role: [Role.ADMIN], disabledAt: new Date() }, 'disabled'],
  ])('no %s', async (_, values, reason) => {
    await person(values)
    const { back, reply } = await signIn()
    expect(resultOf(back)).toBe(reason)
    expect(reply.status).toBe(400)
  })

  test('nobody whose account was disabled since it was linked; enabled again, it works', async () => {
    const { id } = await person()
    await signIn()
    const set = (disabledAt: Date | null) =>
      server.db.updateTable('users').set({ disabledAt }).where('id', '=', id).execute()
    await set(new Date())
    expect(resultOf((await signIn()).back)).toBe('disabled')
    await set(null)
    expect((await signIn()).reply.body.data.id).toBe(id)
  })

  test('nobody who got the address of somebody else who has signed in before', async () => {
    const { email } = await person()
    await signIn()
    provider.enter('successor', { email, email_verified: true })
    expect(resultOf((await signIn()).back)).toBe('linked')
  })

  test('somebody new whose address belonged to an account that was deleted', async () => {
    const { id, email, subject } = await person()
    await signIn()
    await server.db.updateTable('users').set({ deletedAt: new Date() }).where('id', '=', id).execute()
    const successor = await createUser(server.db, { email, role: [Role.MANAGER] })
    provider.enter(subject, { email, email_verified: true })
    expect((await signIn()).reply.body.data.id).toBe(successor.id)
  })
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', '/a\nb', '', 'orders'])(
  'a page to go on with that is not of this site is refused: %j',
  async (next) => {
    const { status, body } = await post(newBrowser(), 'login/oidc', { next })
    expect({ status, fields: Object.keys(body.data) }).toEqual({ status: 400, fields: ['next'] })
  },
)

test('the login page is told what the button says; without a provider there is none, and its calls are 404', async () => {
  const ways = async (of: TestServer) => (await of.call('GET', 'login/ways', { token: null })).body.data
  expect(await ways(server)).toEqual({ password: true, passkeys: true, oidc: { name: 'Harbour ID' } })
  const plain = await startTestServer({}, server.databaseUrl)
  expect(await ways(plain)).toMatchObject({ password: true, oidc: null })
  for (const path of ['login/oidc', 'login/oidc/finish'])
    expect((await plain.call('POST', path, { token: null, body: {} })).status).toBe(404)
  expect((await fetch(`${plain.url}/single-sign-on/callback?code=x`, { redirect: 'manual' })).status).not.toBe(303)
  await plain.close()
})
