import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/test/server.ts'

let server: TestServer
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
beforeAll(async () => {
  server = await startTestServer({
    APP_URL: 'http://app.test',
    TRUSTED_PROXIES: '127.0.0.1',
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'quayside',
  })
  // The first answer of a route takes longer, so it is made before the measurements.
  await server.call('GET', 'openapi.json', { token: null })
})
afterAll(async () => {
  agent.destroy()
  await server.close()
})

/** Calls that anybody may make, one for each part of the server. */
const CALLS = [
  'GET /api/health',
  'POST /api/login',
  'GET /api/nothing',
  'GET /api/openapi.json',
  'GET /api/docs/static/index.css',
  'GET /',
  'GET /site',
  'GET /site/article/some',
  'GET /site/tracking',
  'GET /site/account',
  'GET /site/upload/some',
  'GET /site/tracking/personal/some',
  'GET /images/some',
  'POST /frame',
  'GET /single-sign-on/callback',
]
const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'forwarded',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'sec-fetch-site',
  'traceparent',
  'user-agent',
  'user-token',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-request-id',
]
const UNITS = [
  'a',
  ' ',
  '\t',
  ',',
  ';',
  '; ',
  '=',
  '"',
  '-',
  '/',
  '0',
  '0-0,',
  'a=a;',
  '"a",',
  '(',
  '127.0.0.1, ',
  'x;q=0.1,',
  '%',
]
/** Repeats in addresses: in queries and in paths. */
const IN_ADDRESS = [
  'a',
  '?',
  '&',
  '=',
  '/',
  '//',
  '.',
  '../',
  '%20',
  '%2f',
  '%',
  '+',
  '-',
  ';',
  'a=a&',
  'a[a]=',
  'f.a=',
  '[',
  ':',
  '@',
]

interface Asked {
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}
type Case = (length: number) => Asked

let asked = 0
async function ask({ method, path, headers = {}, body }: Asked): Promise<void> {
  const { port } = new URL(server.url)
  asked++
  // Every call comes from a new address: limits of an address would hide the work behind them.
  const from = { 'x-forwarded-for': `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}` }
  const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  const call = request({ port, method, path, headers: { ...from, ...type, ...headers }, agent })
  call.on('error', () => {})
  call.end(body ? JSON.stringify(body) : undefined)
  const [reply] = (await once(call, 'response')) as [IncomingMessage]
  reply.resume()
  await once(reply, 'end')
}

/** Milliseconds of a processor's work, client included. */
async function costOf(call: Asked): Promise<number> {
  const before = process.cpuUsage()
  await ask(call).catch(() => {})
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

async function leastOf(times: number, call: Asked): Promise<number> {
  const costs: number[] = []
  for (let n = 0; n < times; n++) costs.push(await costOf(call))
  return Math.min(...costs)
}

/** Node takes 16 KB of headers and address; the server takes as much of a body. */
const MOST = 15_000
/** Milliseconds above a usual call, and below quadratic work on 15 KB. */
const SUSPICIOUS_MS = 30

const repeats = (unit: string, length: number) => unit.repeat(length / unit.length)

function casesOf(call: string): [string, Case][] {
  const [method = '', path = ''] = call.split(' ')
  const inHeaders = HEADERS.flatMap((name) =>
    UNITS.map((unit): [string, Case] => [
      `${name}: ${unit}`,
      (length) => ({ method, path, headers: { [name]: `x${repeats(unit, length)}x` } }),
    ]),
  )
  const inAddress = ['?', '/', '?code=', '?state=', '?v='].flatMap((begin) =>
    IN_ADDRESS.map((unit): [string, Case] => [
      `${begin}${unit}`,
      (length) => ({ method, path: `${path}${begin}${repeats(unit, length)}` }),
    ]),
  )
  return [...inHeaders, ...inAddress]
}

async function judge(cases: [string, Case][]): Promise<void> {
  for (const [name, call] of cases) {
    // Most cases are fast and need no second look.
    if ((await leastOf(1, call(MOST))) < SUSPICIOUS_MS) continue
    const whole = await leastOf(5, call(MOST))
    if (whole < SUSPICIOUS_MS) continue
    const half = await leastOf(3, call(MOST / 2))
    expect(whole / half, `${name}: ${half} ms, then ${whole} ms`).toBeLessThan(3)
  }
}

const LINEAR = 'the work for 15 KB of repeats grows no faster than they do'

test.each(CALLS)(`${LINEAR}: %s`, { timeout: 120_000 }, (call) => judge(casesOf(call)))

/** Copies of a body, each with another of its texts replaced. */
function* replaced(body: unknown, text: string): Generator<unknown> {
  if (typeof body === 'string') yield text
  if (typeof body !== 'object' || body === null) return
  for (const [key, value] of Object.entries(body))
    for (const other of replaced(value, text)) yield { ...body, [key]: other }
}

interface Described {
  security?: object[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}

test(`${LINEAR}: each text of each body that anybody may send`, { timeout: 300_000 }, async () => {
  const { body: document } = await server.call('GET', 'openapi.json', { token: null })
  const paths: [string, Record<string, Described>][] = Object.entries(document.paths)
  const open = paths.flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, { security, requestBody }]) => {
      const example = requestBody?.content['application/json']?.example
      return security?.length === 0 && example ? [{ path, method: method.toUpperCase(), example }] : []
    }),
  )
  expect(open.length).toBeGreaterThan(5)
  const cases = open.flatMap(({ path, method, example }) =>
    [...replaced(example, '')].flatMap((_, nth) =>
      [...UNITS, '@', 'a@', '.a', '\n'].map((unit): [string, Case] => [
        `${method} ${path}, text ${nth}: ${JSON.stringify(unit)}`,
        (length) => ({ method, path, body: [...replaced(example, repeats(unit, length))][nth] }),
      ]),
    ),
  )
  await judge(cases)
})
