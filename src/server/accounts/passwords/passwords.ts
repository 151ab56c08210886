import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '#server/http/queues/turns.ts'
import type { Caller } from '#server/threads/fair-queue.ts'

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Only a few hashes run at once, so that a rush of logins does not slow other calls. */
const logins = createTurns({ atOnce: 2, waiting: 100 })
/** New passwords have a queue of their own: however many are set, people can log in. */
const changes = createTurns({ atOnce: 1, waiting: 20 })

/** Hashes the MD5 that browsers send with argon2id. Throws 503 if too many are waiting. */
export const hashPassword = (secret: string, caller: Caller = null) => changes(caller, () => hash(secret, COST))

let dummy: Promise<string> | undefined

/**
 * Whether the secret matches the hash. Without a hash, takes just as long and returns false. Callers
 * (addresses) take turns. Throws 503 as above.
 */
export async function verifyPassword(
  stored: string | undefined,
  secret: string,
  caller: Caller = null,
): Promise<boolean> {
  dummy ??= hash('nobody', COST)
  const known = stored ?? (await dummy)
  const right = await logins(caller, () => verify(known, secret))
  return right && stored !== undefined
}
