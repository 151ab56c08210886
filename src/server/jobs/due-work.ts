import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/client.ts'
import { createOutageLog } from '#server/db/outage.ts'
import { listen } from '#server/db/tuning/transactions.ts'

/** Milliseconds between looks when nothing announces due work. */
const LOOK_MS = 1_000
/**
 * Milliseconds after which one look follows all pieces done meanwhile, unless the last look left some behind.
 */
const NEXT_MS = 100
/** Milliseconds that stop() gives a running piece before it interrupts it, and in all. */
const PATIENCE_MS = 5_000
const STOP_MS = 10_000

/** Does due work. */
export interface DueWork {
  /** Looks for due work. Resolves when the work found has started. */
  look(): Promise<void>
  /** Stops taking work; waits for running pieces, interrupts them after 5 s and leaves them after 10 s. */
  stop(): Promise<void>
}

interface Work<Claim> {
  db: Db
  log: FastifyBaseLogger
  /** Pieces that an instance does at once. */
  atOnce: number
  /** Most pieces that one look takes; by default as many as are done at once. */
  atATime?: number
  /** Event that announces work that is due at once. */
  announced?: string
  /** Claims up to `most` due pieces, given the running ones. */
  claim: (most: number, inHand: readonly Claim[]) => Promise<Claim[]>
  /** Does one piece, and records its outcome. */
  work: (claim: Claim, signal: AbortSignal) => Promise<void>
  /** Log message of a failed look. */
  failure: string
  /** Log entry of a lost piece. */
  lost: (claim: Claim) => [facts: object, message: string]
}

/** Runs something once, a while after it was first asked for. */
function onceAfter(ms: number, run: () => void) {
  let timer: NodeJS.Timeout | undefined
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const due = () => {
    timer = undefined
    run()
  }
  return { cancel, ask: () => (timer ??= setTimeout(due, ms)) }
}

/**
 * Does due work on this instance: looks once a second, when a transaction of this instance announces work,
 * and after a finished piece, at once while there is a backlog, else once for all pieces finished within a
 * moment. It takes only as many pieces as it does at once, and leaves the others to the next free instance.
 */
export function startDueWork<Claim>(given: Work<Claim>): DueWork {
  const { db, log, atOnce, atATime = atOnce } = given
  const stopping = new AbortController()
  const interrupting = new AbortController()
  const inHand = new Map<Promise<void>, Claim>()
  let looking = Promise.resolve()
  let busy = false
  let asked = false
  const outage = createOutageLog(log, given.failure)
  let backlog = false
  const next = onceAfter(NEXT_MS, () => void look())

  function take(claim: Claim): void {
    const work = given
      .work(claim, interrupting.signal)
      .catch((error) => {
        const [facts, message] = given.lost(claim)
        log.error({ err: error, ...facts }, message)
      })
      .finally(() => {
        inHand.delete(work)
        // Another piece may have waited for this one.
        if (backlog) void look()
        else next.ask()
      })
    inHand.set(work, claim)
  }

  async function takeAll(): Promise<void> {
    busy = true
    try {
      while (asked && inHand.size < atOnce && !stopping.signal.aborted) {
        asked = false
        const most = Math.min(atOnce - inHand.size, atATime)
        const claims = await given.claim(most, [...inHand.values()])
        backlog = claims.length === most
        asked ||= backlog
        for (const claim of claims) take(claim)
      }
      outage.worked()
    } catch (error) {
      outage.failed(error)
    } finally {
      busy = false
    }
  }

  function look(): Promise<void> {
    asked = true
    if (!busy) looking = takeAll()
    return looking
  }

  const timer = setInterval(look, LOOK_MS)
  const unlisten = given.announced ? listen(db, given.announced, look) : () => {}
  void look()
  return {
    look,
    async stop() {
      stopping.abort()
      clearInterval(timer)
      next.cancel()
      unlisten()
      const done = new AbortController()
      const all = looking.then(() => Promise.all(inHand.keys())).finally(() => done.abort())
      const pause = (ms: number) => wait(ms, undefined, { signal: done.signal }).catch(() => {})
      const late = pause(PATIENCE_MS).then(() => interrupting.abort())
      await Promise.race([all, Promise.all([late, pause(STOP_MS)])])
    },
  }
}
