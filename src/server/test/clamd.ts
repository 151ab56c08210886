import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { portOf } from '#server/http/port-of.ts'

/** The text in which every scanner finds the test virus; in two parts, so that none finds it in this file. */
export const EICAR = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`)

/**
 * The scanner's answer to a file: by its content, with these words, with the possible beginning of an answer,
 * or nothing.
 */
type Answer = 'honest' | 'silent' | 'closed' | { says: string } | { begins: string }

/** A server that speaks clamd's protocol and finds the test virus. */
export async function startClamd() {
  const scanned: Buffer[] = []
  const state = { answer: 'honest' as Answer, inHand: 0, most: 0, holdMs: 0 }
  const sockets = new Set<Socket>()
  const reply = (socket: Socket, file: Buffer) => {
    const { answer } = state
    if (answer === 'silent') return
    if (answer === 'closed') return void socket.destroy()
    if (typeof answer === 'object' && 'begins' in answer) return void socket.end(answer.begins)
    const honest = file.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK'
    state.most = Math.max(state.most, ++state.inHand)
    setTimeout(() => {
      state.inHand--
      socket.end(`${answer === 'honest' ? honest : answer.says}\0`)
    }, state.holdMs)
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let bytes = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      const end = bytes.indexOf(0)
      const command = bytes.subarray(0, Math.max(0, end)).toString()
      if (command === 'zPING') return state.answer === 'silent' ? undefined : void socket.end('PONG\0')
      if (command !== 'zINSTREAM') return
      const file = unpack(bytes.subarray(end + 1))
      if (!file) return
      scanned.push(file)
      reply(socket, file)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    /** Value for SCAN_SOCKET. */
    at: `127.0.0.1:${portOf(server)}`,
    scanned,
    /** The most files that the scanner had in hand at once. */
    most: () => state.most,
    answers: (answer: Answer, holdMs = 0) => void Object.assign(state, { answer, holdMs }),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** The file from the pieces of INSTREAM; null until the last piece, of length 0, has come. */
function unpack(bytes: Buffer): Buffer | null {
  const pieces: Buffer[] = []
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
