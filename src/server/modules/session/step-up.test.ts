import { md5 } from 'js-md5'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCOPES } from '#contract/integrations/api-keys.ts'
import { STEP_UP_NEEDED } from '#contract/session/second-factor.ts'
import {
  codeNow,
  createWithFactor,
  forgetStep,
  stepUpBefore,
} from '#server/accounts/second-factor/second-factor.fixture.ts'
import { bearer, createKey, createUser, PASSWORD } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { trailOf } from '#server/test/trail.ts'

interface Operation {
  description: string
  responses: Record<string, { content?: object }>
}
interface Call {
  key: string
  method: string
  path: string
  operation: Operation
}

let server: TestServer
let calls: Call[]
beforeAll(async () => {
  server = await startTestServer({}, undefined, { streamMs: 50 })
  const { paths } = (await server.call('GET', 'openapi.json', { token: null })).body
  calls = Object.entries<Record<string, Operation>>(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      const [method, path] = [name.toUpperCase(), url.replace('/api/', '')]
      return { key: `${method} ${path.replaceAll(/\{\w+\}/g, '{id}')}`, method, path, operation }
    }),
  )
})
afterAll(() => server.close())

/** Files of records: all but the rows of one's own file that an import refused. */
const isExport = ({ path, operation }: Call) =>
  'text/csv' in (operation.responses['200']?.content ?? {}) && !path.endsWith('/import/refused')
/** The others that beyond exports ask for a code: viewing as a client, and what answers a secret. */
const OTHERS = [
  'GET user/get/{id}',
  'POST user/passkey/start',
  'POST admin/api-key',
  'POST admin/webhook',
  'POST admin/webhook/add',
  'PUT admin/webhook/save',
  'POST admin/webhook/{id}/rotate',
]
const asking = () => calls.filter((call) => isExport(call) || OTHERS.includes(call.key))
const make = ({ method, path }: Call, token: string | null, headers = {}) =>
  server.call(method, path.replaceAll(/\{\w+\}/g, '999999'), { token, headers })

test('the calls that ask for a code are exports, viewing as a client, and those that answer secrets; no others', async () => {
  const { id, token } = await createWithFactor(server)
  await stepUpBefore(server.db, id, null)
  const asked: string[] = []
  for (const call of calls) {
    // These end or change the session of this test.
    if (/^(POST logout|POST user\/sessions|DELETE user\/)/.test(call.key)) continue
    const { status, body } = await make(call, token)
    if (status === 403 && body.data?.stepUp === true) {
      asked.push(call.key)
      expect(body, call.key).toEqual({ code: 403, message: STEP_UP_NEEDED, data: { stepUp: true } })
      expect(call.operation.description, call.key).toContain('need a recent code')
    }
  }
  const expected = asking().map(({ key }) => key)
  expect(asked.sort()).toEqual(expected.sort())
  expect(expected.length).toBeGreaterThan(25)
})

test('with a recent code none of them asks, nor without a second factor, nor with an API key', async () => {
  const { token } = await createWithFactor(server)
  const plain = await server.signIn({ role: ['ROLE_ADMIN'] })
  const { key } = await createKey(server.db, SCOPES)
  // A format that does not exist: the check comes first, and no file is written.
  for (const call of asking()) {
    const some = { ...call, path: isExport(call) ? `${call.path}?format=none` : call.path }
    for (const answer of [await make(some, token), await make(some, plain), await make(some, null, bearer(key))])
      expect(JSON.stringify(answer.body), call.key).not.toContain('stepUp')
    expect((await make(some, token)).status, call.key).not.toBe(403)
  }
})

test('nothing happens before the code: no session of a client, no key, no webhook', async () => {
  const { id, token } = await createWithFactor(server)
  const client = await createUser(server.db)
  await stepUpBefore(server.db, id, null)
  const bodies: [string, string, unknown?][] = [
    ['GET', `user/get/${client.id}`],
    ['POST', 'admin/api-key', { name: 'Shop', scopes: ['orders:read'], expiresAt: null }],
    ['POST', 'admin/webhook', { url: 'https://hook.example/', events: ['order.created'], active: true }],
  ]
  for (const [method, path, body] of bodies)
    expect((await server.call(method, path, { token, body })).body.data, path).toEqual({ stepUp: true })
  const { rows } =
    await sql`select 1 from sessions where user_id = ${client.id} union all select 1 from api_keys where created_by = ${id}
    union all select 1 from webhooks`.execute(server.db)
  expect(rows).toEqual([])
})

test('a code counts for ten minutes, and not a moment longer', async () => {
  const { id, token } = await createWithFactor(server)
  const client = await createUser(server.db)
  const view = async () => (await server.call('GET', `user/get/${client.id}`, { token })).status
  await stepUpBefore(server.db, id, '9 minutes 50 seconds')
  expect(await view()).toBe(200)
  await stepUpBefore(server.db, id, '10 minutes')
  expect(await view()).toBe(403)
})

test('a step-up marks this session alone, for ten minutes from now, and is in the audit trail', async () => {
  const { id, token, secret } = await createWithFactor(server)
  const other = await server.tokenFor(id)
  await stepUpBefore(server.db, id, '1 hour')
  const client = await createUser(server.db)
  const view = async (by: string) => (await server.call('GET', `user/get/${client.id}`, { token: by })).status
  expect(await view(token)).toBe(403)
  const code = await codeNow(server.db, secret)
  const { body } = await server.call('POST', 'user/step-up', { token, body: { code } })
  const minutes = (Date.parse(body.data.until) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(9.8)
  expect(minutes).toBeLessThan(10.2)
  expect([await view(token), await view(other)]).toEqual([200, 403])
  expect((await trailOf(server.db, 'users', id)).at(-1)).toMatchObject({
    action: 'session.step-up',
    after: { by: 'totp' },
  })
})

test('a login with a code counts as a step-up; one before the factor was set up does not', async () => {
  const user = await createUser(server.db, { role: ['ROLE_ADMIN'] })
  const client = await createUser(server.db)
  const login = async () =>
    (
      await server.call('POST', 'login', {
        token: null,
        body: { login: user.email, password: md5(PASSWORD), rememberMe: false },
      })
    ).body.data
  const [before, setting] = [(await login()).user_token, await server.tokenFor(user.id)]
  const view = async (token: string) => (await server.call('GET', `user/get/${client.id}`, { token })).status
  expect(await view(before)).toBe(200)
  const { secret } = (await server.call('POST', 'user/totp/start', { token: setting })).body.data
  await server.call('POST', 'user/totp/confirm', { token: setting, body: { code: await codeNow(server.db, secret) } })
  expect([await view(before), await view(setting)]).toEqual([403, 200])
  await forgetStep(server.db, user.id)
  const { challenge } = await login()
  const { body } = await server.call('POST', 'login/second-factor', {
    token: null,
    body: { challenge, code: await codeNow(server.db, secret) },
  })
  expect(await view(body.data.user_token)).toBe(200)
})

test('a code that was right confirms nothing in a session that ended meanwhile, and is not used up', async () => {
  const { id, token, recoveryCodes } = await createWithFactor(server)
  const held = await server.pool.connect()
  await held.query('begin')
  await held.query('select 1 from users where id = $1 for update', [id])
  const stepping = server.call('POST', 'user/step-up', { token, body: { code: recoveryCodes[0] } })
  const waiting = async () =>
    (
      await server.pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rowCount
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
  await held.query('delete from sessions where user_id = $1', [id])
  await held.query('commit')
  held.release()
  expect((await stepping).status).toBe(401)
  const left = await sql<{ n: number }>`
    select count(*)::int as n from recovery_codes where user_id = ${id} and used_at is null`.execute(server.db)
  expect(left.rows).toEqual([{ n: 10 }])
})
