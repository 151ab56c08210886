import { type ColumnName, type ColumnSettings, fullSettings } from '#contract/accounts/session.ts'
import { findSessionUser } from '#server/accounts/sessions.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

interface Change {
  userId: number
  columns: Partial<Record<ColumnName, boolean>>
}

/** Shows and hides columns of a user's orders list. Columns that are not sent stay as they are. */
export async function saveColumnSettings(
  tx: Tx,
  _: Services,
  { userId, columns }: Change,
  actor: Actor,
): Promise<ColumnSettings> {
  const { orderColumnSettings: before } = await findSessionUser(tx, userId)
  const after = { ...before, ...columns }
  await tx
    .updateTable('users')
    .set({ orderColumnSettings: JSON.stringify(after) })
    .where('id', '=', userId)
    .execute()
  const event = { action: 'user.columns', entity: 'users', entityId: userId, before, after }
  await recordAudit(tx, actor, event, Object.keys(after))
  return fullSettings(after)
}
