import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#server/errors.ts'

/** Limits attempts per key. */
export interface Limit {
  /** Counts one attempt, or several; throws 429 with Retry-After after too many. */
  take(key: string, attempts?: number): Promise<void>
  /** Counts one attempt and returns the number in this window; never refuses. */
  count(key: string): Promise<number>
  /** Takes one counted attempt back, or several. */
  giveBack(key: string, attempts?: number): Promise<void>
  forget(key: string): Promise<void>
}

function tooMany(milliseconds: number, what = 'Too many attempts'): AppError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`
  return new AppError(429, `${what}. Please wait ${wait}.`, { retryAfter: seconds }, { 'retry-after': String(seconds) })
}

interface LimitOptions {
  /**
   * Whether this instance refuses a key without asking the database for as long as it stays refused. Those
   * attempts are not counted.
   */
  remembers?: boolean
}

/** A limit shared by all instances: at most `points` attempts per key in `seconds`. */
export function createLimit(
  pool: pg.Pool,
  name: string,
  points: number,
  seconds: number,
  { remembers = false }: LimitOptions = {},
): Limit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    clearExpiredByTimeout: false,
    ...(remembers && { inMemoryBlockOnConsumed: points }),
  })
  return {
    async take(key, attempts = 1) {
      try {
        await limiter.consume(key.slice(0, 200), attempts)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        const rest = refused.msBeforeNext
        if (rest <= seconds * 1000) throw tooMany(rest)
        // No window is that long, so the clock was set back. Earlier attempts still count, for one window
        // from now.
        await limiter.set(key.slice(0, 200), points + 1, seconds)
        limiter.deleteInMemoryBlockedAll()
        throw tooMany(seconds * 1000)
      }
    },
    async count(key) {
      return (await limiter.penalty(key.slice(0, 200))).consumedPoints
    },
    async giveBack(key, attempts = 1) {
      await limiter.reward(key.slice(0, 200), attempts)
    },
    async forget(key) {
      await limiter.delete(key.slice(0, 200))
    },
  }
}

/**
 * A limit of this instance alone, which costs no trip: at most `points` calls per key in `seconds`, one or
 * several at a time. Throws 429 with this message.
 */
export function createLocalLimit(
  points: number,
  seconds: number,
  what: string,
): (key: string, calls?: number) => Promise<void> {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return async (key, calls = 1) => {
    try {
      await limiter.consume(key, calls)
    } catch (refused) {
      throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext, what) : refused
    }
  }
}
