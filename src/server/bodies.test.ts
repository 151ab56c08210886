import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { DELIVERY_VALUES, MOST_CELLS } from '#contract/reference/delivery/delivery.ts'
import { MAX_RUN_ORDERS } from '#contract/runs/start-run.ts'
import { LIMITS, PUBLIC_BODIES } from '#server/http/limits.ts'
import { bearer, createKey, createUser } from './test/records.ts'
import { routesOf } from './test/routes.ts'
import { startTestServer, type TestServer } from './test/server.ts'

// Some hundred connections in a test.
vi.setConfig({ testTimeout: 120_000 })

const SMALL = LIMITS.publicBodyBytes
let server: TestServer
let routes: { method: string; path: string }[]
beforeAll(async () => {
  server = await startTestServer()
  routes = routesOf(server.app.printRoutes({ commonPrefix: false })).map(({ method, path }) => ({
    method,
    path: path.replaceAll('{id}', '1'),
  }))
})
afterAll(() => server.close())

/** The status of the answer to raw bytes; 'none' if nothing comes because the server waits for more. */
function asItIs(head: string, body: string | Buffer = ''): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const end = (answer: string) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answer)
    }
    const timer = setTimeout(() => end('none'), 3_000)
    socket.on('error', () => end('cut off'))
    socket.on('data', (chunk) => end(String(chunk).split(' ')[1] ?? ''))
    socket.write(`${head}\r\n\r\n`)
    socket.write(body)
  })
}
const ask = (head: string, body?: string | Buffer) => asItIs(`${head}\r\nhost: x`, body)
const announce = (method: string, path: string, length: number, more = 'content-type: application/json') =>
  ask(`${method} ${path} HTTP/1.1\r\n${more}\r\ncontent-length: ${length}`)

const AT_ONCE = 20
async function each<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < list.length; at += AT_ONCE)
    done.push(...(await Promise.all(list.slice(at, at + AT_ONCE).map(work))))
  return done
}

/** Calls open to everybody that take more than other such bodies, by their reason; see `PUBLIC_BODIES`. */
const LARGER = ['POST /api/login/passkey']
/** Forms with files, by the secret of a link; only as multipart. */
const FORMS = ['POST /site/upload/1']
/** Calls refused for another reason first. */
const REFUSED = ['POST /frame']

describe('without a session', () => {
  const TYPES = [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/octet-stream',
  ]

  test('every route answers a body of more than 16 KB by its announcement: 413, or 401 where a session is needed', async () => {
    const taking = routes.filter(({ method }) => method !== 'GET' && method !== 'HEAD')
    expect(taking.length).toBeGreaterThan(200)
    for (const type of TYPES) {
      const answers = await each(taking, async ({ method, path }) => ({
        call: `${method} ${path}`,
        status: await announce(method, path, SMALL + 1, `content-type: ${type}`),
      }))
      const others = answers.filter(({ status }) => status !== '413' && status !== '401')
      const isForm = type.startsWith('multipart')
      expect(others.map(({ call }) => call).sort()).toEqual([...(isForm ? FORMS : []), ...LARGER, ...REFUSED].sort())
      expect(answers.filter(({ status }) => status === '413').length).toBeGreaterThan(10)
    }
  })

  test('what takes more takes no more than it says', async () => {
    const { passkeyLogin } = PUBLIC_BODIES
    expect(await announce('POST', '/api/login/passkey', passkeyLogin + 1)).toBe('413')
    expect(await announce('POST', '/api/login/passkey', passkeyLogin)).toBe('none')
    const form = 'content-type: multipart/form-data; boundary=x'
    expect(await announce('POST', '/site/upload/1', 4 * LIMITS.uploadBytes + 1, form)).toBe('413')
  })

  const login = (bytes: number) => {
    const body = '{"login":"nobody@quayside.example","password":"x"}'
    return body + ' '.repeat(bytes - body.length)
  }
  const chunked = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`
  const HEAD = 'POST /api/login HTTP/1.1\r\ncontent-type: application/json'

  test('16 KB are read, one byte more is refused, with and without a length', async () => {
    expect(await ask(`${HEAD}\r\ncontent-length: ${SMALL}`, login(SMALL))).toBe('400')
    expect(await ask(`${HEAD}\r\ncontent-length: ${SMALL + 1}`, login(SMALL + 1))).toBe('413')
    expect(await ask(`${HEAD}\r\ntransfer-encoding: chunked`, chunked(login(SMALL)))).toBe('400')
    expect(await ask(`${HEAD}\r\ntransfer-encoding: chunked`, chunked(login(SMALL + 1)))).toBe('413')
  })

  test('a length that lies, or is said twice, is refused', async () => {
    expect(await ask(`${HEAD}\r\ncontent-length: -1`)).toBe('400')
    expect(await ask(`${HEAD}\r\ncontent-length: 0x10`)).toBe('400')
    expect(await ask(`${HEAD}\r\ncontent-length: 1\r\ncontent-length: 20000`)).toBe('400')
    expect(await ask(`${HEAD}\r\ncontent-length: 10\r\ntransfer-encoding: chunked`)).toBe('400')
    expect(await ask(`${HEAD}\r\ncontent-length: 99999999999999999999`)).not.toBe('none')
  })

  test('what is compressed is refused before it arrives', async () => {
    const bomb = gzipSync(login(10_000))
    expect(await ask(`${HEAD}\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}`)).toBe('415')
    expect(await ask(`${HEAD}\r\ncontent-encoding: identity\r\ncontent-length: ${SMALL}`, login(SMALL))).toBe('400')
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data; boundary=x'])(
    'no call reads %s',
    async (type) => {
      expect(await announce('POST', '/api/login', 1_000, `content-type: ${type}`)).toMatch(/^4(00|15)$/)
    },
  )

  test.each(['/site/tracking/subscribe', '/site/upload/x', '/frame'])('no page reads JSON: %s', async (path) => {
    expect(await announce('POST', path, 1_000)).toMatch(/^4(03|15)$/)
  })

  test.each([
    ['GET', '/api/health', '200'],
    ['HEAD', '/api/health', '405'],
    ['OPTIONS', '/api/login', '405'],
    ['POST', '/api/nothing', '404'],
    ['POST', '/nothing', '404'],
    ['POST', '/site/nothing', '404'],
    ['PROPFIND', '/api/login', '405'],
    ['NONSENSE', '/api/login', '400'],
  ])('%s %s does not wait for a body', async (method, path, status) => {
    expect(await announce(method, path, 10_000)).toBe(status)
  })
})

describe('whoever is refused is answered before the body is read', () => {
  const PUT = '/api/request/booking/edit/1'
  const asked = (token: string, path = PUT, method = 'PUT', length = 100_000) =>
    announce(method, path, length, `content-type: application/json\r\nuser-token: ${token}`)

  test('a token that is none, that of a client, and that of staff for what is for administrators', async () => {
    expect(await asked('x'.repeat(43))).toBe('401')
    expect(await asked(await server.signIn())).toBe('403')
    expect(await asked(server.token, '/api/admin/settings')).toBe('403')
    expect(await asked(server.token, PUT, 'PUT', LIMITS.bodyBytes + 1)).toBe('413')
  })

  test('a token that was good a moment ago, too', async () => {
    const token = await server.tokenFor((await createUser(server.db, { role: [Role.MANAGER] })).id)
    // From then on this call begins before the token is checked.
    await server.call('PUT', 'request/booking/edit/1', { token, body: {} })
    expect((await server.call('POST', 'logout', { token })).status).toBe(200)
    expect(await asked(token)).toBe('401')
  })
})

describe('JSON of a call', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  let admin: number
  beforeAll(async () => {
    admin = (await createUser(server.db, { role: [Role.ADMIN, Role.MANAGER] })).id
  })
  const send = async (method: string, path: string, body: string, more?: Record<string, string>) =>
    fetch(`${server.url}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(more ?? { 'user-token': await server.tokenFor(admin) }) },
      body,
    }).then(async (reply) => {
      const text = await reply.text()
      // An assistant may be answered with a stream.
      return { status: reply.status, body: text.startsWith('{') ? JSON.parse(text) : text }
    })
  const inFields = (value: string) =>
    `{"id":1,"kind":${value},"values":{"a":${value}},"params":${value},"parameters":{"a":${value}},"filters":${value},"data":${value},"ids":${value},"mapping":${value},"conditions":${value}}`

  test('64 levels are no failure of ours in any call, 65 are 400 in all', async () => {
    const taking = routes.filter(
      ({ method, path }) =>
        ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && path.startsWith('/api/') && path !== '/api/logout',
    )
    const answers = await each(taking, async ({ method, path }) => {
      const of = path.replace('/api/', '')
      const within = await send(method, of, inFields(nested(61)))
      const beyond = await send(method, of, inFields(nested(64)))
      return { call: `${method} ${path}`, within: within.status, beyond: beyond.status }
    })
    expect(answers.filter(({ within }) => within >= 500)).toEqual([])
    // Calls that are refused for another reason, or have no body of their own.
    expect(
      answers.filter(
        ({ beyond, call }) => ![400, 401, 403, 404, 405].includes(beyond) && !call.endsWith('mail-in/raw'),
      ),
    ).toEqual([])
    expect(answers.filter(({ beyond }) => beyond === 400).length).toBeGreaterThan(100)
  })

  test('an assistant and a draft may send 64 levels, and not 65', async () => {
    const { key } = await createKey(server.db, ['orders:read'])
    const calls = {
      'POST mcp': (inner: string) => `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${inner}}}`,
      'PUT drafts/set-event/1': (inner: string) => `{"values":{"a":${inner}}}`,
    }
    for (const [call, bodyOf] of Object.entries(calls)) {
      const [method = '', path = ''] = call.split(' ')
      const more = path === 'mcp' ? { ...bearer(key), accept: 'application/json, text/event-stream' } : undefined
      const within = await send(method, path, bodyOf(nested(62)), more)
      expect([200, 404], call).toContain(within.status)
      const { status, body } = await send(method, path, bodyOf(nested(63)), more)
      // An assistant is answered in the form of JSON-RPC.
      expect([status, body.message ?? body.error?.message], call).toEqual([
        400,
        'The request has more than 64 levels inside each other',
      ])
    }
  })

  test('20,000 values are looked at, one more is 400, and so is a key twice', async () => {
    const ids = (count: number) => `{"ids":[${Array.from({ length: count }, () => '1').join()}]}`
    const at = await send('POST', 'notifications/read', ids(LIMITS.jsonValues - 2))
    expect(at.body.message).not.toContain('values')
    const over = await send('POST', 'notifications/read', ids(LIMITS.jsonValues - 1))
    expect(over).toMatchObject({
      status: 400,
      body: { message: 'The request has more than 20,000 values', data: null },
    })
    const twice = await send('POST', 'notifications/read', '{"ids":[1],"\\u0069ds":[2]}')
    expect(twice).toMatchObject({ status: 400, body: { data: { ids: 'Send ids once' } } })
  })

  test('calls that say they need more values take as many as their limits allow', async () => {
    const cell = '{"depot":1,"cartage":1,"delivery":1,"was":1}'
    // Cells for a body of 1 MB.
    const cells = Math.floor((LIMITS.bodyBytes - 20) / (cell.length + 1))
    expect(cells * 5).toBeGreaterThan(LIMITS.jsonValues)
    expect(MOST_CELLS * 5).toBeLessThan(DELIVERY_VALUES)
    const order = '{"id":1,"updatedAt":"2026-01-01T00:00:00.000Z","lastEventEntryId":1}'
    const shown = '{"id":1,"updatedAt":"2026-01-01T00:00:00.000Z","apply":true,"mail":true}'
    const list = (one: string, count: number) => `[${Array.from({ length: count }, () => one).join()}]`
    const calls = {
      'PATCH delivery': `{"data":${list(cell, cells)}}`,
      'PUT delivery': `{"data":${list(cell, cells)}}`,
      'POST delivery': `{"data":${list(cell, cells)}}`,
      'POST runs': `{"kind":"status","input":{"status":1},"selection":{"orders":${list(order, MAX_RUN_ORDERS)}}}`,
      'POST runs/preview': `{"kind":"status","input":{"status":1},"selection":{"orders":${list(order, MAX_RUN_ORDERS)}}}`,
      'POST sailing/1/date-change': `{"updatedAt":"2026-01-01T00:00:00.000Z","dates":{},"mode":"set","orders":${list(shown, 5_000)}}`,
      'POST vessel/1/voyages/X/date-change': `{"updatedAt":"2026-01-01T00:00:00.000Z","dates":{},"mode":"set","orders":${list(shown, 5_000)}}`,
    }
    for (const [call, body] of Object.entries(calls)) {
      const [method = '', path = ''] = call.split(' ')
      const answer = await send(method, path, body)
      expect(JSON.stringify(answer.body), call).not.toContain('values')
      expect([401, 403, 413], call).not.toContain(answer.status)
      expect(answer.status, call).toBeLessThan(500)
    }
  })
})

describe('a request that can be understood in two ways', () => {
  test.each([
    ['two hosts', 'host: a\r\nhost: b'],
    ['two equal hosts', 'Host: x\r\nhost: x'],
    ['a host that is none', 'host: a b'],
    ['a host with a path', 'host: a/b'],
    ['a host with numbers that are no address', 'host: 999.1.1.1'],
    ['a host with too many numbers', 'host: 1.2.3.4.5'],
    ['a host with a port that is none', 'host: x:99999'],
    ['a host with a broken address', 'host: [::::]'],
    ['a host with a name that cannot be decoded', 'host: xn--'],
    ['a host with a name of its user', 'host: a@b'],
    ['two tokens', 'host: x\r\nuser-token: a\r\nUser-Token: b'],
    ['two keys', 'host: x\r\nauthorization: Bearer a\r\nauthorization: Bearer b'],
    ['two types', 'host: x\r\ncontent-type: text/plain\r\ncontent-type: application/json'],
    ['two lengths', 'host: x\r\ncontent-length: 0\r\ncontent-length: 0'],
    ['no host', 'x-filler: 1'],
  ])('%s: 400', async (_what, head) => {
    const answer = await asItIs(`GET /api/health HTTP/1.1\r\n${head}`)
    expect(answer).toBe('400')
  })

  test('an address with a host of its own: 400', async () => {
    expect(await ask('GET http://evil.example/api/health HTTP/1.1')).toBe('400')
    expect(await ask('GET https://x/site/ HTTP/1.1')).toBe('400')
  })

  test.each(['x', 'x:3000', '127.0.0.1:3000', '[::1]:3000', 'quayside.example.', 'a_b.internal'])(
    '%s is a host',
    async (host) => {
      const reply = await asItIs(`GET /api/health HTTP/1.1\r\nhost: ${host}`)
      expect(reply).toBe('200')
    },
  )
})

test('no address of a call takes long to look at: 16 KB of whatever takes no longer than a plain word', async () => {
  const time = async (query: string) => {
    const times: number[] = []
    for (let n = 0; n < 5; n++) {
      const began = performance.now()
      await (await fetch(`${server.url}/api/health${query}`)).text()
      times.push(performance.now() - began)
    }
    return Math.min(...times)
  }
  const calm = await time(`?${'x'.repeat(15_000)}`)
  for (const piece of ['?', '&', '?a', '&a=', '=', '%20', '+', '[', 'a[b]=', '/'])
    expect(await time(`?${piece.repeat(15_000 / piece.length)}`), piece).toBeLessThan(calm * 30)
})
