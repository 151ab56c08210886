import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/client.ts'
import { createOutageLog } from '#server/db/outage.ts'
import { listen } from '#server/db/tuning/transactions.ts'

/** Milliseconds between looks when nothing says that something is due. */
const LOOK_MS = 1_000
/** Milliseconds after which one look follows the pieces that were done meanwhile, unless the last one left some behind. */
const NEXT_MS = 100
/** Milliseconds that stop() gives a piece in hand before it interrupts it, and in all. */
const PATIENCE_MS = 5_000
const STOP_MS = 10_000

/** Does what is due. */
export interface DueWork {
  /** Looks for what is due now. Resolves when what it found is being done. */
  look(): Promise<void>
  /** Takes no more; waits for what is in hand, interrupts it after 5 s and leaves it after 10 s. */
  stop(): Promise<void>
}

interface Work<Claim> {
  db: Db
  log: FastifyBaseLogger
  /** How many pieces an instance does at once. */
  atOnce: number
  /** The most that one look takes; as many as it does at once if not given. */
  atATime?: number
  /** What is announced when something is due at once. */
  announced?: string
  /** Claims up to `most` pieces that are due, knowing those in hand. */
  claim: (most: number, inHand: readonly Claim[]) => Promise<Claim[]>
  /** Does one, and records what became of it. */
  work: (claim: Claim, signal: AbortSignal) => Promise<void>
  /** What the log says when looking fails. */
  failure: string
  /** What the log says of a piece that was lost. */
  lost: (claim: Claim) => [facts: object, message: string]
}

/** Runs something once, a while after it was asked for first. */
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
 * Does what is due on this instance: looks once a second, as soon as a transaction of this instance announces something, and
 * after a piece was done, at once while there is a backlog, else once for all that are done within a moment. It takes as many
 * pieces as it does at once and leaves the others to whoever is free first, here or elsewhere.
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
