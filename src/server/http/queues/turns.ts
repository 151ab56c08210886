import { busy } from '#server/errors.ts'
import { type Caller, FairQueue } from '#server/threads/fair-queue.ts'

interface TurnsOptions {
  /** Pieces of work that run at the same time. */
  atOnce: number
  /** Pieces that may wait. */
  waiting: number
}

/** Runs work in turns. */
export interface Turns {
  /**
   * Runs the work at this caller's turn, one for each waiting caller. Throws 503 if too many wait, first for
   * the caller with the most work.
   */
  <T>(caller: Caller, work: () => Promise<T>): Promise<T>
  /** Runs the work if it need not wait; null if it must. */
  ifFree<T>(work: () => Promise<T>): Promise<T> | null
}

interface Waiting {
  begin: () => void
  refuse: (reason: unknown) => void
}

/** A queue of its own: `atOnce` pieces of work run, `waiting` more wait for their turn. */
export function createTurns({ atOnce, waiting }: TurnsOptions): Turns {
  let running = 0
  const queue = new FairQueue<Waiting>()

  async function run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      const next = queue.take()
      if (next) next.begin()
      else running--
    }
  }
  function begin<T>(work: () => Promise<T>): Promise<T> {
    running++
    return run(work)
  }

  async function inTurn<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    if (running < atOnce) return begin(work)
    if (queue.size >= waiting) {
      const given = queue.giveUpFor(caller)
      if (!given) throw busy()
      given.refuse(busy())
    }
    await new Promise<void>((resolve, refuse) => queue.add(caller, { begin: resolve, refuse }))
    return run(work)
  }
  const ifFree = <T>(work: () => Promise<T>) => (running < atOnce ? begin(work) : null)
  return Object.assign(inTurn, { ifFree })
}
