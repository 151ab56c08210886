import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config/config.ts'
import { transportHeaders } from './http/security/security.ts'
import { startTestServer, type TestServer } from './test/server.ts'

const YEAR = 'max-age=31536000'

let secure: TestServer
beforeAll(async () => {
  secure = await startTestServer({ APP_URL: 'https://office.example' })
})
afterAll(() => secure.close())

/** Sends bytes as they are; the whole answer. */
async function send(server: TestServer, bytes: string): Promise<string> {
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  return text(socket)
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`

/** Every kind of answer: calls, pages, files, pictures, errors, and what never becomes a request. */
const ANSWERS: [string, string, number][] = [
  ['a public call', get('/api/health'), 200],
  ['the document of the API', get('/api/openapi.json'), 200],
  ['a call without a session', get('/api/admin/webhook'), 401],
  ['an unknown call', get('/api/nothing'), 404],
  ['a wrong method', 'PATCH /api/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', 405],
  ['a page of the public site', get('/site/'), 200],
  ['a page that is not there', get('/site/nothing'), 404],
  ['an upload link that is not there', get(`/site/upload/${'x'.repeat(43)}`), 404],
  ['the robots', get('/robots.txt'), 200],
  ['a picture that is not there', get('/images/nothing.png'), 404],
  ['a file that is not there', get('/nothing.js'), 404],
  [
    'a refused frame',
    'POST /frame HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: cross-site\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\n\r\n',
    403,
  ],
  ['an address with a NUL', get('/%00'), 400],
  ['an address that cannot be decoded', get('/api/%c0%af'), 400],
  ['a path that is too long', get(`/api/admin/webhook/${'x'.repeat(300)}`), 414],
  ['what is not HTTP', 'nonsense\r\n\r\n', 400],
  ['headers that are too long', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
]

test.each(ANSWERS)('%s demands HTTPS for a year where APP_URL is https', async (_, bytes, status) => {
  const answer = await send(secure, bytes)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer.match(/^strict-transport-security: .*$/gim)).toEqual([`strict-transport-security: ${YEAR}`])
})

test('what cannot be decoded or is too long is answered with the other security headers, too', async () => {
  for (const path of ['/api/%c0%af', `/api/admin/webhook/${'x'.repeat(300)}`])
    expect(await send(secure, get(path))).toMatch(/^x-content-type-options: nosniff\r$/im)
})

test('where APP_URL is not https, nothing demands it: the browser would never come back', async () => {
  const plain = await startTestServer({ APP_URL: 'http://office.example' }, secure.databaseUrl)
  for (const [, bytes] of ANSWERS) expect(await send(plain, bytes)).not.toMatch(/strict-transport-security/i)
  await plain.close()
})

test('subdomains are asked only where HSTS_SUBDOMAINS says that they speak HTTPS', () => {
  const headers = (env: Record<string, string>) => transportHeaders(readConfig(env))
  const APP_URL = 'https://office.example'
  expect(headers({ APP_URL })).toEqual({ 'strict-transport-security': YEAR })
  expect(headers({ APP_URL, HSTS_SUBDOMAINS: '1' })).toEqual({
    'strict-transport-security': `${YEAR}; includeSubDomains`,
  })
  expect(headers({})).toEqual({})
})
