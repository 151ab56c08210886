import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TestProxy {
  port: number
  /** Where connections go from now on. */
  to(port: number): void
  /** Breaks all connections and takes no more. */
  cut(): void
  /** Swallows whatever is sent from either side, on old connections and new ones; nobody is told. */
  swallow(): void
  /** Lets everything through again. What was swallowed stays lost, as connections through a dead firewall do. */
  mend(): void
  close(): Promise<void>
}

type Mode = 'through' | 'cut' | 'swallow'

/** A network that can fail, between somebody and a port of this machine. */
export async function startProxy(target: number): Promise<TestProxy> {
  const pairs = new Set<Pair>()
  let mode: Mode = 'through'
  let port = target
  const server = createServer((near) => {
    near.on('error', () => {})
    if (mode === 'cut') return void near.destroy()
    const pair = new Pair(near, mode === 'swallow' ? null : connect(port, '127.0.0.1'))
    pairs.add(pair)
    near.once('close', () => pairs.delete(pair))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const pair of pairs) pair.end()
  }
  return {
    port: (server.address() as AddressInfo).port,
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
    mend() {
      mode = 'through'
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Two ends of a connection through the proxy. */
class Pair {
  deaf = false
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
    from.on('error', () => {})
    from.on('data', (chunk) => {
      if (!this.deaf) to.write(chunk)
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
