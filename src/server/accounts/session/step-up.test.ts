import { md5 } from 'js-md5'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { STEP_UP_NEEDED } from '#contract/accounts/second-factor.ts'
import { stepUpOf } from '#contract/api/step-up.ts'
import { SCOPES } from '#contract/integrations/api-keys.ts'
import {
  codeNow,
  createWithFactor,
  forgetStep,
  stepUpBefore,
} from '#server/accounts/second-factor/second-factor.fixture.ts'
import { bearer, createKey, createUser, PASSWORD } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { trailOf } from '#server/test/trail.ts'

interface Operation {
  description: string
  security?: unknown[]
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> }
  responses: Record<string, { content?: object }>
}
interface Call {
  key: string
  method: string
  path: string
  operation: Operation
}

const server = testServer({}, undefined, { streamMs: 50 })
let calls: Call[]
let schemas: Record<string, unknown>
/** The schema of a call's body, also where the document names it. */
const bodyOf = ({ requestBody }: Operation) =>
  Object.values(requestBody?.content ?? {}).map(({ schema }) => schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema)
beforeAll(async () => {
  const { paths, components } = (await server.call('GET', 'openapi.json', { token: null })).body
  schemas = components.schemas
  calls = Object.entries<Record<string, Operation>>(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      const [method, path] = [name.toUpperCase(), url.replace('/api/', '')]
      return { key: `${method} ${path.replaceAll(/\{\w+\}/g, '{id}')}`, method, path, operation }
    }),
  )
})

/** Files of records, except one's own: rows that an import refused. */
const isExport = ({ path, operation }: Call) =>
  'text/csv' in (operation.responses['200']?.content ?? {}) && !path.endsWith('/import/refused')
const declared = (kind: string) => calls.filter(({ key }) => stepUpOf(...parts(key)) === kind)
const parts = (key: string) => key.split(' ') as [string, string] // a method and a path
/**
 * Makes a call; an export asks for a format that does not exist, so that the check comes first and no file is
 * written.
 */
const make = (call: Call, token: string | null, headers = {}) =>
  server.call(call.method, `${call.path.replaceAll(/\{\w+\}/g, '999999')}${isExport(call) ? '?format=none' : ''}`, {
    token,
    headers,
  })
/** Calls that run at once. */
const AT_ONCE = 12
/** Calls, among all that exist, that ask this session for a confirmation. */
async function askedOf(token: string): Promise<Call[]> {
  // `POST logout` is left out, as it ends the session of this test.
  const some = calls.filter(({ key }) => key !== 'POST logout')
  const asked: Call[] = []
  const ask = async (call: Call) => {
    const { status, body } = await make(call, token)
    if (status !== 403 || body.data?.stepUp !== true) return
    asked.push(call)
    const { message, data } = body
    expect({ message, ways: data.ways }, call.key).toEqual({ message: STEP_UP_NEEDED, ways: expect.any(Array) })
    expect(call.operation.description, call.key).toContain('otherwise 403 with data.stepUp')
  }
  for (let n = 0; n < some.length; n += AT_ONCE) await Promise.all(some.slice(n, n + AT_ONCE).map(ask))
  return asked
}
const keys = (of: readonly Call[]) => of.map(({ key }) => key).sort()

/**
 * All calls that may ask for the step-up. `PUT user/{id}` without a password has nothing to ask for; without
 * a code, the others do.
 */
const everybody = () => [...declared('everybody'), ...declared('by-body').filter(({ key }) => key !== 'PUT user/{id}')]

test('the calls that ask everybody are those that are declared, and no others', async () => {
  const { id } = await createUser(server.db, { role: ['ROLE_ADMIN'] })
  const token = await server.tokenFor(id)
  await stepUpBefore(server.db, id, '1 hour')
  expect(keys(await askedOf(token))).toEqual(keys(everybody()))
  expect(declared('everybody').length).toBeGreaterThan(15)
})

test('of people with a second factor exports and viewing as a client ask too', async () => {
  const { id, token } = await createWithFactor(server)
  await stepUpBefore(server.db, id, '1 hour')
  expect(keys(await askedOf(token))).toEqual(keys([...everybody(), ...declared('with-factor')]))
  const others = calls.filter((call) => isExport(call) || call.key === 'GET user/get/{id}')
  expect(keys(declared('with-factor'))).toEqual(keys(others))
})

/**
 * Calls that change how an account signs in, open the API to others, or say where mail is read; `reading` and `safe` say which other
 * calls there are.
 */
const ROOMS = /^\w+ (user\/(totp|passkey)|admin\/(api-key|webhook)|inbox)(\/|$)/
const reading = /^GET /
/** Ending a key must be possible at once, whoever made it. */
const safe = ['DELETE admin/api-key/{id}']
/**
 * Calls with a proof of their own: the first takes the old password, the second is a new client's, the third
 * is the proof itself.
 */
const OTHERWISE = ['POST offer/{id}/book', 'PUT user/personal/password', 'POST registration', 'POST user/step-up']

test('whatever is added later to those rooms, or takes a password, is declared too', () => {
  const open = calls.filter(({ key }) => stepUpOf(...parts(key)) === null)
  const inRooms = open.filter(({ key }) => ROOMS.test(key) && !reading.test(key))
  expect(keys(inRooms)).toEqual(safe)
  const withPassword = open.filter(
    ({ operation }) => operation.security?.length !== 0 && /password"/i.test(JSON.stringify(bodyOf(operation))),
  )
  expect(keys(withPassword)).toEqual(OTHERWISE.toSorted())
})

test('after a recent confirmation none of them asks; with-factor asks nobody else, and no API key', async () => {
  const { token } = await createWithFactor(server)
  const fresh = await server.signIn({ role: ['ROLE_ADMIN'] })
  const plain = await createUser(server.db, { role: ['ROLE_ADMIN'] })
  const old = await server.tokenFor(plain.id)
  await stepUpBefore(server.db, plain.id, null)
  const { key } = await createKey(server.db, SCOPES)
  for (const call of declared('with-factor')) {
    for (const answer of [await make(call, token), await make(call, old), await make(call, null, bearer(key))])
      expect(JSON.stringify(answer.body), call.key).not.toContain('stepUp')
  }
  for (const call of declared('everybody'))
    for (const by of [token, fresh])
      expect(JSON.stringify((await make(call, by)).body), call.key).not.toContain('stepUp')
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
