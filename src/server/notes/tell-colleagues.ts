import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notes/notifications.ts'
import type { Tx } from '#server/db/client.ts'
import { activeStaff } from '#server/orders/staff.ts'

/** Why each person should know of a note. The later kind wins: one person gets one notification. */
type Told = Partial<Record<NotificationKind, readonly (number | null)[]>>

/** Tells people of a note, except whoever caused it and accounts that cannot log in. */
export async function tellColleagues(
  tx: Tx,
  {
    noteId,
    actorId,
    told,
  }: {
    noteId: number
    actorId: number | null
    told: Told
  },
): Promise<void> {
  const kinds = new Map<number, NotificationKind>()
  for (const kind of ['note', 'done', 'mention', 'assigned'] as const) {
    for (const id of told[kind] ?? []) if (id !== null && id !== actorId) kinds.set(id, kind)
  }
  if (kinds.size === 0) return
  const active = await activeStaff(tx)
    .where('id', 'in', [...kinds.keys()])
    .execute()
  const rows = active.map(({ id }) => ({ userId: id, kind: kinds.get(id) ?? 'note', noteId, actorId }))
  if (rows.length > 0) await tx.insertInto('notifications').values(rows).execute()
}

/** Takes back what was told of a note that is gone. */
export const untell = (tx: Tx, noteId: number) => sql`delete from notifications where note_id = ${noteId}`.execute(tx)
