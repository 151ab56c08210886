import { sql } from 'kysely'
import type { z } from 'zod'
import type { HandOver, handOverInput } from '#contract/attention/hand-over.ts'
import { formatDateTime } from '#contract/lib/format.ts'
import { OrderStatus } from '#contract/orders/codes.ts'
import { NOT_STAFF } from '#contract/orders/in-charge.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { tellColleagues } from '#server/notes/tell-colleagues.ts'
import { noteEach } from '#server/notes/write-notes.ts'
import { activeStaff } from '#server/orders/staff.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

/** Who covers for whom now, the first to come back first. */
export async function listHandOvers(db: Db): Promise<HandOver[]> {
  const { rows } = await sql<HandOver>`
    select h.id, json_build_object('id', f.id, 'name', f.username) as "from", json_build_object('id', t.id, 'name', t.username) as "to",
      h.until, h.note, h.created_at
    from hand_overs h join users f on f.id = h.from_user_id join users t on t.id = h.to_user_id
    where h.ended_at is null and h.until > now() order by h.until, h.id`.execute(db)
  return rows
}

/** Ends the hand-over of a person, lapsed or not. Returns whether one was still running. */
async function end(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ running: boolean }>`update hand_overs set ended_at = now()
    where from_user_id = ${userId} and ended_at is null returning until > now() as running`.execute(tx)
  return rows.some(({ running }) => running)
}

const AUDITED = ['toUserId', 'until', 'note', 'orders']

/**
 * Hands the caller's queue over to a colleague until a time, in place of an earlier hand-over. The orders stay in the caller's
 * charge; a note on each in progress says who looks after it. Throws 400 for anybody who cannot take it.
 */
export async function handOverQueue(
  tx: Tx,
  { config }: Services,
  { userId, toUserId, until, note }: z.output<typeof handOverInput> & { userId: number },
  actor: Actor,
): Promise<HandOver[]> {
  // One hand-over after the other, so that two colleagues cannot hand over to each other at once.
  await sql`lock table hand_overs in share row exclusive mode`.execute(tx)
  const to = await activeStaff(tx).where('id', '=', toUserId).executeTakeFirst()
  if (!to) throw invalid({ toUserId: NOT_STAFF })
  if (toUserId === userId) throw invalid({ toUserId: 'Choose a colleague' })
  await end(tx, userId)
  const { rows } = await sql<{ ids: number[] }>`select covered_users(${userId}) as ids`.execute(tx)
  if (rows[0]?.ids.includes(toUserId)) throw invalid({ toUserId: `You cover for ${to.name} yourself` })
  await tx
    .insertInto('handOvers')
    .values({ fromUserId: userId, toUserId, until: until ?? '', note })
    .execute()
  const orders = await tx
    .selectFrom('orders')
    .select('id')
    .where('inChargeId', '=', userId)
    .where('status', '=', OrderStatus.IN_PROGRESS)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
  const ids = orders.map(({ id }) => id)
  const said = `@${to.name} looks after this order until ${formatDateTime(until, config.timeZone)}.`
  const [first] = await noteEach(tx, actor, ids, note === '' ? said : `${said} ${note}`)
  // Once, not for each order.
  if (first) await tellColleagues(tx, { noteId: first, actor, told: { assigned: [toUserId] } })
  const after = { toUserId, until, note, orders: ids.length }
  await recordAudit(tx, actor, { action: 'user.hand-over', entity: 'users', entityId: userId, after }, AUDITED)
  return listHandOvers(tx)
}

/** Takes the caller's queue back. Throws 404 if it is not handed over. */
export async function takeBack(tx: Tx, _: Services, { userId }: { userId: number }, actor: Actor): Promise<HandOver[]> {
  if (!(await end(tx, userId))) throw notFound('Hand-over')
  await recordAudit(tx, actor, { action: 'user.hand-back', entity: 'users', entityId: userId })
  return listHandOvers(tx)
}
