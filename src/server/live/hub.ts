import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { createOutageLog } from '#server/db/outage.ts'
import { startFollowing } from './follow.ts'
import { beginAnew, look } from './read-changes.ts'
import { createReaders, type LiveMetrics } from './readers.ts'
import type { Stream } from './stream.ts'

/** Milliseconds between two looks for changes. */
const LOOK_MS = 1_000

interface Options {
  pool: pg.Pool
  log: Pick<FastifyBaseLogger, 'error'>
  metrics: () => LiveMetrics | null
  pingMs: number
  heldBackMs: number
}

/** All streams of this instance, told by one look a second. */
export interface Hub {
  /** Begins to tell a stream, from where it left off. Ends the oldest stream of a session with too many. */
  join(stream: Stream): void
  /** Forgets a stream that ended. */
  leave(stream: Stream): void
  /** Ends all streams, at once. */
  stop(): Promise<void>
}

/**
 * Looks for changes while there are streams. While the database is away, nobody is told anything, so that
 * readers notice.
 */
export function createHub({ pool, log, metrics, pingMs, heldBackMs }: Options): Hub {
  const readers = createReaders(pool, metrics)
  const lookMs = Math.min(LOOK_MS, pingMs)
  const stopping = new AbortController()
  let following = startFollowing(heldBackMs)
  let pinged = performance.now()
  let pause = new AbortController()
  let running: Promise<void> | null = null

  async function lookOnce(): Promise<void> {
    const found = await look(pool, following.horizon)
    const { born } = found
    if (born === null) {
      await beginAnew(pool)
      return lookOnce()
    }
    await readers.tell(found, following.take({ ...found, born }))
    if (performance.now() - pinged < pingMs) return
    pinged = performance.now()
    await readers.ping(found.horizon)
  }

  async function run(): Promise<void> {
    const outage = createOutageLog(log, 'cannot look for changes')
    while (readers.count() > 0 && !stopping.signal.aborted) {
      const next = performance.now() + lookMs
      pause = new AbortController()
      const { signal } = pause
      try {
        await lookOnce()
        outage.worked()
      } catch (error) {
        outage.failed(error)
      }
      await wait(Math.max(0, next - performance.now()), undefined, { signal }).catch(() => {})
    }
    following = startFollowing(heldBackMs)
    running = null
  }

  return {
    join(stream) {
      if (stopping.signal.aborted) return stream.end()
      readers.add(stream)
      // The stop does not wait for the next second.
      pause.abort()
      running ??= run()
    },
    leave: readers.remove,
    async stop() {
      stopping.abort()
      readers.endAll()
      pause.abort()
      await running
    },
  }
}
