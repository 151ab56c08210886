import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { portOf } from '#server/http/port-of.ts'

export interface TestProxy {
  port: number
  /** Redirects new connections. */
  to(port: number): void
  /** Breaks all connections and accepts no new ones. */
  cut(): void
  /** Silently drops everything sent from either side, on old and new connections. */
  swallow(): void
  /** Delays everything by this many milliseconds, both ways. */
  slow(ms: number): void
  /** Lets everything through again. Connections that lost data stay dead, as behind a failed firewall. */
  mend(): void
  close(): Promise<void>
}

type Mode = 'through' | 'cut' | 'swallow'

/** A network that can fail, in front of a local port. */
export async function startProxy(target: number): Promise<TestProxy> {
  const pairs = new Set<Pair>()
  let mode: Mode = 'through'
  let delay = 0
  let port = target
  const server = createServer((near) => {
    near.on('error', () => {})
    if (mode === 'cut') return void near.destroy()
    const pair = new Pair(near, mode === 'swallow' ? null : connect(port, '127.0.0.1'))
    pair.delay = delay
    pairs.add(pair)
    near.once('close', () => pairs.delete(pair))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const pair of pairs) pair.end()
  }
  return {
    port: portOf(server),
    to: (to) => {
      port = to
    },
    cut() {
      mode = 'cut'
      cut()
    },
    swallow() {
      mode = 'swallow'
      for (const pair of pairs) pair.deaf = true
    },
    slow(ms) {
      for (const pair of pairs) pair.delay = ms
      delay = ms
    },
    mend() {
      mode = 'through'
      delay = 0
      for (const pair of pairs) pair.delay = 0
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Both ends of a connection through the proxy. */
class Pair {
  deaf = false
  delay = 0
  readonly near: Socket
  readonly far: Socket | null

  constructor(near: Socket, far: Socket | null) {
    this.near = near
    this.far = far
    if (far === null) near.resume()
    else {
      this.pass(near, far)
      this.pass(far, near)
    }
  }

  private pass(from: Socket, to: Socket) {
    const waiting: Buffer[] = []
    let due = 0
    from.on('error', () => {})
    from.on('data', (chunk) => {
      if (this.deaf) return
      // Data stays in order, even if the delay has shrunk.
      waiting.push(chunk)
      due = Math.max(due, Date.now() + this.delay)
      const pass = () => to.write(waiting.shift() ?? '')
      if (due > Date.now()) setTimeout(pass, due - Date.now())
      else while (waiting.length > 0) pass()
    })
    from.on('close', () => {
      if (!this.deaf || from === this.near) to.destroy()
    })
  }

  end() {
    this.near.destroy()
    this.far?.destroy()
  }
}
