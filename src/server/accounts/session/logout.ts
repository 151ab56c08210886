import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

interface Left {
  id: number
  userId: number
  impersonatorId: number | null
}

/**
 * Ends a session. The call is public and finds the session by its token: the actor is whoever was signed in
 * with it.
 */
export async function logout(tx: Tx, _: Services, { id, userId, impersonatorId }: Left, actor: Actor): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', id).execute()
  await recordAudit(
    tx,
    { ...actor, userId, impersonatorId },
    { action: 'session.logout', entity: 'users', entityId: userId },
  )
}
