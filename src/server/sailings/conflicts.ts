import { sql } from 'kysely'
import type { Conflict } from '#contract/orders/order-sailing.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { contradictionOf, type FollowedValues, type Side } from '#contract/sailings/follow.ts'
import type { LoadingReply } from '#contract/sailings/loadings.ts'
import { FOLLOWED_FIELDS } from '#contract/sailings/sailing-codes.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { columnOf, valuesOf } from './follow-confirmations.ts'

/** A booking confirmation that is compared with sailings. */
export interface Confirmed extends Side {
  orderId: number
  trackingCode: string
}

/** Booking confirmations of these orders, with the names of their vessels; none for an order without one. */
export async function readConfirmed(db: Db, orderIds: readonly number[]): Promise<Confirmed[]> {
  if (orderIds.length === 0) return []
  const columns = FOLLOWED_FIELDS.map((field) => sql`${sql.ref(`c.${columnOf(field)}`)} as ${sql.ref(field)}`)
  const { rows } = await sql<FollowedValues & { orderId: number; trackingCode: string; vesselName: string | null }>`
    select c.order_id, o.tracking_code, v.name as vessel_name, ${sql.join(columns)}
    from confirmations c join orders o on o.id = c.order_id left join vessels v on v.id = c.vessel_id
    where c.order_id = any(${orderIds}::int[]) order by c.order_id`.execute(db)
  return rows.map(({ orderId, trackingCode, vesselName, ...values }) => ({ orderId, trackingCode, vesselName, values }))
}

/** What a sailing says, to compare confirmations with. Throws 404. */
export async function sailingSide(db: Db, id: number): Promise<Side> {
  const sailing = await db
    .selectFrom('sailings as s')
    .innerJoin('vessels as v', 'v.id', 's.vesselId')
    .selectAll('s')
    .select('v.name')
    .where('s.id', '=', id)
    .executeTakeFirst()
  if (!sailing) throw notFound('Sailing')
  return { values: valuesOf(sailing), vesselName: sailing.name }
}

/** A sailing that confirmations are compared with, and those that their orders leave. */
interface Compared {
  /** By order. */
  earlier?: ReadonlyMap<number, FollowedValues>
  sailing: Side
}

/** Confirmations that contradict a sailing, those that say the same in one line. */
export function conflictsWith(confirmed: readonly Confirmed[], { earlier, sailing }: Compared): Conflict[] {
  const lines = new Map<string, Conflict>()
  for (const own of confirmed) {
    const found = contradictionOf(own, { sailing, earlier: earlier?.get(own.orderId) ?? {} })
    if (!found) continue
    const key = JSON.stringify(found)
    const line = lines.get(key) ?? { ...found, orderIds: [] }
    line.orderIds.push(own.orderId)
    lines.set(key, line)
  }
  return [...lines.values()]
}

/** Warnings about orders whose confirmation contradicts the sailing that they are on. */
export async function conflictWarnings(
  db: Db,
  orderIds: readonly number[],
  sailing: Side,
): Promise<LoadingReply['warnings']> {
  const confirmed = await readConfirmed(db, orderIds)
  return confirmed.flatMap((own) => {
    const found = contradictionOf(own, { sailing })
    if (!found) return []
    const code = formatTrackingCode(own.trackingCode)
    const message = `The confirmation of ${code} says ${found.confirmed}, this sailing is ${found.sailing}`
    return { field: 'vesselVoyage', orderId: own.orderId, message }
  })
}
