import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { normalEmail } from '#contract/lib/text.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'

/** Seconds. */
const QUARTER = 15 * 60
/** Wrong passwords for one account, from all addresses, before everybody waits; then how much longer each time, and at most. */
const SLOW = { after: 20, stepMs: 200, mostMs: 3_000 } as const

/** How long a login waits, in milliseconds, at the n-th try for its account. */
export const pauseAt = (tries: number) => Math.min(SLOW.mostMs, Math.max(0, tries - SLOW.after) * SLOW.stepMs)

/** Who tries to log in: the account found, if any, and where from. */
export interface Attempt {
  login: string
  userId: number | undefined
  ip: string
}

/** Hashed, because what was typed may be a password and must not be readable in the table of limits. */
const accountKey = ({ login, userId }: Attempt) =>
  userId === undefined ? hash('sha256', normalEmail(login), 'base64url') : `user ${userId}`

/**
 * Limits wrong passwords. Too many from one address, or from one address for one account, get 429. Too many for one account
 * from everywhere slow its logins down, but its owner, at an address that did not cause this, always gets in.
 */
export function createLoginLimits(pool: pg.Pool) {
  const address = createLimit(pool, 'login-address', 100, QUARTER)
  const pair = createLimit(pool, 'login-account', 10, QUARTER)
  const everywhere = createLimit(pool, 'login-everywhere', SLOW.after, QUARTER)
  const pairKey = (attempt: Attempt) => `${accountKey(attempt)} ${addressKey(attempt.ip)}`
  return {
    /** Counts a try by its address. Throws 429. */
    takeAddress: (ip: string) => address.take(addressKey(ip)),
    /** Counts a try for its account, and waits. Throws 429. */
    async take(attempt: Attempt): Promise<void> {
      await pair.take(pairKey(attempt))
      const pause = pauseAt(await everywhere.count(accountKey(attempt)))
      if (pause > 0) await wait(pause)
    },
    /** Takes the right tries back (a password, a code), and forgets the wrong ones before them from this address. */
    async forgive(attempt: Attempt, tries = 1): Promise<void> {
      await Promise.all([
        pair.forget(pairKey(attempt)),
        everywhere.giveBack(accountKey(attempt), tries),
        address.giveBack(addressKey(attempt.ip), tries),
      ])
    },
  }
}
export type LoginLimits = ReturnType<typeof createLoginLimits>

/** Wrong codes for one account, from all addresses, in an hour. */
const WRONG_CODES = 20

/**
 * Limits wrong codes of a second factor: as wrong passwords are, with which they are counted, and for each account everywhere.
 * Whoever tries codes knows the password or holds a session, and six digits are few for many addresses.
 */
export function createCodeLimits(pool: pg.Pool) {
  const logins = createLoginLimits(pool)
  const codes = createLimit(pool, 'code-account', WRONG_CODES, 4 * QUARTER)
  return {
    /** Counts a try by its address. Throws 429. */
    takeAddress: logins.takeAddress,
    /** Counts a try for its account, and waits. Throws 429. */
    async take(attempt: Attempt & { userId: number }): Promise<void> {
      await logins.take(attempt)
      await codes.take(accountKey(attempt))
    },
    async forgive(attempt: Attempt & { userId: number }, tries: number): Promise<void> {
      await Promise.all([logins.forgive(attempt, tries), codes.giveBack(accountKey(attempt))])
    },
  }
}
export type CodeLimits = ReturnType<typeof createCodeLimits>

/** Limits requests for links to set a new password, and tries of such links. Throws 429. */
export function createResetLimits(pool: pg.Pool) {
  const asked = createLimit(pool, 'reset-account', 5, QUARTER)
  const askedFrom = createLimit(pool, 'reset-address', 20, QUARTER)
  const wrongLinks = createLimit(pool, 'reset-link', 20, QUARTER)
  const uses = createLimit(pool, 'reset-use', 10, QUARTER)
  return {
    /** A link was requested. Requests by others for the same account do not count. */
    async ask(attempt: Omit<Attempt, 'userId'>): Promise<void> {
      const from = addressKey(attempt.ip)
      await askedFrom.take(from)
      await asked.take(`${accountKey({ ...attempt, userId: undefined })} ${from}`)
    },
    /** A link was unknown. */
    wrongLink: (ip: string) => wrongLinks.take(addressKey(ip)),
    /** A link of this user is about to be used: hashing is slow. */
    use: (userId: number) => uses.take(`user ${userId}`),
  }
}
