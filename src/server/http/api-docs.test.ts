import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '#server/test/server.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()

/** Gets a reply as it comes: nothing is unpacked on the way. */
async function get(path: string, headers: Record<string, string> = {}, localAddress = '127.0.0.1') {
  const call = request(`${server.url}/api/${path}`, { headers, localAddress }).end()
  const [reply] = (await once(call, 'response')) as [IncomingMessage]
  return { status: reply.statusCode, headers: reply.headers, body: await buffer(reply) }
}

const LARGE = [
  'openapi.json',
  'docs/static/swagger-ui.css',
  'docs/static/swagger-ui-bundle.js',
  'docs/static/swagger-ui-standalone-preset.js',
]

describe.each(LARGE)('%s', (path) => {
  test('comes as br or gzip to whoever takes it, and is the same in each form', async () => {
    const [plain, br, gzip] = [
      await get(path),
      await get(path, { 'accept-encoding': 'gzip, deflate, br' }),
      await get(path, { 'accept-encoding': 'gzip;q=0.5, br;q=0' }),
    ]
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
    expect(plain.body.length).toBeGreaterThan(100_000)
    expect(br.body.length).toBeLessThan(plain.body.length / 3)
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true)
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
    const tags = [plain, br, gzip].map(({ headers }) => headers.etag)
    expect(new Set(tags).size).toBe(3)
    for (const { headers } of [plain, br, gzip])
      expect(headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'public, no-cache' })
  })

  test('is 304 for whoever has it, in whatever form', async () => {
    const { headers } = await get(path, { 'accept-encoding': 'br' })
    for (const tag of [headers.etag ?? '', `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
      const again = await get(path, { 'accept-encoding': 'br', 'if-none-match': tag })
      expect(again.status, tag).toBe(304)
      expect(again.body.length).toBe(0)
      expect(again.headers).toMatchObject({ etag: headers.etag, vary: 'accept-encoding' })
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })
})

test('one address asks for them 120 times in a minute, then gets 429; to be told that nothing changed is free', async () => {
  const { headers } = await get('openapi.json', { 'accept-encoding': 'br' })
  const from = async (count: number, more: Record<string, string> = {}) => {
    const replies: Awaited<ReturnType<typeof get>>[] = []
    for (let n = 0; n < count; n++)
      replies.push(await get('openapi.json', { 'accept-encoding': 'br', ...more }, '127.0.0.2'))
    return replies
  }
  const asked = (await from(125)).map(({ status }) => status)
  expect(asked.filter((status) => status === 200)).toHaveLength(120)
  expect(asked.filter((status) => status === 429)).toHaveLength(5)
  const unchanged = await from(3, { 'if-none-match': String(headers.etag) })
  expect(unchanged.map(({ status }) => status)).toEqual([304, 304, 304])
})

test('no piece of making the document holds others up for long', async () => {
  // The first call loads the code that makes the document, so that only the making is judged.
  await get('openapi.json')
  const fresh = await startTestServer({}, server.databaseUrl)
  const pieces: number[] = []
  let made = false
  const document = fetch(`${fresh.url}/api/openapi.json`).then((reply) => reply.arrayBuffer())
  void document.finally(() => {
    made = true
  })
  for (let began = performance.now(); !made; began = performance.now()) {
    await nextTurn()
    pieces.push(performance.now() - began)
  }
  expect((await document).byteLength).toBeGreaterThan(1_000_000)
  const busy = pieces.filter((ms) => ms > 5).reduce((sum, ms) => sum + ms, 0)
  // Pieces share a second of work; made in one go, one piece takes nine tenths of it.
  expect(Math.max(...pieces) / busy).toBeLessThan(1 / 3)
  await fresh.close()
})

test('the page of the document and its other files are there', async () => {
  for (const path of ['docs/', 'docs/static/index.css', 'docs/static/swagger-initializer.js'])
    expect((await get(path)).status, path).toBe(200)
  expect((await get('docs/static/swagger-ui-bundle.css')).status).toBe(404)
})
