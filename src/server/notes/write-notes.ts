import { sql } from 'kysely'
import type { z } from 'zod'
import { NOTE_EDIT_MINUTES, type Note, type NotePatch, type noteInput } from '#contract/notes/notes.ts'
import { NOT_STAFF } from '#contract/orders/in-charge.ts'
import type { Tx } from '#server/db/client.ts'
import { forbidden, invalid, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { activeStaff } from '#server/orders/staff.ts'
import { recordAudit, recordEach } from '#server/resource/audit.ts'
import { nextVersion, staleEdit } from '#server/resource/versions.ts'
import type { Services } from '#server/services.ts'
import { readNote } from './read-notes.ts'
import { tellColleagues, untell } from './tell-colleagues.ts'

/** Fields of a note that the trail of the order keeps. */
const AUDITED = ['noteId', 'note', 'mentions', 'dueAt', 'assigneeId', 'done']

const trailOf = ({ id, body, mentions, dueAt, assigneeId, doneAt }: Note) => ({
  noteId: id,
  note: body,
  mentions,
  dueAt,
  assigneeId,
  done: doneAt !== null,
})

/** Throws 400 at every named person who is not staff, or can no longer log in. */
async function requireStaff(tx: Tx, { mentions = [], assigneeId = null }: Partial<NotePatch>): Promise<void> {
  const named = [...mentions, ...(assigneeId === null ? [] : [assigneeId])]
  if (named.length === 0) return
  const rows = await activeStaff(tx).where('id', 'in', named).execute()
  const known = new Set(rows.map(({ id }) => id))
  const errors: Record<string, string> = {}
  for (const [at, id] of mentions.entries()) if (!known.has(id)) errors[`mentions.${at}`] = NOT_STAFF
  if (assigneeId !== null && !known.has(assigneeId)) errors.assigneeId = NOT_STAFF
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/**
 * The person in charge of a live order. Throws 404. Takes no lock: a note never waits for somebody who saves
 * the order.
 */
async function inChargeOf(tx: Tx, orderId: number): Promise<number | null> {
  const order = await tx
    .selectFrom('orders')
    .select('inChargeId')
    .where('id', '=', orderId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!order) throw notFound('Order')
  return order.inChargeId
}

/**
 * Adds a note to an order, and tells those it mentions, its assignee and the person in charge. The order
 * keeps its version. Returns the note. Throws 404; 400 for people who are not staff.
 */
export async function addNote(
  tx: Tx,
  _: Services,
  { orderId, ...input }: z.output<typeof noteInput> & { orderId: number },
  actor: Actor,
): Promise<Note> {
  const inCharge = await inChargeOf(tx, orderId)
  await requireStaff(tx, input)
  const { id } = await tx
    .insertInto('notes')
    .values({ ...input, orderId, authorId: actor.userId, updatedBy: actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const told = { note: [inCharge], mention: input.mentions, assigned: [input.assigneeId] }
  await tellColleagues(tx, { noteId: id, actor, told })
  const note = await readNote(tx, { orderId, noteId: id })
  await recordAudit(
    tx,
    actor,
    { action: 'order.note', entity: 'orders', entityId: orderId, after: trailOf(note) },
    AUDITED,
  )
  return note
}

/** Locks a note of a live order, and reads it. Throws 404. */
async function lockNote(tx: Tx, { orderId, noteId }: NoteOf): Promise<Note> {
  await inChargeOf(tx, orderId)
  await sql`select from notes where id = ${noteId} for update`.execute(tx)
  return readNote(tx, { orderId, noteId })
}

/** Throws 409 for an edit of an outdated version, with its author, its time, and the note as it is now. */
async function requireVersion(tx: Tx, sent: string | null | undefined, note: Note): Promise<void> {
  if (!sent || sent === note.updatedAt) return
  const editor = await tx
    .selectFrom('notes as n')
    .innerJoin('users as u', 'u.id', 'n.updatedBy')
    .select('u.username')
    .where('n.id', '=', note.id)
    .executeTakeFirst()
  throw staleEdit(editor?.username, note.updatedAt, note)
}

/** A note of an order. */
interface NoteOf {
  orderId: number
  noteId: number
}

/**
 * Keeps the earlier text of a note, unless it is only minutes old. Returns the columns that the change stores
 * beside the text.
 */
async function keepVersion(tx: Tx, { id, body }: Note) {
  const { rows } = await sql`insert into note_versions (note_id, body)
    select id, ${body} from notes
    where id = ${id} and created_at < now() - make_interval(mins => ${NOTE_EDIT_MINUTES}) returning id`.execute(tx)
  return rows.length > 0 ? { editedAt: sql<string>`now()` } : {}
}

const sameIds = (one: readonly number[], other: readonly number[]) =>
  [...one].sort().join() === [...other].sort().join()

/** The fields that a change really changes. */
function changesOf(before: Note, { done, updatedAt: _, ...patch }: NotePatch) {
  const { body, mentions, dueAt, assigneeId } = patch
  return {
    ...(body !== undefined && body !== before.body && { body }),
    ...(mentions !== undefined && !sameIds(mentions, before.mentions) && { mentions }),
    ...(dueAt !== undefined && dueAt !== before.dueAt && { dueAt }),
    ...(assigneeId !== undefined && assigneeId !== before.assigneeId && { assigneeId }),
    ...(done !== undefined && done !== (before.doneAt !== null) && { done }),
  }
}

/**
 * Changes a note. Its text and mentions are its author's; any colleague may set its due date, assignee and
 * whether it is done. Returns the note. Throws 404, 403, 409 for a stale version, 400 for people who are not
 * staff.
 */
export async function changeNote(
  tx: Tx,
  _: Services,
  { patch, ...of }: NoteOf & { patch: NotePatch },
  actor: Actor,
): Promise<Note> {
  const before = await lockNote(tx, of)
  await requireVersion(tx, patch.updatedAt, before)
  const { done, ...changes } = changesOf(before, patch)
  if ((changes.body !== undefined || changes.mentions) && before.authorId !== actor.userId)
    throw forbidden(`Only ${before.author?.name ?? 'its author'} can edit this note`)
  if (done === undefined && Object.keys(changes).length === 0) return before
  const added = (changes.mentions ?? []).filter((id) => !before.mentions.includes(id))
  await requireStaff(tx, { mentions: added, assigneeId: changes.assigneeId ?? null })
  const edited = changes.body === undefined ? {} : await keepVersion(tx, before)
  await tx
    .updateTable('notes')
    .set({ ...changes, ...edited, updatedBy: actor.userId, updatedAt: nextVersion() })
    .$if(done !== undefined, (query) =>
      query.set({ doneAt: done ? sql<string>`now()` : null, doneBy: done ? actor.userId : null }),
    )
    .where('id', '=', of.noteId)
    .execute()
  const told = { done: done ? [before.authorId] : [], mention: added, assigned: [changes.assigneeId ?? null] }
  await tellColleagues(tx, { noteId: of.noteId, actor, told })
  const after = await readNote(tx, of)
  const change = { before: trailOf(before), after: trailOf(after) }
  await recordAudit(
    tx,
    actor,
    { action: 'order.note-edit', entity: 'orders', entityId: of.orderId, ...change },
    AUDITED,
  )
  return after
}

/**
 * Removes a note; the trail of the order keeps its text. Throws 404; 403 for anyone but its author and
 * administrators.
 */
export async function removeNote(
  tx: Tx,
  _: Services,
  { isAdmin, ...of }: NoteOf & { isAdmin: boolean },
  actor: Actor,
): Promise<void> {
  const before = await lockNote(tx, of)
  if (before.authorId !== actor.userId && !isAdmin)
    throw forbidden(`Only ${before.author?.name ?? 'its author'} or an administrator can remove this note`)
  await tx
    .updateTable('notes')
    .set({ deletedAt: sql<string>`now()`, updatedBy: actor.userId, updatedAt: nextVersion() })
    .where('id', '=', of.noteId)
    .execute()
  await untell(tx, [of.noteId], actor)
  const event = { action: 'order.note-remove', entity: 'orders', entityId: of.orderId, before: trailOf(before) }
  await recordAudit(tx, actor, event, AUDITED)
}

/**
 * Adds the same note to many orders, about an event that concerns them all; nobody is told. `handOverId` is
 * its hand-over. Returns the ids of the notes.
 */
export async function noteEach(
  tx: Tx,
  actor: Actor,
  orderIds: readonly number[],
  body: string,
  handOverId: number | null = null,
): Promise<number[]> {
  if (orderIds.length === 0) return []
  const { rows: added } = await sql<{ id: number; orderId: number }>`
    insert into notes (order_id, body, author_id, updated_by, hand_over_id)
    select id, ${body}, ${actor.userId}::int, ${actor.userId}::int, ${handOverId}::int
    from unnest(${[...orderIds]}::int[]) with ordinality as o (id, place) order by place returning id, order_id`.execute(
    tx,
  )
  const events = added.map(({ id, orderId }) => ({
    action: 'order.note',
    entity: 'orders',
    entityId: orderId,
    after: { noteId: id, note: body },
  }))
  await recordEach(tx, actor, events, AUDITED)
  return added.map(({ id }) => id)
}
