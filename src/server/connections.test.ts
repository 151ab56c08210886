import { connect, type Socket } from 'node:net'
import { duplexPair } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './test/database.ts'
import { postFrom } from './test/from-address.ts'
import { startTestServer, type TestServer } from './test/server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const openMany = (url: string, from: string, n: number) =>
  Promise.all(
    Array.from(
      { length: n },
      (): Promise<Socket> =>
        new Promise((resolve) => {
          const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: from })
          socket.once('connect', () => resolve(socket))
          socket.on('error', () => resolve(socket))
        }),
    ),
  )

const left = (sockets: Socket[]) => sockets.filter((socket) => !socket.destroyed && socket.readable).length

test('one address gets ten of them, another one still gets in; when one ends, the next gets in', async () => {
  const other = await startTestServer({ MAX_CONNECTIONS_PER_ADDRESS: '10' }, database.url)
  const sockets = await openMany(other.url, '127.0.0.2', 15)
  await expect.poll(() => left(sockets)).toBe(10)
  expect((await postFrom('127.0.0.3', `${other.url}/api/logout`, {})).status).toBe(401)
  await expect(postFrom('127.0.0.2', `${other.url}/api/logout`, {})).rejects.toThrow()
  sockets.find((socket) => !socket.destroyed)?.destroy()
  await expect
    .poll(() =>
      postFrom('127.0.0.2', `${other.url}/api/logout`, {}).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(401)
  for (const socket of sockets) socket.destroy()
  await other.close()
})

test('all addresses of one IPv6 /64 together get ten, the next /64 has its own', async () => {
  const other = await startTestServer({ MAX_CONNECTIONS_PER_ADDRESS: '10' }, database.url)
  // A machine has few IPv6 addresses of its own: the server is handed connections that say theirs.
  const open = (remoteAddress: string) => {
    const [served] = duplexPair()
    other.app.server.emit('connection', Object.assign(served, { remoteAddress }))
    return served
  }
  const sockets = Array.from({ length: 12 }, (_, n) => open(`2001:db8::${n + 1}`))
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([...Array(10).fill(false), true, true])
  const neighbour = open('2001:db8:0:1::1')
  expect(neighbour.destroyed).toBe(false)
  for (const socket of [...sockets, neighbour]) socket.destroy()
  await other.close()
})

test('behind a trusted proxy each caller has ten requests at once; the proxy has as many connections as it needs', async () => {
  const env = { MAX_CONNECTIONS_PER_ADDRESS: '10', TRUSTED_PROXIES: '127.0.0.0/8' }
  const other = await startTestServer(env, database.url)
  const client = await other.pool.connect()
  await client.query('begin')
  await client.query('lock table sessions in access exclusive mode')
  const ask = (caller: string) =>
    fetch(`${other.url}/api/port`, { headers: { 'user-token': other.token, 'x-forwarded-for': caller } })
  // Addresses in one /64 are one caller.
  const asked = Array.from({ length: 12 }, (_, n) => ask(`2001:db8::${n + 1}`))
  const refused = await Promise.race(asked)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  const neighbour = ask('2001:db8:0:1::1')
  await client.query('rollback')
  client.release()
  expect((await neighbour).status).toBe(200)
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  expect((await ask('2001:db8::1')).status).toBe(200)
  await other.close()
})

describe('when connections run short', () => {
  const HELLO = 'GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n'
  /** Ways in which strangers hold connections. */
  const HOLDS = {
    'connections on which nothing comes': '',
    'connections that were answered once': HELLO,
    'headers that never end': 'GET /api/health HTTP/1.1\r\nhost: x\r\n',
    'bodies that never end':
      'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  }
  const MOST = 20
  const OWNER = '127.0.0.9'

  /** A server on which strangers hold as many connections as they get. */
  async function held(how: string, env: Record<string, string> = {}) {
    const server = await startTestServer({ MAX_CONNECTIONS: String(MOST), ...env }, database.url)
    const sockets: Socket[] = []
    return {
      server,
      sockets,
      attack: async () => {
        for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'])
          sockets.push(...(await openMany(server.url, from, MOST)))
        for (const socket of sockets) if (!socket.destroyed) socket.resume().write(how)
        await expect.poll(() => left(sockets), { timeout: 30_000 }).toBeLessThanOrEqual(MOST)
      },
      end: async () => {
        for (const socket of sockets) socket.destroy()
        await server.close()
      },
    }
  }

  const asOwner = ({ url, token }: TestServer) =>
    postFrom(OWNER, `${url}/api/live/presence`, {}, { 'user-token': token }).then(({ status }) => status)

  test.each(Object.entries(HOLDS))('%s keep out neither an address with a session nor a login', async (_what, how) => {
    const { server, attack, end } = await held(how)
    expect(await asOwner(server)).not.toBe(401)
    await attack()
    for (let n = 0; n < 5; n++) {
      expect(await asOwner(server)).not.toBe(401)
      expect((await postFrom('127.0.0.8', `${server.url}/api/login`, { login: 'x', password: 'x' })).status).toBe(400)
    }
    await end()
  })

  test('connections of an address with a session stay, those of strangers go, the longest idle first', async () => {
    const { server, attack, sockets, end } = await held('')
    await asOwner(server)
    const own = await openMany(server.url, OWNER, 4)
    await attack()
    // A client learns a moment later that its connection was closed.
    await expect.poll(() => left(sockets)).toBeLessThanOrEqual(MOST * 0.8)
    // The newest connections stay, the oldest were closed.
    await expect.poll(() => left(sockets.slice(0, MOST * 2))).toBe(0)
    expect(left(sockets.slice(-MOST / 2))).toBe(MOST / 2)
    expect(left(own)).toBe(4)
    for (const socket of own) socket.destroy()
    await end()
  })

  test('callers without a session are answered, and their connections closed; others keep theirs', async () => {
    const { server, attack, end } = await held('')
    const heard = async (headers: string, from: string) => {
      const [socket] = await openMany(server.url, from, 1)
      const answer = new Promise<string>((resolve) => socket?.once('data', (chunk) => resolve(String(chunk))))
      socket?.write(`GET /api/settings HTTP/1.1\r\nhost: x\r\n${headers}\r\n`)
      const text = (await answer).toLowerCase()
      socket?.destroy()
      return text
    }
    expect(await heard('', '127.0.0.8')).not.toContain('connection: close')
    await attack()
    expect(await heard('', '127.0.0.8')).toContain('connection: close')
    const withSession = await heard(`user-token: ${server.token}\r\n`, '127.0.0.8')
    expect(withSession).toContain('http/1.1 200')
    expect(withSession).not.toContain('connection: close')
    expect(await heard('', '127.0.0.8')).not.toContain('connection: close')
    await end()
  })

  test('the connections of a trusted proxy never give way, nor do its callers share its address', async () => {
    const { server, attack, end } = await held('', { TRUSTED_PROXIES: '127.0.0.7' })
    const proxy = await openMany(server.url, '127.0.0.7', 10)
    await attack()
    expect(left(proxy)).toBe(10)
    const forwarded = { 'x-forwarded-for': '203.0.113.5' }
    for (let n = 0; n < 3; n++)
      expect((await postFrom('127.0.0.7', `${server.url}/api/logout`, {}, forwarded)).status).toBe(401)
    expect(left(proxy)).toBe(10)
    for (const socket of proxy) socket.destroy()
    await end()
  })
})

test('an address has few connections until a call with a session comes from it', async () => {
  const other = await startTestServer({ MAX_CONNECTIONS_PER_ADDRESS: '40' }, database.url, { strangerConnections: 12 })
  const strange = await openMany(other.url, '127.0.0.2', 20)
  await expect.poll(() => left(strange)).toBe(12)
  for (const socket of strange) socket.destroy()
  expect(
    (await postFrom('127.0.0.3', `${other.url}/api/live/presence`, {}, { 'user-token': 'x'.repeat(43) })).status,
  ).toBe(401)
  const refused = await openMany(other.url, '127.0.0.3', 20)
  // The call before may have kept its own connection.
  await expect.poll(() => left(refused)).toBeLessThanOrEqual(12)
  for (const socket of refused) socket.destroy()
  await postFrom('127.0.0.4', `${other.url}/api/live/presence`, {}, { 'user-token': other.token })
  const known = await openMany(other.url, '127.0.0.4', 20)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(left(known)).toBe(20)
  for (const socket of known) socket.destroy()
  await other.close()
})
