import { markSteppedUp } from '#server/accounts/sessions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'

/** The proof that a session belongs to its caller. */
type Proof = 'totp' | 'recovery-code' | 'passkey' | 'password'

/** Marks a session as confirmed by its owner, and records it. Returns until when that counts. Throws 401. */
export async function confirmSession(tx: Tx, sessionId: number, by: Proof, actor: Actor): Promise<string> {
  const event = { action: 'session.step-up', entity: 'users', entityId: actor.userId, after: { by } }
  await recordAudit(tx, actor, event, ['by'])
  return markSteppedUp(tx, sessionId)
}

/** Records a wrong proof. Codes have an entry of their own. */
export const recordRefusal = (db: Db, by: 'passkey' | 'password', actor: Actor) =>
  recordAudit(db, actor, { action: 'session.step-up-failed', entity: 'users', entityId: actor.userId, after: { by } }, [
    'by',
  ])
