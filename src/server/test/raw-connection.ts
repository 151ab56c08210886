import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { TestServer } from './server.ts'

/** A raw connection, its server side, and everything the server sent until it was closed. */
export async function openConnection(server: TestServer) {
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
export function readReply(reply: string) {
  const [head = '', body = ''] = reply.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), ...JSON.parse(body) }
}

/** Sends one byte after the other, until the connection is closed. */
export async function dribble(socket: Socket, text: string) {
  for (const byte of text) {
    if (socket.destroyed) return
    socket.write(byte)
    await wait(100)
  }
}
