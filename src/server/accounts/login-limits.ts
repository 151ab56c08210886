import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { normalEmail } from '#contract/lib/text.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { mailboxKey } from '#server/http/security/mailbox-key.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'

/** A quarter of an hour in seconds. */
const QUARTER = 15 * 60
/**
 * Wrong passwords or codes for one account, from all addresses, before every login for it waits; then the
 * extra wait for each further try, and the longest wait.
 */
const SLOW = { after: 20, stepMs: 200, mostMs: 3_000 } as const

/** How long a login waits, in milliseconds, at the n-th try for its account. */
export const pauseAt = (tries: number) => Math.min(SLOW.mostMs, Math.max(0, tries - SLOW.after) * SLOW.stepMs)

/** A try to log in: the typed login, the account found, if any, and the address. */
export interface Attempt {
  login: string
  userId: number | undefined
  ip: string
}

/** The key is hashed: the typed text may be a password and must not be readable in the table of limits. */
const accountKey = ({ login, userId }: Attempt) =>
  userId === undefined ? hash('sha256', normalEmail(login), 'base64url') : `user ${userId}`

/** Tries of passwords and codes from one address, for all accounts together. */
const createAddressLimit = (pool: pg.Pool) => createLimit(pool, 'login-address', 100, QUARTER)
/** One account at one address. */
const pairKey = (attempt: Attempt) => `${accountKey(attempt)} ${addressKey(attempt.ip)}`

/** Waits longer with each try for an account beyond those allowed. */
async function waitFor(tries: number): Promise<void> {
  const pause = pauseAt(tries)
  if (pause > 0) await wait(pause)
}

/**
 * Limits wrong passwords. Too many from one address, or from one address for one account, get 429. Too many
 * for one account from everywhere slow its logins down, but its owner, at an address that did not cause this,
 * always gets in.
 */
export function createLoginLimits(pool: pg.Pool) {
  const address = createAddressLimit(pool)
  const pair = createLimit(pool, 'login-account', 10, QUARTER)
  const everywhere = createLimit(pool, 'login-everywhere', SLOW.after, QUARTER)
  return {
    /** Counts a try by its address. Throws 429. */
    takeAddress: (ip: string) => address.take(addressKey(ip)),
    /** Counts a try for its account, and waits. Throws 429. */
    async take(attempt: Attempt): Promise<void> {
      await pair.take(pairKey(attempt))
      await waitFor(await everywhere.count(accountKey(attempt)))
    },
    /** Takes a right try back, and forgets the wrong ones before it from this address. */
    async forgive(attempt: Attempt): Promise<void> {
      await Promise.all([
        pair.forget(pairKey(attempt)),
        everywhere.giveBack(accountKey(attempt)),
        address.giveBack(addressKey(attempt.ip)),
      ])
    },
  }
}
export type LoginLimits = ReturnType<typeof createLoginLimits>

/**
 * Wrong codes in an hour: `pair` from one address for one account; `many` for one account from everywhere,
 * after which each address has only `fewMore`.
 */
const CODES = { pair: 20, many: 200, fewMore: 3 } as const

/**
 * Limits wrong codes of a second factor. Whoever tries codes knows the password or holds a session, and six
 * digits are few against many addresses. As with passwords, an address that sent no wrong code is never
 * refused, but may have to wait.
 */
export function createCodeLimits(pool: pg.Pool) {
  const address = createAddressLimit(pool)
  const pair = createLimit(pool, 'code-account', CODES.pair, 4 * QUARTER)
  const few = createLimit(pool, 'code-few', CODES.fewMore, 4 * QUARTER)
  const everywhere = createLimit(pool, 'code-everywhere', SLOW.after, 4 * QUARTER)
  return {
    /** Counts a try by its address. Throws 429. */
    takeAddress: (ip: string) => address.take(addressKey(ip)),
    /** Counts a try for its account, and waits. Throws 429. */
    async take(attempt: Attempt & { userId: number }): Promise<void> {
      await pair.take(pairKey(attempt))
      const tries = await everywhere.count(accountKey(attempt))
      if (tries > CODES.many) await few.take(pairKey(attempt))
      await waitFor(tries)
    },
    /** Takes a right try back, and forgets the wrong ones before it from this address. */
    async forgive(attempt: Attempt & { userId: number }): Promise<void> {
      await Promise.all([
        pair.forget(pairKey(attempt)),
        few.forget(pairKey(attempt)),
        everywhere.giveBack(accountKey(attempt)),
        address.giveBack(addressKey(attempt.ip)),
      ])
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
    /** Counts a request for a link. Requests from other addresses for the same account do not count. */
    async ask({ login, ip }: Omit<Attempt, 'userId'>): Promise<void> {
      const from = addressKey(ip)
      await askedFrom.take(from)
      await asked.take(`${accountKey({ login: mailboxKey(login), userId: undefined, ip })} ${from}`)
    },
    /** Counts an unknown link. */
    wrongLink: (ip: string) => wrongLinks.take(addressKey(ip)),
    /** Counts the use of a link by this user: hashing a password is slow. */
    use: (userId: number) => uses.take(`user ${userId}`),
  }
}
