import { sql } from 'kysely'
import type { z } from 'zod'
import { CHOOSE_COLLEAGUE, type HandOver, type handOverInput } from '#contract/attention/hand-over.ts'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { formatDateTime } from '#contract/lib/format.ts'
import { NOT_STAFF } from '#contract/orders/in-charge.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { endNotes, replaceNotes, runningNote } from '#server/notes/hand-over-notes.ts'
import { tellColleagues, untell } from '#server/notes/tell-colleagues.ts'
import { noteEach } from '#server/notes/write-notes.ts'
import { activeStaff } from '#server/orders/staff.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

/** Hand-overs that are running, the first to return on top. */
export async function listHandOvers(db: Db): Promise<HandOver[]> {
  const { rows } = await sql<HandOver>`
    select h.id, json_build_object('id', f.id, 'name', f.username) as "from", json_build_object('id', t.id, 'name', t.username) as "to",
      h.until, h.note, h.created_at
    from hand_overs h join users f on f.id = h.from_user_id join users t on t.id = h.to_user_id
    where h.ended_at is null and h.until > now() order by h.until, h.id`.execute(db)
  return rows
}

/** A hand-over that ended before its time. */
interface EndedEarly {
  id: number
  toUserId: number
  endedAt: string
}

/** Ends the hand-over of a person, lapsed or not. Returns it if it was still running. */
async function end(tx: Tx, userId: number): Promise<EndedEarly | null> {
  const { rows } = await sql<EndedEarly & { running: boolean }>`update hand_overs set ended_at = now()
    where from_user_id = ${userId} and ended_at is null
    returning id, to_user_id, ended_at, until > now() as running`.execute(tx)
  return rows.find(({ running }) => running) ?? null
}

const AUDITED = ['toUserId', 'until', 'note', 'orders']

/**
 * Hands the caller's queue over to a colleague until a time, in place of an earlier hand-over. The orders
 * stay in the caller's charge; a note on each order in progress names the colleague, in place of the earlier
 * note. Throws 400 for a colleague who cannot take it.
 */
export async function handOverQueue(
  tx: Tx,
  { config }: Services,
  { userId, toUserId, until, note }: z.output<typeof handOverInput> & { userId: number },
  actor: Actor,
): Promise<HandOver[]> {
  // Hand-overs are made one after the other, so that two colleagues cannot hand over to each other at once.
  await sql`lock table hand_overs in share row exclusive mode`.execute(tx)
  const to = await activeStaff(tx).where('id', '=', toUserId).executeTakeFirst()
  if (!to) throw invalid({ toUserId: NOT_STAFF })
  if (toUserId === userId) throw invalid({ toUserId: CHOOSE_COLLEAGUE })
  const before = await end(tx, userId)
  const { rows } = await sql<{ ids: number[] }>`select covered_users(${userId}) as ids`.execute(tx)
  if (rows[0]?.ids.includes(toUserId)) throw invalid({ toUserId: `You cover for ${to.name} yourself` })
  const { id: handOverId } = await tx
    .insertInto('handOvers')
    .values({ fromUserId: userId, toUserId, until: until ?? '', note })
    .returning('id')
    .executeTakeFirstOrThrow()
  const orders = await tx
    .selectFrom('orders')
    .select('id')
    .where('inChargeId', '=', userId)
    .where('status', '=', OrderStatus.IN_PROGRESS)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
  const ids = orders.map(({ id }) => id)
  const body = runningNote({ name: to.name, until: formatDateTime(until, config.timeZone), note })
  const [first] = await writeNotes(tx, actor, { before, handOverId, orderIds: ids, body, timeZone: config.timeZone })
  // The colleague is told once, not for each order.
  if (first) await tellColleagues(tx, { noteId: first, actor, told: { assigned: [toUserId] } })
  const after = { toUserId, until, note, orders: ids.length }
  await recordAudit(tx, actor, { action: 'user.hand-over', entity: 'users', entityId: userId, after }, AUDITED)
  return listHandOvers(tx)
}

interface WrittenNotes {
  /** The hand-over that this one replaces. */
  before: EndedEarly | null
  handOverId: number
  orderIds: readonly number[]
  body: string
  timeZone: string
}

/**
 * Writes one note on each order: a note about the earlier hand-over gets the new text, and orders without one
 * get one. Notes on orders that are no longer included say when the earlier hand-over ended. Returns the ids
 * of the notes.
 */
async function writeNotes(tx: Tx, actor: Actor, { before, handOverId, orderIds, body, timeZone }: WrittenNotes) {
  if (!before) return noteEach(tx, actor, orderIds, body, handOverId)
  const replaced = await replaceNotes(tx, actor, { of: before.id, handOverId, orderIds, body })
  await untell(tx, replaced, actor, before.toUserId)
  await endNotes(tx, actor, { handOverId: before.id, until: formatDateTime(before.endedAt, timeZone) })
  const { rows } = await sql<{ id: number }>`select o.id from unnest(${[...orderIds]}::int[]) as o (id)
    where not exists (select from notes n where n.order_id = o.id and n.hand_over_id = ${handOverId})`.execute(tx)
  const missing = rows.map(({ id }) => id)
  return [...replaced, ...(await noteEach(tx, actor, missing, body, handOverId))]
}

/**
 * Takes the caller's queue back: the notes say until when the colleague really looked after the orders.
 * Throws 404 if it is not handed over.
 */
export async function takeBack(
  tx: Tx,
  { config }: Services,
  { userId }: { userId: number },
  actor: Actor,
): Promise<HandOver[]> {
  const ended = await end(tx, userId)
  if (!ended) throw notFound('Hand-over')
  await endNotes(tx, actor, { handOverId: ended.id, until: formatDateTime(ended.endedAt, config.timeZone) })
  await recordAudit(tx, actor, { action: 'user.hand-back', entity: 'users', entityId: userId })
  return listHandOvers(tx)
}
