import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ATTACKS, type Attack, bytesOf, refused } from './attacks.ts'

// Strangers who attack a server on this machine until this program is ended. Its arguments: the port;
// 'attack', or 'refused' to send the same bytes where the headers alone get them refused; and a part of the
// name of an attack.
// The bench was interrupted: its strangers end with it.
process.on('disconnect', () => process.exit())
const [port = '', how = 'attack', only = ''] = process.argv.slice(2)

/** Each stranger sends everything at once, from an address of its own. */
const STRANGERS = ['127.0.0.11', '127.0.0.12', '127.0.0.13', '127.0.0.14']
/**
 * Connections of each stranger: as many as an address without a session may have, except a few that send
 * slowly.
 */
const AT_ONCE = 40
const SLOW = 10
/** Milliseconds. */
const PATIENCE = 20_000

/** Sends the bytes on a connection of their own, and waits for the answer or the end of the connection. */
function send(bytes: Buffer, localAddress: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress })
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve()
    }
    const timer = setTimeout(end, PATIENCE)
    // The first bytes of an answer show that it was made.
    for (const event of ['data', 'error', 'close']) socket.once(event, end)
    socket.write(bytes)
  })
}

/** Sends one attack after the other, each stranger and connection starting at another place in the list. */
async function attack(all: readonly Buffer[], from: string, start: number): Promise<never> {
  for (let at = start; ; at++) {
    await send(all[at % all.length] ?? Buffer.alloc(0), from)
    // Pauses, so that a server that takes no connection at all is not asked a thousand times a second.
    await wait(1)
  }
}

/** A request whose headers never end. */
async function dribble(from: string): Promise<never> {
  for (;;) {
    await new Promise<void>((resolve) => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: from })
      const slowly = setInterval(() => socket.write('x-filler: 1\r\n'), 500)
      const end = () => {
        clearInterval(slowly)
        resolve()
      }
      socket.on('error', () => {})
      socket.once('close', end)
      socket.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\n')
    })
    await wait(50)
  }
}

const chosen = (all: readonly Attack[]) => all.filter(({ name }) => name.includes(only))
const sent = chosen(ATTACKS).map((one) => bytesOf(how === 'refused' ? refused(one) : one))
for (const from of STRANGERS) {
  for (let n = 0; n < AT_ONCE; n++) void attack(sent, from, Math.floor((n * sent.length) / AT_ONCE))
  if (only === '') for (let n = 0; n < SLOW; n++) void dribble(from)
}
process.stdout.write('ready\n')
