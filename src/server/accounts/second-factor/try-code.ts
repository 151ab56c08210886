import { CODE_REFUSED } from '#contract/accounts/second-factor.ts'
import type { CodeLimits } from '#server/accounts/login-limits.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Seal } from '#server/http/security/seal.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { isRecoveryCode, type Proof, takeCode } from './codes.ts'

interface Try {
  user: { id: number; email: string }
  code: string
  pending?: boolean
}

/** Whether an error is the refusal of a wrong code. */
export const isWrongCode = (error: unknown): boolean =>
  error instanceof AppError && error.status === 400 && Object(error.data).code === CODE_REFUSED

/**
 * Checks a code and does the work it protects in the same transaction. A wrong code is recorded and counts
 * towards the limits. A recovery code that works is never refused for what others tried: nobody guesses one.
 * Throws 400 at `code`, 429, 503.
 */
export async function tryCode<T>(
  { db, seal }: { db: Db; seal: Seal },
  limits: CodeLimits,
  { user, code, pending = false }: Try,
  caller: Actor,
  work: (tx: Tx, proof: Proof) => Promise<T>,
): Promise<T> {
  const attempt = { login: user.email, userId: user.id, ip: caller.ip }
  const isCounted = pending || !(await isRecoveryCode(db, user.id, code))
  if (isCounted) {
    await limits.takeAddress(caller.ip)
    await limits.take(attempt)
  }
  const done = await db.transaction().execute(async (tx) => {
    // The account's row is locked first, as wherever its sessions are ended: a new password and this code
    // wait for each other.
    await tx.selectFrom('users').select('id').where('id', '=', user.id).forShare().execute()
    const proof = await takeCode(tx, seal, { userId: user.id, code, pending })
    return proof && { answer: await work(tx, proof) }
  })
  if (!done) {
    const actor = { ...caller, userId: user.id }
    await recordAudit(db, actor, { action: 'session.code-failed', entity: 'users', entityId: user.id })
    throw invalid({ code: CODE_REFUSED })
  }
  if (isCounted) await limits.forgive(attempt)
  return done.answer
}
