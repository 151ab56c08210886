import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { POST_MS, post } from './post.ts'

let close = () => {}
afterEach(() => close())

/** A receiver; returns a function that posts to it by another name, and the number of its connections. */
async function receiver(answer: (request: IncomingMessage, response: ServerResponse, n: number) => void) {
  let [connections, requests] = [0, 0]
  const server = createServer((request, response) => {
    requests += 1
    const n = requests
    request.resume().once('end', () => answer(request, response, n))
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  close = () => server.close().closeAllConnections()
  const { port } = server.address() as AddressInfo // it listens on a port
  const address = { address: '127.0.0.1', family: 4 as const }
  const send = (body = '{}') =>
    post({ url: `http://shop.example:${port}/in?x=1`, address, headers: { 'webhook-id': 'msg_1' }, body })
  return { send, connections: () => connections }
}

test('messages to one address go over one connection, by the name of the receiver', async () => {
  const seen: unknown[] = []
  const { send, connections } = await receiver((request, response) => {
    seen.push([request.headers.host?.split(':')[0], request.url, request.headers['webhook-id']])
    response.end('thank you')
  })
  for (let n = 0; n < 3; n++) {
    expect((await send()).status).toBe(200)
    // The answer is read to its end; then the connection is free.
    await new Promise((done) => setTimeout(done, 50))
  }
  expect(connections()).toBe(1)
  expect(seen).toEqual([1, 2, 3].map(() => ['shop.example', '/in?x=1', 'msg_1']))
})

test('a kept connection that the receiver closes is no failure: the message goes over a new one', async () => {
  const { send, connections } = await receiver((request, response, n) => {
    if (n === 2) request.socket.resetAndDestroy()
    else response.end()
  })
  await send()
  await new Promise((done) => setTimeout(done, 50))
  expect((await send()).status).toBe(200)
  expect(connections()).toBe(2)
})

test('a new connection that the receiver closes is a failure', async () => {
  const { send } = await receiver((request) => request.socket.resetAndDestroy())
  await expect(send()).rejects.toThrow()
})

test('an answer that never comes to its end is let go', async () => {
  let closed = false
  const { send } = await receiver((request, response) => {
    request.socket.once('close', () => {
      closed = true
    })
    response.writeHead(200, { 'content-length': '10' }).write('x')
  })
  expect((await send()).status).toBe(200)
  // The answer comes long before the attempt is over.
  await vi.waitFor(() => expect(closed).toBe(true), { timeout: POST_MS / 2, interval: 50 })
})

test('an answer that never ends is cut off, and the next message gets a connection of its own', async () => {
  const { send, connections } = await receiver((_, response) => {
    response.writeHead(200)
    const more = setInterval(() => response.write('x'.repeat(32_768)), 1)
    response.on('close', () => clearInterval(more))
  })
  expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(200)
  expect(connections()).toBe(2)
})
