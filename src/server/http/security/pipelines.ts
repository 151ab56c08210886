import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Most requests that may wait on a connection. Browsers and proxies send the next one after the answer; a
 * program that does not is still served.
 */
const MOST = 16

/**
 * Ends a connection on which more requests than these wait for an answer. Node hands over all requests that
 * arrived together, a thousand and more, before it looks at any other connection; requests beyond the limit
 * are dropped. Call before the server listens.
 */
export function limitPipelines(server: Server): void {
  const listeners = server.listeners('request')
  const waiting = new WeakMap<Socket, number>()
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    const { socket } = request
    if (socket.destroyed) return
    const now = (waiting.get(socket) ?? 0) + 1
    if (now > MOST) return void socket.destroy()
    waiting.set(socket, now)
    reply.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    for (const listener of listeners) listener.call(server, request, reply)
  })
}
