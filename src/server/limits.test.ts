import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DB_LIMITS } from './db/limits.ts'
import { dribble, openConnection, readReply } from './test/raw-connection.ts'
import { createOrder, createUser } from './test/records.ts'
import { startTestServer, type TestServer } from './test/server.ts'

// Shorter times than LIMITS, to avoid waiting for minutes.
const SHORT = {
  headersMs: 400,
  uploadMs: 1_500,
  handlerMs: 900,
  silenceMs: 1_200,
  replyMs: 4_000,
  checkMs: 50,
  lingerMs: 300,
}
const MB = 1024 * 1024
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ MAX_CONNECTIONS: '40' }, undefined, SHORT)
})
afterAll(() => server.close())

const headers = (length: number, type = 'application/json') =>
  `PUT /api/admin/settings/column/orders HTTP/1.1\r\nhost: x\r\nuser-token: ${server.token}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`
const alive = async () => expect((await server.call('GET', 'health', { token: null })).status).toBe(200)

describe.concurrent('slow clients are cut off', () => {
  test('a silent client and one that trickles its headers get 408', async () => {
    const [mute, slow] = await Promise.all([openConnection(server), openConnection(server)])
    void dribble(slow.socket, `GET /api/health HTTP/1.1\r\nhost: x\r\n${'x-filler: 1\r\n'.repeat(20)}`)
    for (const reply of await Promise.all([mute.closed, slow.closed]))
      expect(readReply(reply)).toMatchObject({
        status: 408,
        code: 408,
        message: 'The request took too long',
        data: null,
      })
    await alive()
  })

  test('a client that trickles its body gets 408, and the connection is closed', async () => {
    const { socket, closed } = await openConnection(server)
    socket.write(headers(1_000))
    void dribble(socket, `{"volume": ${' '.repeat(500)}`)
    const reply = readReply(await closed)
    expect(reply).toMatchObject({ status: 408, code: 408, message: 'The request took too long', data: null })
    expect(reply.head).toContain('connection: close')
    await alive()
  })

  test('a client that trickles an upload gets 408 when the upload time is over', async () => {
    const { socket, closed } = await openConnection(server)
    socket.write(
      `POST /api/admin/document/upload/6 HTTP/1.1\r\nhost: x\r\nuser-token: ${server.token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n`,
    )
    void dribble(
      socket,
      `--x\r\ncontent-disposition: form-data; name="files[]"; filename="slow.pdf"\r\n\r\n${'y'.repeat(500)}`,
    )
    expect(readReply(await closed)).toMatchObject({ status: 408, code: 408 })
    const kept = server.db.selectFrom('documents').selectAll().where('name', '=', 'slow.pdf').execute()
    expect(await kept).toEqual([])
    await alive()
  })

  /** A reply of 24 MB, larger than the buffers of both ends, and when the server closed its connection. */
  async function largeReply() {
    const storageKey = `documents/ab/${randomUUID()}`
    await server.services.files.write(storageKey, Buffer.alloc(24 * MB))
    const { id } = await server.db
      .insertInto('documents')
      .values({
        name: 'large.pdf',
        contentType: 'application/pdf',
        size: 24 * MB,
        sha256: Buffer.alloc(32),
        storageKey,
        categoryId: 6,
        uploadedBy: server.staff.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { socket, served } = await openConnection(server)
    const ended = once(served, 'close')
    socket.write(`GET /api/document/${id}/download HTTP/1.1\r\nhost: x\r\nuser-token: ${server.token}\r\n\r\n`)
    return { socket, served, ended }
  }

  test('a client that never reads its reply is cut off', async () => {
    const { socket, served, ended } = await largeReply()
    socket.pause()
    await ended
    expect(served.bytesWritten).toBeLessThan(24 * MB)
    socket.destroy()
    await alive()
  })

  test('a client that never finishes reading its reply is cut off, however steadily it reads', async () => {
    const { socket, served, ended } = await largeReply()
    socket.on('data', () => socket.pause())
    const reading = setInterval(() => socket.resume(), 100)
    await ended
    clearInterval(reading)
    expect(served.bytesWritten).toBeLessThan(24 * MB)
    socket.destroy()
    await alive()
  })
})

describe('waits time out', () => {
  test('a handler over its time is answered 503 with Retry-After', async () => {
    const client = await server.pool.connect()
    await client.query('begin')
    await client.query('lock table sessions in access exclusive mode')
    const reply = await server.call('GET', 'port')
    expect(reply).toMatchObject({ status: 503, body: { code: 503, message: 'The server is busy. Please try again.' } })
    expect(reply.headers.get('retry-after')).toBe('2')
    await client.query('rollback')
    client.release()
    expect((await server.call('GET', 'port')).status).toBe(200)
  })

  test('so is one whose body arrived long before', async () => {
    const { id } = await createOrder(server.db, { userId: (await createUser(server.db)).id })
    const client = await server.pool.connect()
    await client.query('begin')
    await client.query('lock table notes in access exclusive mode')
    const add = (body: string) => server.call('POST', `request/booking/${id}/notes`, { body: { body } })
    const began = performance.now()
    const reply = await add('Waits')
    // The database would give up only later.
    expect(performance.now() - began).toBeLessThan(DB_LIMITS.lockMs)
    expect(reply).toMatchObject({ status: 503, body: { code: 503, message: 'The server is busy. Please try again.' } })
    await client.query('rollback')
    client.release()
    expect((await add('Is added')).status).toBe(200)
  })

  test.concurrent('with all connections of the pool held a call is 503 with Retry-After, and works again afterwards', async () => {
    const other = await startTestServer({}, server.databaseUrl)
    const held = await Promise.all(Array.from({ length: 8 }, () => other.pool.connect()))
    const began = performance.now()
    const reply = await other.call('GET', 'port')
    expect(reply).toMatchObject({ status: 503, body: { code: 503, message: 'The server is busy. Please try again.' } })
    expect(reply.headers.get('retry-after')).toBe('2')
    expect(performance.now() - began).toBeLessThan(10 * DB_LIMITS.poolWaitMs)
    for (const client of held) client.release()
    expect((await other.call('GET', 'port')).status).toBe(200)
    await other.close()
  })

  test.concurrent('a lock that is held, and a statement that does not end, are given up', async () => {
    const order = await createOrder(server.db, { userId: (await createUser(server.db)).id })
    // Connecting is not judged here: it may take longer than the pool waits while other tests start servers.
    const connection = () => vi.waitFor(() => server.pool.connect(), { timeout: 60_000 })
    const [holding, updating, sleeping] = await Promise.all([connection(), connection(), connection()])
    await holding.query('begin')
    await holding.query('select 1 from orders where id = $1 for update', [order.id])
    const update = updating.query('update orders set status = 1 where id = $1', [order.id])
    await Promise.all([
      expect(update).rejects.toMatchObject({ code: '55P03' }),
      expect(sleeping.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' }),
    ])
    await holding.query('rollback')
    for (const client of [holding, updating, sleeping]) client.release()
  })
})

describe('sizes', () => {
  const put = (body: string) =>
    fetch(`${server.url}/api/admin/settings/column/orders`, {
      method: 'PUT',
      headers: { 'user-token': server.token, 'content-type': 'application/json' },
      body,
    })

  test('a body of 1 MiB is read, one byte more gets 413', async () => {
    const sized = (bytes: number) => `{"volume": false${' '.repeat(bytes - 17)}}`
    expect((await put(sized(MB))).status).toBe(200)
    expect(await (await put(sized(MB + 1))).json()).toEqual({
      code: 413,
      message: 'The request is too large',
      data: null,
    })
  })

  test('100 MB in chunks are refused at the first chunk too many, without being kept', async () => {
    const { socket, closed, served } = await openConnection(server)
    socket.write(headers(0).replace('content-length: 0', 'transfer-encoding: chunked'))
    const before = process.memoryUsage().rss
    const piece = `10000\r\n${'x'.repeat(65_536)}\r\n`
    for (let n = 0; n < 1_600 && !socket.destroyed; n++)
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
    await closed
    expect(served.bytesRead).toBeLessThan(20 * MB)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MB)
    await alive()
  })

  test('headers of 15 KB are read; 17 KB of headers or address get 431', async () => {
    const asked = async (text: string) => {
      const { socket, closed } = await openConnection(server)
      socket.write(text)
      return (await closed).split(' ')[1]
    }
    const get = (path: string, filler = '') =>
      `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-filler: ${filler}\r\n\r\n`
    expect(await asked(get('/api/health', 'x'.repeat(15_000)))).toBe('200')
    expect(await asked(get('/api/health', 'x'.repeat(17_000)))).toBe('431')
    // The query is read and ignored: probes may send whatever they like.
    expect(await asked(get(`/api/health?${'x'.repeat(15_000)}`))).toBe('200')
    expect(await asked(get(`/api/health?${'x'.repeat(17_000)}`))).toBe('431')
  })

  test('a part of a path has at most 200 characters', async () => {
    expect((await server.call('GET', `port/${'1'.repeat(200)}`)).status).toBe(400)
    const tooLong = { status: 414, body: { code: 414, message: 'The address is too long', data: null } }
    expect(await server.call('GET', `port/${'1'.repeat(201)}`)).toMatchObject(tooLong)
  })

  test('anything but HTTP gets 400', async () => {
    const { socket, closed } = await openConnection(server)
    socket.write('\u0016\u0003\u0001 hello\r\n\r\n')
    expect(readReply(await closed)).toMatchObject({ status: 400, code: 400, message: 'The request could not be read' })
  })

  test.each(['[', '{"a":'])(
    'a body with a hundred thousand %s is refused and does not crash the server',
    async (open) => {
      expect((await put(open.repeat(100_000))).status).toBe(400)
      const close = open === '[' ? ']' : '}'
      const deep = `{"volume":${open.repeat(100_000)}1${close.repeat(100_000)}}`
      expect((await put(deep)).status).toBe(400)
      await alive()
    },
  )
})

describe.concurrent('an answer that comes before the request', () => {
  test.each([
    ['an unknown call', 'POST', '/api/nothing', 404],
    ['an unknown path', 'POST', '/nothing', 404],
    ['an unknown page of the site', 'POST', '/site/nothing', 404],
    ['a wrong method', 'DELETE', '/api/port', 405],
    ['a call without a token', 'POST', '/api/port', 401],
    ['a call that takes no body', 'GET', '/api/health', 200],
  ])('%s does not wait for its body, and the connection is closed', async (_what, method, path, status) => {
    const { socket, closed, served } = await openConnection(server)
    const ended = once(served, 'close')
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
    )
    await ended
    // The connection is not closed for being silent: that would be answered with 408.
    expect((await closed).match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`])
  })

  test('if the rest of the request still comes, the connection stays open', async () => {
    const { socket, served } = await openConnection(server)
    socket.write('POST /api/nothing HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n')
    await once(socket, 'data')
    socket.write('12345GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n')
    const [second] = await once(socket, 'data')
    expect(String(second)).toContain('HTTP/1.1 200')
    await wait(400)
    expect(served.destroyed).toBe(false)
    socket.destroy()
  })
})

test('more than MAX_CONNECTIONS are refused; when some end, others get in', async () => {
  await fetch(`${server.url}/api/health`).then((reply) => reply.text())
  const open = (): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => resolve(socket))
      socket.on('error', () => resolve(socket))
    })
  const sockets = await Promise.all(Array.from({ length: 80 }, open))
  const left = () => sockets.filter((socket) => !socket.destroyed && socket.readable).length
  await expect.poll(left).toBeLessThanOrEqual(40)
  expect(left()).toBeGreaterThan(20)
  for (const socket of sockets) socket.destroy()
  await expect
    .poll(() =>
      server.call('GET', 'health', { token: null }).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
})
