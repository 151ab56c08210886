import { type RawBuilder, sql } from 'kysely'
import { NOTE_EDIT_MINUTES } from '#contract/notes/notes.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordEach } from '#server/resource/audit.ts'
import { nextVersion } from '#server/resource/versions.ts'

/** The beginning of a note about a hand-over; a note whose author wrote something else is left alone. */
const SAYS_UNTIL = '^(@.+?) looks after this order until [^.]+\\.'

/** Text of the note while the hand-over runs. */
export const runningNote = ({ name, until, note }: { name: string; until: string; note: string }) =>
  `@${name} looks after this order until ${until}.${note === '' ? '' : ` ${note}`}`

interface Rewritten {
  id: number
  orderId: number
  before: string
  after: string
}

/** Rewrites notes of a hand-over; earlier texts are kept as with any edit. */
async function rewrite(
  tx: Tx,
  actor: Actor,
  { of, after, handOverId, orders = sql`true` }: Rewriting,
): Promise<number[]> {
  const { rows } = await sql<Rewritten>`
    with found as (
      select id, body as before, ${after} as after, created_at < now() - make_interval(mins => ${NOTE_EDIT_MINUTES}) as is_kept
      from notes where hand_over_id = ${of} and deleted_at is null and body ~ ${SAYS_UNTIL} and ${orders}
      order by id for update
    ), kept as (
      insert into note_versions (note_id, body) select id, before from found where is_kept and before <> after
    )
    update notes n set body = f.after, hand_over_id = ${handOverId}, updated_by = ${actor.userId}, updated_at = ${nextVersion()},
      edited_at = case when f.is_kept and f.before <> f.after then now() else n.edited_at end
    from found f where n.id = f.id returning n.id, n.order_id, f.before, f.after`.execute(tx)
  const events = rows
    .filter(({ before, after }) => before !== after)
    .map(({ orderId, before, after }) => ({
      action: 'order.note-edit',
      entity: 'orders',
      entityId: orderId,
      // The note is named on both sides so that the trail says which one changed.
      before: { note: before },
      after: { note: after },
    }))
  await recordEach(tx, actor, events, ['note'])
  return rows.map(({ id }) => id)
}

interface Rewriting {
  /** The hand-over that the notes are about, and the one that they are about afterwards. */
  of: number
  handOverId: number
  after: RawBuilder<unknown>
  /** Condition of the notes to rewrite; all by default. */
  orders?: RawBuilder<unknown>
}

/**
 * Lets the notes of a hand-over that ended early name the time until which the colleague really looked after
 * the orders.
 */
export const endNotes = (tx: Tx, actor: Actor, { handOverId, until }: { handOverId: number; until: string }) =>
  rewrite(tx, actor, {
    of: handOverId,
    handOverId,
    after: sql`regexp_replace(body, ${SAYS_UNTIL}, ${`\\1 looked after this order until ${until}.`})`,
  })

/**
 * Lets the notes of a hand-over on these orders name the one that replaced it. Returns the ids of the notes.
 */
export const replaceNotes = (
  tx: Tx,
  actor: Actor,
  { of, handOverId, orderIds, body }: { of: number; handOverId: number; orderIds: readonly number[]; body: string },
) =>
  rewrite(tx, actor, {
    of,
    handOverId,
    after: sql`${body}::text`,
    orders: sql`order_id = any(${[...orderIds]}::int[])`,
  })
