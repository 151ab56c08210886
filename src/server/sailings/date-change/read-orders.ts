import { type RawBuilder, sql } from 'kysely'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { voyageKey } from '#contract/reference/voyages.ts'
import { ORDER_CANCELLED, ORDER_DELETED } from '#contract/runs/runs.ts'
import type { Db } from '#server/db/client.ts'
import type { Arrivals, ConfirmedDates } from './moves.ts'

/**
 * The target of a change: a sailing, or the voyage of a vessel as booking confirmations without a sailing
 * name it.
 */
export type Target = { sailingId: number } | { vesselId: number; voyage: string }

/** An order as a change of dates finds it. */
export interface ConcernedOrder {
  id: number
  trackingCode: string
  companyName: string
  email: string
  status: number
  deleted: boolean
  sailingId: number | null
  vesselId: number | null
  voyage: string
  /** The version of its booking confirmation; null without one. */
  updatedAt: string | null
  own: ConfirmedDates
  arrived: boolean
  toldPortEta: string | null
  toldPlaceEta: string | null
  /**
   * Arrivals that the client knows: those told last, or if none were, the dates before the first change that
   * nobody told.
   */
  known: Arrivals
}

type Row = Omit<ConcernedOrder, 'own' | 'known'> & ConfirmedDates & { before: Arrivals | null }

const KEY = sql`voyage_key(c.vessel_voyage)`

/** Orders of a sailing in the order of its list; for a voyage, those that are on no sailing. */
const belongsTo = (target: Target): RawBuilder<boolean> =>
  'sailingId' in target
    ? sql<boolean>`l.sailing_id = ${target.sailingId}`
    : sql<boolean>`c.vessel_id = ${target.vesselId} and ${KEY} = ${voyageKey(target.voyage)} and l.order_id is null`

async function read(db: Db, where: RawBuilder<boolean>): Promise<ConcernedOrder[]> {
  const { rows } = await sql<Row>`
    select o.id, o.tracking_code, o.company_name, o.email, o.status, o.deleted_at is not null as deleted, l.sailing_id,
      c.vessel_id, coalesce(c.vessel_voyage, '') as voyage, c.updated_at,
      c.cargo_cut_off_at, c.documentation_cut_off_at, c.estimated_time_of_departure_at,
      c.port_estimated_time_of_arrival_at, c.place_estimated_time_of_arrival_at,
      num_nonnulls(c.port_actual_time_of_arrival_at, c.place_actual_time_of_arrival_at) > 0 as arrived,
      c.told_port_eta, c.told_place_eta, (
        select i.result -> 'before' from run_items i join runs r on r.id = i.run_id
        where i.order_id = o.id and i.state = 'done' and r.kind = 'dates' and r.state <> 'undone' and i.result ? 'before'
        order by i.run_id limit 1
      ) as before
    from orders o left join loadings l on l.order_id = o.id left join confirmations c on c.order_id = o.id
    where ${where} order by l.position, o.id`.execute(db)
  return rows.map(({ before, ...row }) => {
    const own: ConfirmedDates = {
      cargoCutOffAt: row.cargoCutOffAt ?? null,
      documentationCutOffAt: row.documentationCutOffAt ?? null,
      estimatedTimeOfDepartureAt: row.estimatedTimeOfDepartureAt ?? null,
      portEstimatedTimeOfArrivalAt: row.portEstimatedTimeOfArrivalAt ?? null,
      placeEstimatedTimeOfArrivalAt: row.placeEstimatedTimeOfArrivalAt ?? null,
    }
    const known = {
      portEta: row.toldPortEta ?? (before ? before.portEta : own.portEstimatedTimeOfArrivalAt) ?? null,
      placeEta: row.toldPlaceEta ?? (before ? before.placeEta : own.placeEstimatedTimeOfArrivalAt) ?? null,
    }
    return { ...row, own, known }
  })
}

/** Orders that a change of dates may concern: in progress, not arrived. */
export const concernedOrders = (db: Db, target: Target): Promise<ConcernedOrder[]> =>
  read(
    db,
    sql<boolean>`${belongsTo(target)} and o.deleted_at is null and o.status = ${OrderStatus.IN_PROGRESS}
      and c.port_actual_time_of_arrival_at is null and c.place_actual_time_of_arrival_at is null`,
  )

/** These orders, whatever their state. */
export const ordersById = (db: Db, ids: readonly number[]): Promise<ConcernedOrder[]> =>
  read(db, sql<boolean>`o.id = any(${ids})`)

/** Why an order is left out of a change of dates; null if it is not. */
export function leftOut({ deleted, status, arrived }: ConcernedOrder): string | null {
  if (deleted) return ORDER_DELETED
  if (status === OrderStatus.CANCELLED) return ORDER_CANCELLED
  if (status === OrderStatus.COMPLETED) return 'The order is completed'
  return arrived ? 'The cargo has arrived' : null
}

/** Whether the order is still on the sailing, or still names the vessel and voyage. */
export const isPartOf = (target: Target, { sailingId, vesselId, voyage }: ConcernedOrder): boolean =>
  'sailingId' in target
    ? sailingId === target.sailingId
    : sailingId === null && vesselId === target.vesselId && voyageKey(voyage) === voyageKey(target.voyage)

/**
 * Who else edited these orders, or their confirmations, in the last ten minutes, and when. A confirmation
 * that followed its sailing, because the order was loaded or the sailing saved, was not edited.
 */
export async function recentEdits(
  db: Db,
  ids: readonly number[],
  { target, userId }: { target: Target; userId: number },
): Promise<Map<number, { by: string; at: string }>> {
  const sailingId = 'sailingId' in target ? target.sailingId : null
  const { rows } = await sql<{ orderId: number; by: string; at: string }>`
    select distinct on (a.entity_id) a.entity_id as order_id, u.username as by, a.at
    from audit_entries a join users u on u.id = a.user_id
    where a.entity in ('orders', 'confirmations') and a.entity_id = any(${ids}) and a.user_id <> ${userId}
      and a.action in ('order.update', 'confirmation.update') and a.at > now() - interval '10 minutes'
      and not (a.action = 'confirmation.update' and a.request_id <> '' and exists (
        select from audit_entries cause where cause.request_id = a.request_id
          and (cause.entity = 'orders' and cause.entity_id = a.entity_id and cause.action in ('order.load', 'order.roll')
            or cause.entity = 'sailings' and cause.entity_id = ${sailingId}::int)
      ))
    order by a.entity_id, a.id desc`.execute(db)
  return new Map(rows.map(({ orderId, by, at }) => [orderId, { by, at }]))
}
