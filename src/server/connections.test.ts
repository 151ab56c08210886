import { connect, type Socket } from 'node:net'
import { duplexPair } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './test/database.ts'
import { postFrom } from './test/from-address.ts'
import { startTestServer } from './test/server.ts'

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
  // In one /64: one caller.
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
