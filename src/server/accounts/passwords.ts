import { hash, verify } from '@node-rs/argon2'
import { busy } from '#server/errors.ts'

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const WAITING = 100

let running = 0
const queue: (() => void)[] = []

/** Limits how many hashes run at once, so that a rush of logins does not slow other calls. Throws 503 if 100 are waiting. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) throw busy()
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

/** Hashes the MD5 that browsers send with argon2id. Throws 503 if too many are waiting. */
export const hashPassword = (secret: string) => inTurn(() => hash(secret, COST))

let dummy: Promise<string> | undefined

/** Whether the secret matches the hash. Without a hash, takes just as long and answers false. Throws 503 as above. */
export async function verifyPassword(stored: string | undefined, secret: string): Promise<boolean> {
  dummy ??= hash('nobody', COST)
  const known = stored ?? (await dummy)
  const right = await inTurn(() => verify(known, secret))
  return right && stored !== undefined
}
