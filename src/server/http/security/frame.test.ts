import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const HOSTILE = '<script>top.x = 1</script><form action="https://evil.example"><button>x</button></form>'

const post = (html: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/frame`, { method: 'POST', body: new URLSearchParams({ html }), headers })

test('shown HTML has its own policy: nothing runs, nothing is sent, only our pages frame it', async () => {
  const reply = await post(HOSTILE, { 'sec-fetch-site': 'same-origin' })
  expect(await reply.text()).toBe(HOSTILE)
  const policy = reply.headers.get('content-security-policy') ?? ''
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining(['sandbox', "default-src 'none'", "frame-ancestors 'self'"]),
  )
  expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin|allow-forms|allow-top-navigation/)
  expect(reply.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('cache-control')).toBe('no-store')
})

test.each(['cross-site', 'same-site', 'none'])(
  'other sites cannot show anything under this address: %s',
  async (site) => {
    const reply = await post(HOSTILE, { 'sec-fetch-site': site })
    expect(reply.status).toBe(403)
    expect(await reply.text()).toBe('Forbidden')
  },
)

test('8 MB are shown, more gets 413', async () => {
  const most = 8 * 1024 * 1024 - 'html='.length
  expect((await post('x'.repeat(most))).status).toBe(200)
  expect((await post('x'.repeat(most + 1))).status).toBe(413)
})

test('a field sent twice, or not at all, shows nothing', async () => {
  const twice = new URLSearchParams([
    ['html', HOSTILE],
    ['html', HOSTILE],
  ])
  for (const body of [twice, new URLSearchParams()])
    expect(await (await fetch(`${server.url}/frame`, { method: 'POST', body })).text()).toBe('')
})
