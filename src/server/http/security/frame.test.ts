import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { FRAME_TICKET_MINUTES } from '#contract/lib/frame-ticket.ts'
import { PUBLIC_BODIES } from '#server/http/limits.ts'
import { bearer, createKey } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let ticket: string
beforeAll(async () => {
  ticket = await ticketOf(server.token)
})

const ticketOf = async (token: string): Promise<string> =>
  (await server.call('GET', 'user/frame-ticket', { token })).body.data.ticket

const HOSTILE = '<script>top.x = 1</script><form action="https://evil.example"><button>x</button></form>'

const send = (body: string, { with: shown = ticket, headers = {} }: { with?: string; headers?: object } = {}) =>
  fetch(`${server.url}/frame?ticket=${encodeURIComponent(shown)}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin', ...headers },
  })
/** Posts the HTML as a form does. */
const show = (html: string, options?: Parameters<typeof send>[1]) => send(`html=${html}\r\n`, options)

test('shown HTML has its own policy: nothing runs, nothing is sent, only our pages frame it', async () => {
  const reply = await show(HOSTILE)
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

test('what is shown is what was sent, byte for byte', async () => {
  for (const html of ['', '+%41&html=2=3', 'Zoë €🔑\r\n\r\n', '<p>\r\nhtml=</p>'])
    expect(await (await show(html)).text()).toBe(html)
})

test.each(['cross-site', 'same-site', 'none'])(
  'other sites cannot show anything under this address: %s',
  async (site) => {
    const reply = await show(HOSTILE, { headers: { 'sec-fetch-site': site } })
    expect(reply.status).toBe(403)
    expect(await reply.text()).toBe('Forbidden')
  },
)

test('1 MB is shown, more gets 413', async () => {
  const most = PUBLIC_BODIES.frame - 'html='.length
  expect((await send(`html=${'+'.repeat(most)}`)).status).toBe(200)
  expect((await send(`html=${'+'.repeat(most + 1)}`)).status).toBe(413)
})

test('another field first, or none, shows nothing', async () => {
  for (const body of [`other=1\r\nhtml=${HOSTILE}`, HOSTILE, '', 'html', '\r\n'])
    expect(await (await send(body)).text()).toBe('')
})

test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json'])(
  'what would have to be decoded is not read: %s',
  async (type) => {
    expect((await show(HOSTILE, { headers: { 'content-type': type } })).status).toBe(415)
  },
)

describe('a ticket', () => {
  const [id, until, sealed] = ['1', '2000000000', 'A'.repeat(43)]
  test.each(['', 'x', `${id}.${until}.${sealed}`, `${id}.${until}`])('%j is none', async (other) => {
    expect((await show(HOSTILE, { with: other })).status).toBe(403)
  })

  test('that was changed in any part is none', async () => {
    const parts = ticket.split('.')
    for (const [place, other] of [
      [0, String(Number(parts[0]) + 1)],
      [1, String(Number(parts[1]) - 1)],
      [2, (parts[2] ?? '').replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
    ] as const)
      expect((await show(HOSTILE, { with: parts.with(place, other).join('.') })).status).toBe(403)
  })

  test('is enough where a browser does not say whence it comes, which it does with https only', async () => {
    const address = `${server.url}/frame?ticket=${ticket}`
    const options = { method: 'POST', body: 'html=a', headers: { 'content-type': 'text/plain' } }
    expect((await fetch(address, options)).status).toBe(200)
    expect((await fetch(`${server.url}/frame`, options)).status).toBe(403)
  })

  test('ends with its session, and after its time', async () => {
    const token = await server.tokenFor(server.staff.id)
    const own = await ticketOf(token)
    expect((await show('a', { with: own })).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (FRAME_TICKET_MINUTES * 60 + 1) * 1000 })
    expect((await show('a', { with: own })).status).toBe(403)
    vi.useRealTimers()
    expect((await server.call('POST', 'logout', { token })).status).toBe(200)
    expect((await show('a', { with: own })).status).toBe(403)
  })

  test('is for staff: no client and no key gets one', async () => {
    expect((await server.call('GET', 'user/frame-ticket', { token: await server.signIn() })).status).toBe(403)
    const { key } = await createKey(server.db, ['orders:read'])
    expect((await server.call('GET', 'user/frame-ticket', { token: null, headers: bearer(key) })).status).toBe(403)
    expect((await server.call('GET', 'user/frame-ticket', { token: null })).status).toBe(401)
  })
})

test('who is refused is answered before the text arrives', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const answer = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))))
  socket.write(
    `POST /frame HTTP/1.1\r\nhost: x\r\nsec-fetch-site: same-origin\r\ncontent-type: text/plain\r\ncontent-length: ${PUBLIC_BODIES.frame}\r\n\r\n`,
  )
  expect(await Promise.race([answer, wait(10_000)])).toContain('HTTP/1.1 403')
  socket.destroy()
})
