import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { covers } from '#contract/accounts/scopes.ts'
import { Role } from '#contract/accounts/session.ts'
import { CALLS } from '#contract/api/calls.ts'
import { scopesOfCall } from '#contract/api/scopes/call-scopes.ts'
import { SCOPES, type Scope } from '#contract/integrations/api-keys.ts'
import packageFile from '#package' with { type: 'json' }
import { bearer, createKey, createUser } from '#server/test/records.ts'
import { routesOf } from '#server/test/routes.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

// Hundreds of calls in a test.
vi.setConfig({ testTimeout: 180_000 })

let server: TestServer
let routes: { method: string; path: string }[]

/** Calls without a token; all others must refuse. */
const PUBLIC = new Set([
  'GET /api/openapi.json',
  'GET /api/health',
  'GET /api/ready',
  'GET /api/settings',
  'POST /api/login',
  'POST /api/login/second-factor',
  'POST /api/logout',
  'POST /api/first-run',
  'GET /api/login/ways',
  'POST /api/login/passkey/start',
  'POST /api/login/passkey',
  'POST /api/login/oidc',
  'POST /api/login/oidc/finish',
  'POST /api/app/forgot-password',
  'POST /api/app/reset-password',
  'POST /api/app/reset-password/check',
  'GET /api/request/booking/search',
])
/** Calls that a client may make. */
const CLIENT = new Set([
  'GET /api/user/check_token',
  'GET /api/user/personal/get',
  'GET /api/request/booking/get/{id}',
  'GET /api/request/booking/get/user/{id}',
])

/** Calls that a manager may not make. */
const ADMIN = [
  'GET /api/admin/audit',
  'GET /api/admin/audit/filters',
  'GET /api/admin/audit/export',
  'GET /api/admin/api-key',
  'POST /api/admin/api-key',
  'DELETE /api/admin/api-key/{id}',
  'GET /api/admin/staff',
  'GET /api/admin/staff/{id}/sessions',
  'DELETE /api/admin/staff/{id}/sessions',
  'DELETE /api/admin/staff/{id}/sessions/{id}',
  'GET /api/admin/webhook',
  'GET /api/admin/webhook/get_all',
  'GET /api/admin/webhook/{id}',
  'GET /api/admin/webhook/get/{id}',
  'POST /api/admin/webhook',
  'POST /api/admin/webhook/add',
  'PUT /api/admin/webhook/{id}',
  'PUT /api/admin/webhook/edit/{id}',
  'PUT /api/admin/webhook/save',
  'DELETE /api/admin/webhook/{id}',
  'DELETE /api/admin/webhook/delete/{id}',
  'GET /api/admin/webhook/uses/{id}',
  'GET /api/admin/webhook/{id}/deliveries',
  'POST /api/admin/webhook/{id}/rotate',
  'POST /api/admin/webhook-delivery/{id}/replay',
  ...['', '/get_all', '/{id}', '/get/{id}', '/uses/{id}'].map((path) => `GET /api/inbox${path}`),
  ...['', '/add'].map((path) => `POST /api/inbox${path}`),
  ...['/{id}', '/edit/{id}', '/save'].map((path) => `PUT /api/inbox${path}`),
  ...['/{id}', '/delete/{id}'].map((path) => `DELETE /api/inbox${path}`),
  'POST /api/admin/inbox/{id}/try',
  ...['', '/get_all', '/{id}', '/get/{id}', '/uses/{id}'].map((path) => `GET /api/feed${path}`),
  ...['', '/add', '/{id}/try', '/{id}/run'].map((path) => `POST /api/feed${path}`),
  ...['/{id}', '/edit/{id}', '/save'].map((path) => `PUT /api/feed${path}`),
  ...['/{id}', '/delete/{id}'].map((path) => `DELETE /api/feed${path}`),
  'POST /api/mail-in/raw',
  'GET /api/admin/user/{id}/export',
  'GET /api/admin/user/{id}/erase',
  'POST /api/admin/user/{id}/erase',
  'GET /api/admin/company',
  'PUT /api/admin/company',
  'GET /api/admin/settings',
  'PUT /api/admin/settings',
  'GET /api/attention-rule',
  'PUT /api/attention-rule/{id}',
  'GET /api/admin/setup',
  'POST /api/admin/setup/dismiss',
]

beforeAll(async () => {
  // Streams end by themselves, but only after minutes.
  server = await startTestServer({}, undefined, { streamMs: 50 })
  routes = routesOf(server.app.printRoutes({ commonPrefix: false })).filter(({ path }) => /^\/api\/(?!docs)/.test(path))
})
afterAll(() => server.close())

/** Calls that run at once: the server and its database work side by side. */
const AT_ONCE = 8

const callAll = async (token: string | null, skip: Set<string>, id = '1', headers = {}) => {
  const answers: string[] = []
  const ask = async ({ method, path }: (typeof routes)[number]) => {
    const of = path.replace('/api/', '').replaceAll(/\{[A-Za-z]+\}/g, id)
    // Who may call is settled before parameters are read: an export that may be called is refused for one,
    // and starts no thread.
    const { status } = await server.call(method, of.endsWith('/export') ? `${of}?none=1` : of, { token, headers })
    return `${status} ${method} ${path}`
  }
  const asked = routes.filter(({ method, path }) => ![PUBLIC, skip].some((left) => left.has(`${method} ${path}`)))
  for (let at = 0; at < asked.length; at += AT_ONCE)
    answers.push(...(await Promise.all(asked.slice(at, at + AT_ONCE).map(ask))))
  return answers
}

describe('every route', () => {
  test('is in the OpenAPI document, unless it only answers 405', async () => {
    const { paths } = (await server.call('GET', 'openapi.json', { token: null })).body
    const documented = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{id}')}`),
    )
    const names = routes.map(({ method, path }) => `${method} ${path}`)
    expect(documented.length).toBeGreaterThan(200)
    for (const name of [...documented, ...PUBLIC, ...CLIENT, ...ADMIN]) expect(names).toContain(name)
    for (const { method, path } of routes) {
      if (documented.includes(`${method} ${path}`) || path === '/api/openapi.json') continue
      expect((await server.call(method, path.replace('/api/', '').replace('{id}', '1'))).status).toBe(405)
    }
  })

  test.each([null, 'B'.repeat(43)])('answers 401 with token %j', async (token) => {
    expect((await callAll(token, new Set())).filter((answer) => !answer.startsWith('401'))).toEqual([])
  })

  test('answers 403 to a client, except for its own records', async () => {
    const token = await server.signIn()
    expect((await callAll(token, CLIENT)).filter((answer) => !answer.startsWith('403'))).toEqual([])
  })

  test('answers 403 to staff who view the site as a client, except for that client’s records', async () => {
    const { id } = await createUser(server.db)
    const token = (await server.call('GET', `user/get/${id}`)).body.data.user_token
    expect((await callAll(token, CLIENT)).filter((answer) => !answer.startsWith('403'))).toEqual([])
  })

  test('answers 403 to a manager only for calls that are for administrators', async () => {
    // An id without a record, since some records are refused for other reasons.
    const answers = await callAll(server.token, new Set(), '999999')
    expect(answers.filter((answer) => answer.startsWith('403')).sort()).toEqual(
      ADMIN.map((each) => `403 ${each}`).sort(),
    )
  })

  test('answers 403 to a CSR who is neither manager nor admin', async () => {
    const token = await server.signIn({ role: [Role.CSR] })
    expect((await callAll(token, CLIENT)).filter((answer) => !answer.startsWith('403'))).toEqual([])
  })
})

describe('a call with an API key', () => {
  /** The paths of CALLS name their parameters; those of the tree do not. */
  const declared = () => {
    const scopes = new Map<string, readonly Scope[] | null>()
    for (const key of Object.keys(CALLS)) {
      const [method = '', path = ''] = key.split(' ')
      scopes.set(`${method} /api/${path.replaceAll(/\{\w+\}/g, '{id}')}`, scopesOfCall(method, path) as Scope[] | null)
    }
    return scopes
  }
  /** All scopes but this one, and but what includes it. */
  const without = (scope: Scope) => SCOPES.filter((each) => !covers([each], scope))

  test.each(SCOPES.map((scope) => [scope] as const))(
    'with all scopes but %s is 403 wherever that one is needed',
    async (scope) => {
      const { key } = await createKey(server.db, without(scope))
      const others = [...declared()].filter(([, needed]) => !needed?.includes(scope)).map(([call]) => call)
      const answers = await callAll(null, new Set(others), '999999', bearer(key))
      expect(answers.filter((answer) => !answer.startsWith('403'))).toEqual([])
      expect(answers).not.toEqual([])
    },
  )

  test('with all scopes is 403 for the calls without one only: keys, audit, settings, staff, impersonation, passwords', async () => {
    const names = routes.map(({ method, path }) => `${method} ${path}`)
    const half = Math.ceil(names.length / 2)
    const answers: string[] = []
    // There are more calls than one key may make in a minute.
    for (const skip of [names.slice(0, half), names.slice(half)]) {
      const { key } = await createKey(server.db, SCOPES)
      answers.push(...(await callAll(null, new Set(skip), '999999', bearer(key))))
    }
    const scopes = declared()
    expect(answers.filter((answer) => answer.startsWith('401'))).toEqual([])
    expect(answers.filter((answer) => answer.startsWith('403') !== !scopes.get(answer.slice(4)))).toEqual([])
    const never =
      /api-key|webhook|audit|(?<!rate-)history|settings|company|setup|staff|impersonation|user\/get|password|personal|passkey/
    expect(answers.filter((answer) => never.test(answer) && !answer.startsWith('403'))).toEqual([])
  })
})

describe('the protocol', () => {
  test('an unknown path is 404, a wrong method 405 with what is allowed', async () => {
    expect((await server.call('GET', 'nothing/here')).body).toEqual({ code: 404, message: 'Not found', data: null })
    const wrong = await server.call('DELETE', 'request/booking/get_all')
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get('allow')).toBe('GET')
    expect((await server.call('HEAD', 'request/booking/get_all')).status).toBe(405)
  })

  test.each([
    '/api//admin/mail',
    '/api/admin%2Fmail',
    '/API/admin/mail',
    '/x/../api/admin/mail',
    '/api/admin/mail;a',
    '/api/./admin/mail',
  ])('%s opens nothing without a token', async (path) => {
    const response = await fetch(server.url + path)
    expect([401, 404]).toContain(response.status)
  })

  test('a body that is too large is 413, one of another type 415, and one that is not JSON 400', async () => {
    const put = (body: string, type = 'application/json') =>
      fetch(`${server.url}/api/admin/settings/column/orders`, {
        method: 'PUT',
        headers: { 'user-token': server.token, 'content-type': type },
        body,
      })
    expect((await put(`{"a":"${'x'.repeat(1024 * 1024)}"}`)).status).toBe(413)
    expect((await put('<a/>', 'application/xml')).status).toBe(415)
    expect((await put('{"a":')).status).toBe(400)
    expect((await put('{"__proto__":{"a":1}}')).status).toBe(400)
    expect((await put('null')).status).toBe(200)
    expect((await put('[1]')).status).toBe(400)
  })

  test('a call that takes no body may say that it sends JSON and send none; one that takes a body may not', async () => {
    const send = (method: string, path: string) =>
      fetch(`${server.url}/api/${path}`, {
        method,
        headers: { 'user-token': server.token, 'content-type': 'application/json' },
      })
    expect((await send('DELETE', 'port/999999')).status).toBe(404)
    expect((await send('GET', 'port')).status).toBe(200)
    expect((await send('PUT', 'admin/settings/column/orders')).status).toBe(400)
  })

  test('replies forbid caching, framing, sniffing and other origins', async () => {
    const response = await fetch(`${server.url}/api/health`, { headers: { origin: 'https://evil.example' } })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('x-frame-options')).toBe('DENY')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(response.headers.get('x-permitted-cross-domain-policies')).toBe('none')
    expect(response.headers.get('x-powered-by')).toBeNull()
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('the readable documentation and the OpenAPI document need no token', async () => {
    expect((await fetch(`${server.url}/api/docs/`)).status).toBe(200)
    const document = await (await fetch(`${server.url}/api/openapi.json`)).json()
    expect(document).toMatchObject({ info: { version: packageFile.version } })
  })
  test('our own calls refuse parameters that they do not take, by name', async () => {
    const id = (await createUser(server.db, { role: [Role.ADMIN] })).id
    const options = { token: await server.tokenFor(id) }
    for (const path of ['admin/mail', 'admin/audit', 'port/export', 'admin/user/deleted', 'settings', 'port/uses/1']) {
      const { status, body } = await server.call('GET', `${path}?pge=2&per-page=5&order`, options)
      expect({ path, status }).toEqual({ path, status: 400 })
      expect(Object.keys(body.data).slice(0, 2)).toEqual(['pge', 'per-page'])
      expect(body.message).toContain('Unknown parameter pge.')
    }
    const { body } = await server.call('GET', 'admin/mail?staet=sent')
    expect(body.data.staet).toMatch(
      /^Unknown parameter staet\. Allowed: page, per_page, search, state, order_id, .*sort, type, order\[…\]$/,
    )
    const { status, body: none } = await server.call('POST', 'app/reset-password/check?a=1', { token: null, body: {} })
    expect({ status, message: none.message }).toEqual({
      status: 400,
      message: 'Unknown parameter a. This call takes none',
    })
    expect((await server.call('GET', 'admin/mail?page=1&per_page=10&search=x&order[id]=asc&state=sent')).status).toBe(
      200,
    )
  })

  test('probes, files and public pages ignore what balancers and caches add', async () => {
    for (const path of ['health', 'ready', 'openapi.json'])
      expect((await server.call('GET', `${path}?1795165500&x=1&f.y=2`, { token: null })).status, path).toBe(200)
    expect((await server.call('GET', 'document/999999/download?x=1')).body.message).toBe('Document not found')
    expect((await fetch(`${server.url}/site/?x=1`)).status).toBe(200)
    expect((await fetch(`${server.url}/site/site.css?x=1`)).status).toBe(200)
    expect((await fetch(`${server.url}/images/ab/none.webp?x=1`)).status).toBe(404)
  })

  test('the lists of the specification ignore other parameters, and name them in a header', async () => {
    for (const path of [
      'request/booking/get_all',
      'admin/user',
      'port',
      'value/freight/get_all',
      'hint',
      'article',
      'admin/email',
      'admin/value/origin',
    ]) {
      const { status, headers } = await server.call('GET', `${path}?pge=2&page=1&%E4%B8%AD%0d%0a=1`)
      expect({ path, status }).toEqual({ path, status: 200 })
      expect(headers.get('x-ignored-parameters')).toBe('pge, %E4%B8%AD%0D%0A')
    }
    expect(
      (await server.call('GET', 'port?page=1&per_page=10&order[id]=asc')).headers.get('x-ignored-parameters'),
    ).toBeNull()
  })

  test('an unknown filter is 400 on every list, and an unknown sort field stays one', async () => {
    const { status, body } = await server.call('GET', 'request/booking/get_all?f.colour=red&other=1')
    expect({ status, fields: Object.keys(body.data) }).toEqual({ status: 400, fields: ['f.colour'] })
    expect(body.message).toContain('Unknown filter f.colour')
    expect((await server.call('GET', 'port?order[colour]=asc')).body.data).toEqual({
      'order[colour]': 'Unknown sort field. Allowed: id, code, name',
    })
  })

  test('a call without a token asks to log in; one whose session ended says so', async () => {
    const message = async (token: string | null) => (await server.call('GET', 'port?x=1', { token })).body.message
    expect(await message(null)).toBe('Please log in.')
    for (const authorization of ['Bearer mine', 'qs_00000000_0', 'Basic YTpi', '']) {
      const { status, body } = await server.call('GET', 'port', { token: null, headers: { authorization } })
      expect([status, body.message]).toEqual([
        401,
        'Please log in, or send an API key as "Authorization: Bearer qs_…".',
      ])
    }
    expect(await message('B'.repeat(43))).toBe('This user is logged in on another device.')
    expect((await server.call('POST', 'logout', { token: null })).body.message).toBe(
      'This user is logged in on another device.',
    )
  })

  test.each(['/api/docs', '/api/docs/'])(
    'the page at %s finds all its files, on a server without TLS too',
    async (path) => {
      const page = await fetch(server.url + path)
      const files = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file)
      expect(files.length).toBeGreaterThan(4)
      for (const file of files) {
        const found = await fetch(new URL(file, page.url))
        expect(found.status, file).toBe(200)
        await found.arrayBuffer()
      }
      expect(page.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
    },
  )
})
