import { randomBytes } from 'node:crypto'
import { md5 } from 'js-md5'
import { beforeAll, expect, test } from 'vitest'
import { SET_UP_NEEDED } from '#contract/accounts/second-factor.ts'
import { SCOPES } from '#contract/integrations/api-keys.ts'
import { codeNow, createWithFactor, forgetStep } from '#server/accounts/second-factor/second-factor.fixture.ts'
import { bearer, createKey, createOrder, createUser, PASSWORD } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { testServer } from '#server/test/test-server.ts'

const KEY = randomBytes(32).toString('hex')

const server = testServer({ REQUIRE_SECOND_FACTOR: '1', SECRETS_KEY: KEY }, undefined, { streamMs: 50 })
let paths: Record<string, Record<string, { security?: unknown[] }>>
beforeAll(async () => {
  paths = (await server.call('GET', 'openapi.json', { token: null })).body.paths
})

const login = async (email: string) =>
  (await server.call('POST', 'login', { token: null, body: { login: email, password: md5(PASSWORD) } })).body.data

/**
 * Calls that staff may make before they have a second factor: to see who they are, confirm it, and set one
 * up.
 */
const OPEN = [
  'GET user/check_token',
  'GET user/personal/get',
  'GET user/totp',
  'POST user/totp/start',
  'POST user/totp/confirm',
  'POST user/step-up',
  'POST user/step-up/start',
]

test('staff without a second factor can set one up and nothing else', async () => {
  const token = await server.signIn({ role: ['ROLE_ADMIN'] })
  const open: string[] = []
  for (const [url, methods] of Object.entries(paths)) {
    for (const [method, { security }] of Object.entries(methods)) {
      const path = url.replace('/api/', '')
      if (security?.length === 0) continue
      const { status, body } = await server.call(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1'), { token })
      // Failures of the standards have other forms.
      const inOtherForm = (path.startsWith('dcsa/') || path === 'mcp') && status === 403
      const refused =
        inOtherForm || (status === 403 && body.data?.secondFactorMissing === true && body.message === SET_UP_NEEDED)
      if (!refused) open.push(`${method.toUpperCase()} ${path}`)
    }
  }
  // This call is open to all: with such a token it shows what strangers see.
  expect(open.sort()).toEqual([...OPEN, 'GET request/booking/search'].sort())
})

test('a call that is open to all shows them what it shows to strangers', async () => {
  const { id } = await createUser(server.db)
  await createOrder(server.db, { userId: id })
  const token = await server.signIn({ role: ['ROLE_ADMIN'] })
  expect((await server.call('GET', 'request/booking/search?tracking_code=TEST', { token })).status).not.toBe(200)
  const { token: ready } = await createWithFactor(server)
  expect((await server.call('GET', 'request/booking/search?tracking_code=TEST', { token: ready })).status).toBe(200)
})

test('staff log in, and once the factor is set up everything opens at once, and they can always log out', async () => {
  const { id, email } = await createUser(server.db, { role: ['ROLE_MANAGER'] })
  const { user_token: token } = await login(email)
  const own = async () => (await server.call('GET', 'user/personal/get', { token })).body.data
  expect(await own()).toMatchObject({ id })
  expect((await server.call('GET', 'user/totp', { token })).body.data).toMatchObject({ required: true })
  const { secret } = (await server.call('POST', 'user/totp/start', { token })).body.data
  expect((await server.call('GET', 'port', { token })).status).toBe(403)
  await server.call('POST', 'user/totp/confirm', { token, body: { code: await codeNow(server.db, secret) } })
  expect((await server.call('GET', 'port', { token })).status).toBe(200)
  await forgetStep(server.db, id)
  expect(await login(email)).toMatchObject({ step: 'second-factor' })
  const other = await server.signIn({ role: ['ROLE_ADMIN'] })
  expect((await server.call('POST', 'logout', { token: other })).status).toBe(200)
  expect((await server.call('GET', 'user/personal/get', { token: other })).status).toBe(401)
})

test('whose factor is removed can do nothing else until they have another one', async () => {
  const { token, secret } = await createWithFactor(server)
  expect((await server.call('GET', 'port', { token })).status).toBe(200)
  const code = await codeNow(server.db, secret)
  expect((await server.call('DELETE', 'user/totp', { token, body: { code } })).status).toBe(200)
  expect((await server.call('GET', 'port', { token })).body.data).toEqual({ secondFactorMissing: true })
})

test('clients and API keys are not concerned', async () => {
  const client = await createUser(server.db)
  const data = await login(client.email)
  expect((await server.call('GET', `request/booking/get/user/${client.id}`, { token: data.user_token })).status).toBe(
    200,
  )
  const { key } = await createKey(server.db, SCOPES)
  expect((await server.call('GET', 'port', { token: null, headers: bearer(key) })).status).toBe(200)
})

test('with SECRETS_KEY the database has no secret; a server without the key says so, and recovery codes still work', async () => {
  const { id, email, secret, recoveryCodes } = await createWithFactor(server)
  const stored = async () =>
    (await server.db.selectFrom('totpFactors').select('secret').where('userId', '=', id).executeTakeFirstOrThrow())
      .secret
  const sealed = await stored()
  expect(sealed).toMatch(/^v1\./)
  expect(sealed).not.toContain(secret)
  const start = (SECRETS_KEY: string) => startTestServer({ SECRETS_KEY }, server.databaseUrl)
  const newKey = randomBytes(32).toString('hex')
  const [lost, turned] = [await start(newKey), await start(`${newKey},${KEY}`)]
  const use = async (on: TestServer, code: string | undefined) => {
    const body = { login: email, password: md5(PASSWORD) }
    const { challenge } = (await on.call('POST', 'login', { token: null, body })).body.data
    return on.call('POST', 'login/second-factor', { token: null, body: { challenge, code } })
  }
  const refused = await use(lost, await codeNow(server.db, secret))
  expect(refused).toMatchObject({ status: 503, body: { message: expect.stringContaining('SECRETS_KEY') } })
  expect((await use(lost, recoveryCodes[0])).status).toBe(200)
  // After the key is turned, codes still work, and the secret is sealed with the new key.
  expect((await use(turned, await codeNow(server.db, secret))).status).toBe(200)
  expect(await stored()).not.toBe(sealed)
  await forgetStep(server.db, id)
  expect((await use(lost, await codeNow(server.db, secret))).status).toBe(200)
  await Promise.all([lost.close(), turned.close()])
})
