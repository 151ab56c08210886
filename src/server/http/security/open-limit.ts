import type pg from 'pg'
import { createLimit, type Limit } from './rate-limits.ts'

/** Keys that are counted here at the same time. */
const MOST_KEYS = 50_000

/** A key's attempts that only this instance knows, and when they are forgotten (ms). */
interface Own {
  attempts: number
  until: number
}

/**
 * A limit for pages that anybody may open: at most `points` attempts per key in `seconds`, as with `createLimit`. The first half of
 * them is counted in memory, so that ordinary visitors cost the database nothing, and so are refusals. Each further instance
 * lets a key have half as many more.
 */
export function createOpenLimit(pool: pg.Pool, name: string, points: number, seconds: number): Pick<Limit, 'take'> {
  const shared = createLimit(pool, name, points, seconds, { remembers: true })
  const free = Math.floor(points / 2)
  const known = new Map<string, Own>()
  const forgetOld = (now: number) => {
    for (const [key, { until }] of known) if (until <= now) known.delete(key)
  }
  /** What is known of a key in this window; null where there is no room for it. */
  const own = (key: string): Own | null => {
    const now = Date.now()
    const found = known.get(key)
    // A window that is too long is one from before the clock was set back.
    if (found && found.until > now && found.until <= now + seconds * 1000) return found
    if (!found && known.size >= MOST_KEYS) forgetOld(now)
    if (!found && known.size >= MOST_KEYS) return null
    const fresh = { attempts: 0, until: now + seconds * 1000 }
    known.set(key, fresh)
    return fresh
  }
  return {
    async take(key) {
      const mine = own(key)
      if (!mine) return shared.take(key)
      mine.attempts++
      if (mine.attempts <= free) return
      if (mine.attempts > free + 1) return shared.take(key)
      // From here on all instances count, those attempts included; this window ends with theirs.
      mine.until = Date.now() + seconds * 1000
      return shared.take(key, mine.attempts)
    },
  }
}
