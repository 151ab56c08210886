import type pg from 'pg'
import { createLimit, type Limit } from './rate-limits.ts'

/** Most keys that are counted here at the same time. */
export const MOST_KEYS = 50_000

/** Attempts of a key that only this instance knows, and when they are forgotten (ms). */
interface Own {
  attempts: number
  until: number
}

/**
 * A limit for pages that anybody may open: at most `points` attempts per key in `seconds`, like
 * `createLimit`. The first half is counted in memory, so that ordinary visitors and refusals cost the
 * database nothing. Each further instance lets a key have half as many more.
 */
export function createOpenLimit(pool: pg.Pool, name: string, points: number, seconds: number): Pick<Limit, 'take'> {
  const shared = createLimit(pool, name, points, seconds, { remembers: true })
  const free = Math.floor(points / 2)
  /** Keys in the order in which their windows end. */
  const known = new Map<string, Own>()
  /**
   * Forgets windows that are over, and the oldest one when there is no room: whoever has so many addresses
   * needs no more attempts.
   */
  function makeRoom(now: number): void {
    for (const [key, { until }] of known) {
      if (until > now && known.size < MOST_KEYS) return
      known.delete(key)
    }
  }
  function begin(key: string, window: Own): Own {
    known.delete(key)
    known.set(key, window)
    return window
  }
  /** The window of a key, a new one if there is none. */
  function own(key: string): Own {
    const now = Date.now()
    const found = known.get(key)
    // A window that is too long dates from before the clock was set back.
    if (found && found.until > now && found.until <= now + seconds * 1000) return found
    makeRoom(now)
    return begin(key, { attempts: 0, until: now + seconds * 1000 })
  }
  return {
    async take(key) {
      const mine = own(key)
      mine.attempts++
      if (mine.attempts <= free) return
      if (mine.attempts > free + 1) return shared.take(key)
      // All instances count from here on, including the attempts so far; this window ends with theirs.
      begin(key, Object.assign(mine, { until: Date.now() + seconds * 1000 }))
      return shared.take(key, mine.attempts)
    },
  }
}
