import { busy } from '#server/errors.ts'

interface Turns {
  /** Pieces of work that run at the same time. */
  atOnce: number
  /** Pieces that may wait. */
  waiting: number
}

/** A queue of its own: `atOnce` pieces of work run, `waiting` more wait for their turn. Throws 503 beyond that. */
export function createTurns({ atOnce, waiting }: Turns): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw busy()
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
