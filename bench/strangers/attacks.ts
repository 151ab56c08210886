/**
 * Requests that strangers send again and again: bytes as they go over the wire, without the address of the
 * server.
 */
export interface Attack {
  name: string
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body: string
}

const MB = 1024 * 1024
const JSON_TYPE = { 'content-type': 'application/json' }

/** Every public call that takes a body. */
const CALLS = [
  'login',
  'login/second-factor',
  'login/passkey',
  'login/passkey/start',
  'login/oidc',
  'login/oidc/finish',
  'first-run',
  'logout',
  'app/forgot-password',
  'app/reset-password',
  'app/reset-password/check',
]
const keys = (n: number) => Array.from({ length: n }, (_, at) => `"k${at}":1`).join()

/** Sizes of bodies: the largest that any call ever took, and the largest that public calls take. */
const BODIES: Record<string, string> = {
  'deep JSON': `${'['.repeat(MB / 2)}${']'.repeat(MB / 2)}`,
  'wide JSON': `{${keys(70_000)}}`,
  'a long text': `"${'x'.repeat(MB - 2)}"`,
  'deep JSON, 16 KB': `${'['.repeat(8_000)}${']'.repeat(8_000)}`,
  'wide JSON, 16 KB': `{${keys(1_600)}}`,
}

const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`

const posts: Attack[] = CALLS.flatMap((call) =>
  Object.entries(BODIES).flatMap(([name, body]) => {
    const to = { method: 'POST', path: `/api/${call}` } as const
    return [
      { name: `${call}: ${name}`, ...to, headers: { ...JSON_TYPE, 'content-length': String(body.length) }, body },
      {
        name: `${call}: ${name}, in pieces`,
        ...to,
        headers: { ...JSON_TYPE, 'transfer-encoding': 'chunked' },
        body: chunked(body),
      },
    ]
  }),
)

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
const PLUS = `html=${'+'.repeat(8 * MB - 5)}`
const SMALL_PLUS = 'a='.concat('+'.repeat(15_000))
const form = (path: string, body: string): Attack => ({
  name: `${path}: a form of +`,
  method: 'POST',
  path,
  headers: { ...FORM, 'content-length': String(body.length) },
  body,
})
const get = (path: string, headers: Record<string, string> = {}): Attack => ({
  name: path.slice(0, 60),
  method: 'GET',
  path,
  headers,
  body: '',
})

export const ATTACKS: readonly Attack[] = [
  ...posts,
  form('/frame', PLUS),
  form('/site/tracking/subscribe', PLUS),
  form('/site/tracking/subscribe', SMALL_PLUS),
  form(`/site/upload/${'x'.repeat(43)}`, PLUS),
  get('/api/openapi.json'),
  get('/api/openapi.json', { 'accept-encoding': 'br' }),
  get('/api/docs/static/swagger-ui-bundle.js'),
  get('/api/settings'),
  get('/api/login/ways'),
  get('/api/ready'),
  get('/api/request/booking/search?tracking_code=ABCD12345678'),
  get(`/api/health?${'?'.repeat(15_000)}`),
  get(`/api/request/booking/search?${'a&'.repeat(7_000)}`),
  get('/site/'),
  get(`/site/tracking?code=${'%20'.repeat(4_000)}`),
  get('/robots.txt'),
  get('/login'),
]

/** These bytes are sent where the headers alone get a stranger refused. */
export const refused = (attack: Attack): Attack => ({ ...attack, path: '/api/port' })

/** An attack as it goes over the wire. */
export function bytesOf({ method, path, headers, body }: Attack): Buffer {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
