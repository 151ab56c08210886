import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '#server/http/limits.ts'
import { DB_LIMITS } from './db/limits.ts'
import { postFrom } from './test/from-address.ts'
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

/** A connection, its server side, and everything the server sent until it was closed. */
async function open() {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const heard: Buffer[] = []
  socket.on('error', () => {})
  socket.on('data', (chunk) => heard.push(chunk))
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(Buffer.concat(heard).toString())))
  const served = new Promise<Socket>((resolve) => {
    const look = (end: Socket) => {
      if (end.remotePort !== socket.localPort) return
      server.app.server.off('connection', look)
      resolve(end)
    }
    server.app.server.on('connection', look)
  })
  await once(socket, 'connect')
  return { socket, closed, served: await served }
}

/** The status and the envelope of a reply as it went over the wire. */
function read(reply: string) {
  const [head = '', body = ''] = reply.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), ...JSON.parse(body) }
}

/** One byte after the other, until the connection is closed. */
async function dribble(socket: Socket, text: string) {
  for (const byte of text) {
    if (socket.destroyed) return
    socket.write(byte)
    await wait(100)
  }
}

const headers = (length: number, type = 'application/json') =>
  `PUT /api/admin/settings/column/orders HTTP/1.1\r\nhost: x\r\nuser-token: ${server.token}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`

const alive = async () => expect((await server.call('GET', 'health', { token: null })).status).toBe(200)

describe.concurrent('slow clients are cut off', () => {
  test('a silent client and one that trickles its headers get 408', async () => {
    const [mute, slow] = await Promise.all([open(), open()])
    void dribble(slow.socket, `GET /api/health HTTP/1.1\r\nhost: x\r\n${'x-filler: 1\r\n'.repeat(20)}`)
    for (const reply of await Promise.all([mute.closed, slow.closed]))
      expect(read(reply)).toMatchObject({ status: 408, code: 408, message: 'The request took too long', data: null })
    await alive()
  })

  test('a client that trickles its body gets 408, and the connection is closed', async () => {
    const { socket, closed } = await open()
    socket.write(headers(1_000))
    void dribble(socket, `{"volume": ${' '.repeat(500)}`)
    const reply = read(await closed)
    expect(reply).toMatchObject({ status: 408, code: 408, message: 'The request took too long', data: null })
    expect(reply.head).toContain('connection: close')
    await alive()
  })

  test('a client that trickles an upload gets 408 when the upload time is over', async () => {
    const { socket, closed } = await open()
    socket.write(
      `POST /api/admin/document/upload/6 HTTP/1.1\r\nhost: x\r\nuser-token: ${server.token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n`,
    )
    void dribble(
      socket,
      `--x\r\ncontent-disposition: form-data; name="files[]"; filename="slow.pdf"\r\n\r\n${'y'.repeat(500)}`,
    )
    expect(read(await closed)).toMatchObject({ status: 408, code: 408 })
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
    const { socket, served } = await open()
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
    const client = await server.pool.connect()
    await client.query('begin')
    await client.query('select 1 from orders where id = $1 for update', [order.id])
    const update = server.pool.query('update orders set status = 1 where id = $1', [order.id])
    await Promise.all([
      expect(update).rejects.toMatchObject({ code: '55P03' }),
      expect(server.pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' }),
    ])
    await client.query('rollback')
    client.release()
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
    const { socket, closed, served } = await open()
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
      const { socket, closed } = await open()
      socket.write(text)
      return (await closed).split(' ')[1]
    }
    const get = (path: string, filler = '') =>
      `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-filler: ${filler}\r\n\r\n`
    expect(await asked(get('/api/health', 'x'.repeat(15_000)))).toBe('200')
    expect(await asked(get('/api/health', 'x'.repeat(17_000)))).toBe('431')
    expect(await asked(get(`/api/health?${'x'.repeat(15_000)}`))).toBe('200')
    expect(await asked(get(`/api/health?${'x'.repeat(17_000)}`))).toBe('431')
  })

  test('a part of a path has at most 200 characters', async () => {
    expect((await server.call('GET', `port/${'1'.repeat(200)}`)).status).toBe(400)
    const tooLong = { status: 414, body: { code: 414, message: 'The address is too long', data: null } }
    expect(await server.call('GET', `port/${'1'.repeat(201)}`)).toMatchObject(tooLong)
  })

  test('anything but HTTP gets 400', async () => {
    const { socket, closed } = await open()
    socket.write('\u0016\u0003\u0001 hello\r\n\r\n')
    expect(read(await closed)).toMatchObject({ status: 400, code: 400, message: 'The request could not be read' })
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
    const { socket, closed, served } = await open()
    const ended = once(served, 'close')
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
    )
    await ended
    // Not closed for being silent: that would be answered with 408.
    expect((await closed).match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`])
  })

  test('if the rest of the request still comes, the connection stays open', async () => {
    const { socket, served } = await open()
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

describe('connections', () => {
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
    const other = await startTestServer({ MAX_CONNECTIONS_PER_ADDRESS: '10' }, server.databaseUrl)
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

  test('behind a trusted proxy each caller has ten requests at once; the proxy has as many connections as it needs', async () => {
    const env = { MAX_CONNECTIONS_PER_ADDRESS: '10', TRUSTED_PROXIES: '127.0.0.0/8' }
    const other = await startTestServer(env, server.databaseUrl)
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

  test('more than MAX_CONNECTIONS are refused; when some end, others get in', async () => {
    await fetch(`${server.url}/api/health`).then((reply) => reply.text())
    const open = (): Promise<Socket> =>
      new Promise((resolve) => {
        const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => resolve(socket))
        socket.on('error', () => resolve(socket))
      })
    const sockets = await Promise.all(Array.from({ length: 80 }, open))
    await wait(100)
    const left = sockets.filter((socket) => !socket.destroyed && socket.readable).length
    expect(left).toBeLessThanOrEqual(40)
    expect(left).toBeGreaterThan(20)
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
})

test('the table for operators lists the limits', async () => {
  const page = await readFile('docs/operations.md', 'utf8')
  const seconds = (ms: number) => `${ms / 1_000} s`
  for (const row of [
    `| headers of a request | within ${seconds(LIMITS.headersMs)}, ${LIMITS.headerBytes / 1024} KB with the address |`,
    `| one part of a path | ${LIMITS.pathPartChars} characters |`,
    `| a request without files: sent and answered | ${seconds(LIMITS.handlerMs)} |`,
    `| an upload: sent | ${seconds(LIMITS.uploadMs)} (25 MB at 1.7 Mbit/s), then ${seconds(LIMITS.afterUploadMs)} for the answer |`,
    `| a connection without a byte in the middle of a request | ${seconds(LIMITS.silenceMs)} |`,
    `| a reply, however slowly it is read | ${LIMITS.replyMs / 60_000} minutes |`,
    `| a request that goes on after its answer | ${seconds(LIMITS.lingerMs)} |`,
    `| a connection between two requests | ${seconds(LIMITS.keepAliveMs)} |`,
    `| a body | ${LIMITS.bodyBytes / MB} MB |`,
    `| documents of one form | ${LIMITS.fileBytes / MB} MB in all, ${LIMITS.files} files |`,
    `| other parts of a form | ${LIMITS.fields} fields of ${LIMITS.fieldBytes / 1024} KB, names of ${LIMITS.fieldNameBytes} bytes, ${LIMITS.partHeaders} headers a part, a boundary of 70 characters |`,
    `| a free connection to the database | ${seconds(DB_LIMITS.poolWaitMs)} |`,
    `| a statement, a lock | ${seconds(DB_LIMITS.statementMs)}, ${seconds(DB_LIMITS.lockMs)} |`,
    `| an unresponsive database | ${seconds(DB_LIMITS.databaseSilenceMs)} |`,
    `| an idle transaction | ${seconds(DB_LIMITS.transactionIdleMs)} |`,
  ])
    expect(page).toContain(row)
})
