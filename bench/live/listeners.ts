import { request } from 'node:http'
import type pg from 'pg'
import { hashToken, newToken } from '#server/http/tokens.ts'

/** Open streams of events. */
export interface Listeners {
  /** How many streams are open. */
  open(): number
  /** How often a stream was told to read everything again. */
  resyncs(): number
  close(): void
}

/** Opens `n` sessions of one member of staff without the cost of a login. */
async function tokensOf(pool: pg.Pool, userId: number, n: number): Promise<string[]> {
  const tokens = Array.from({ length: n }, newToken)
  await pool.query(
    `insert into sessions (token_hash, user_id, expires_at)
     select hash, $2, now() + interval '1 hour' from unnest($1::bytea[]) as hash`,
    [tokens.map(hashToken), userId],
  )
  return tokens
}

const EVENT = /^event: change$[\s\S]*?^data: (.*)$/m

interface Options {
  pool: pg.Pool
  userId: number
  n: number
  /** Called when the first listener hears of changes of an order. */
  heard: (orderId: number) => void
}

/** Opens `n` streams, each of a session of its own. */
export async function openListeners(url: string, { pool, userId, n, heard }: Options): Promise<Listeners> {
  let open = 0
  let resyncs = 0
  const note = (text: string) => {
    const data = EVENT.exec(text)?.[1]
    if (!data) return
    const { entity, ids } = JSON.parse(data)
    if (entity === 'orders') for (const id of ids) heard(id)
  }
  const listen = (token: string, isFirst: boolean) =>
    new Promise<() => void>((resolve, reject) => {
      const asked = request(`${url}/api/live`, { headers: { 'user-token': token }, agent: false })
      let rest = ''
      asked.once('error', reject)
      asked.once('response', (reply) => {
        if (reply.statusCode !== 200) return reject(new Error(`A listener was answered ${reply.statusCode}`))
        open++
        reply.once('close', () => open--)
        reply.on('error', () => {})
        reply.setEncoding('utf8').on('data', (chunk: string) => {
          if (chunk.includes('event: resync')) resyncs++
          if (isFirst) {
            const parts = (rest + chunk).split('\n\n')
            rest = parts.pop() ?? ''
            parts.forEach(note)
          }
          resolve(() => asked.destroy())
        })
      })
      asked.end()
    })
  const tokens = await tokensOf(pool, userId, n)
  const closers = await Promise.all(tokens.map((token, index) => listen(token, index === 0)))
  return {
    open: () => open,
    resyncs: () => resyncs,
    close() {
      for (const close of closers) close()
    },
  }
}
