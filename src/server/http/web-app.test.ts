import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWebPage, webApp } from './web-app.ts'

let top: string
let app: FastifyInstance
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'quayside-web-'))
  const folder = join(top, 'web')
  await mkdir(join(folder, 'assets'), { recursive: true })
  const files = {
    'index.html': '<html>page</html>',
    'favicon.svg': '<svg/>',
    'assets/app-AbCd1234.js': 'hello()',
    'assets/app-AbCd1234.js.br': brotliCompressSync('hello()'),
    '../secret.txt': 'secret',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  app = fastify()
  await app.register(webApp(readWebPage(folder), async () => null))
})
afterAll(async () => {
  await app.close()
  await rm(top, { recursive: true, force: true })
})

const get = (url: string, accepts = 'identity') => app.inject({ url, headers: { 'accept-encoding': accepts } })

test('hashed files of the build are kept for a year, the others for an hour', async () => {
  const hashed = await get('/assets/app-AbCd1234.js')
  expect([hashed.statusCode, hashed.body, hashed.headers['cache-control']]).toEqual([
    200,
    'hello()',
    'public, max-age=31536000, immutable',
  ])
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  const again = await app.inject({
    url: '/assets/app-AbCd1234.js',
    headers: { 'if-none-match': String(hashed.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
})

test('a file goes out compressed to whoever takes that, and without its text to whoever asks for headers', async () => {
  const packed = await get('/assets/app-AbCd1234.js', 'br')
  expect([packed.headers['content-encoding'], packed.headers['content-type'], packed.rawPayload]).toEqual([
    'br',
    expect.stringContaining('javascript'),
    brotliCompressSync('hello()'),
  ])
  const head = await app.inject({ method: 'HEAD', url: '/assets/app-AbCd1234.js' })
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '7'])
})

test.each([
  '/assets/app-AbCd1234.js.br',
  '/assets/none.js',
  '/assets/',
  '/assets/..%2findex.html',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/app-AbCd1234.js%00',
  '/assets//app-AbCd1234.js',
  '/index.html',
])('%s is not found', async (path) => {
  expect((await get(path)).statusCode).toBe(404)
})

test('any other path is the page of the app', async () => {
  expect((await get('/orders/all')).body).toBe('<html>page</html>')
})
