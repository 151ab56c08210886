import { sql } from 'kysely'
import type { NoteNews } from '#contract/notes/notifications.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { activeStaff } from '#server/orders/staff.ts'
import { recordChanges } from '#server/resource/changes.ts'

/**
 * Kinds of news about a note, each with the people concerned. The later kind wins: one person gets one
 * notification.
 */
type Told = Partial<Record<NoteNews, readonly (number | null)[]>>

/** Tells people of a note, except whoever caused it and accounts that cannot log in. */
export async function tellColleagues(
  tx: Tx,
  {
    noteId,
    actor,
    told,
  }: {
    noteId: number
    actor: Actor
    told: Told
  },
): Promise<void> {
  const { userId: actorId } = actor
  const kinds = new Map<number, NoteNews>()
  for (const kind of ['note', 'done', 'mention', 'assigned'] as const) {
    for (const id of told[kind] ?? []) if (id !== null && id !== actorId) kinds.set(id, kind)
  }
  if (kinds.size === 0) return
  const active = await activeStaff(tx)
    .where('id', 'in', [...kinds.keys()])
    .execute()
  const rows = active.map(({ id }) => ({ userId: id, kind: kinds.get(id) ?? 'note', noteId, actorId }))
  if (rows.length === 0) return
  await Promise.all([
    tx.insertInto('notifications').values(rows).execute(),
    ringBells(
      tx,
      actor,
      'tell',
      rows.map(({ userId }) => userId),
    ),
  ])
}

/** Tells whoever made a rate set that it was refused at its time, unless that account cannot log in. */
export async function tellOfRefusedSet(
  tx: Tx,
  { rateSetId, madeBy }: { rateSetId: number; madeBy: number },
  actor: Actor,
): Promise<void> {
  const active = await activeStaff(tx).where('id', '=', madeBy).executeTakeFirst()
  if (!active) return
  await tx.insertInto('notifications').values({ userId: madeBy, kind: 'rate-set-refused', rateSetId }).execute()
  await ringBells(tx, actor, 'tell', [madeBy])
}

/** Tells the screens of these people that their notifications changed. */
export const ringBells = (tx: Tx, actor: Actor, kind: 'tell' | 'read' | 'remove', userIds: readonly number[]) =>
  recordChanges(
    tx,
    actor,
    userIds.map((entityId) => ({ entity: 'notifications', entityId, kind })),
  )

/** Removes notifications of notes that are gone, or that now concern others; only one person's if given. */
export async function untell(tx: Tx, noteIds: readonly number[], actor: Actor, userId?: number): Promise<void> {
  const whose = userId === undefined ? sql`true` : sql`user_id = ${userId}`
  const { rows } = await sql<{ userId: number }>`
    delete from notifications where note_id = any(${[...noteIds]}::int[]) and ${whose} returning user_id`.execute(tx)
  await ringBells(tx, actor, 'remove', [...new Set(rows.map(({ userId }) => userId))])
}
