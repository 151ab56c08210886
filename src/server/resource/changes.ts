import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'

/** A change that screens follow: the record, the kind of change, and who made it. */
export interface Change {
  /** The table, as in the audit trail. */
  entity: string
  entityId: number | null
  /** The order that the record belongs to, if it is known here. */
  orderId?: number | null
  kind: string
}

/** Who made a change. */
type By = Pick<Actor, 'userId' | 'sessionId'>

/** The author of changes that the server makes by itself. */
export const NOBODY: By = { userId: null, sessionId: null }

/** Entities whose ids are those of orders. */
const BY_ORDER = new Set(['orders', 'confirmations'])

/** The row of a change. */
const rowOf = ({ userId, sessionId = null }: By, { orderId, ...change }: Change) => ({
  ...change,
  orderId: orderId ?? (BY_ORDER.has(change.entity) ? change.entityId : null),
  userId,
  sessionId,
})

/** The change that an entry of the audit trail announces; null for logins, which no screen follows. */
export function changeRow(
  by: By,
  { action, entity, entityId }: { action: string; entity: string; entityId?: number | null },
) {
  const [group, ...kind] = action.split('.')
  return group === 'session' ? null : rowOf(by, { entity, entityId: entityId ?? null, kind: kind.join('.') })
}

/** Writes one row; ends a statement that begins with its other inserts. */
export const changeInsert = ({ entity, entityId, orderId, userId, sessionId, kind }: ReturnType<typeof rowOf>) => sql`
  insert into changes (entity, entity_id, order_id, user_id, session_id, kind)
  values (${entity}, ${entityId}, ${orderId}, ${userId}, ${sessionId}, ${kind})`

/**
 * Tells whoever follows these records that they changed, once the transaction is committed. Not for changes
 * in the audit trail, which announces them itself.
 */
export async function recordChanges(tx: Db, by: By, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  await tx
    .insertInto('changes')
    .values(changes.map((change) => rowOf(by, change)))
    .execute()
}
