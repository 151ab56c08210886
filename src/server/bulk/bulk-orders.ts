import { sql } from 'kysely'
import type { Reached } from '#contract/orders/progress.ts'
import { ASKED_OF_CLIENT } from '#contract/papers/paper-codes.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { NeededData } from '#server/made-documents/missing.ts'
import { MISSING_STATES } from '#server/orders/papers/read-papers.ts'

/** The facts about an order that decide whether an action is possible. */
export interface BulkOrder extends Reached {
  id: number
  updatedAt: string
  /** Whether it was deleted with its client. */
  deleted: boolean
  email: string
  /** The address of the shipper; '' for none. */
  emailShipper: string
  /** Id of the client. */
  userId: number
  lastEventId: number | null
  lastEventEntryId: number | null
  /** Events that advanced it: a hold or a customs exam may come again. */
  reachedEvents: number[]
  inChargeId: number | null
  sailingId: number | null
  containerId: number | null
  /** The version of its booking confirmation; null without one. */
  confirmedAt: string | null
  /** The country of its destination; null if unknown. */
  country: string | null
  /** Number of missing papers that its client can be asked for. */
  missingPapers: number
  /** Whether its arrival notice was mailed, or waits to be. */
  arrivalNoticeMailed: boolean
  /** What decides whether its arrival notice can be made. */
  arrivalNotice: Pick<NeededData, 'company' | 'confirmation'>
}

/** These orders by id, whatever their state. */
export async function bulkOrders(db: Db, ids: readonly number[]): Promise<Map<number, BulkOrder>> {
  const { rows } = await sql<BulkOrder>`
    select o.id, o.updated_at, o.deleted_at is not null as deleted, o.status, o.email, o.email_shipper, o.user_id, o.in_charge_id,
      o.last_event_id, o.last_event_entry_id,
      o.last_milestone, l.received_at, case when c.order_id is not null then json_build_object(
        'actualTimeOfDepartureAt', c.actual_time_of_departure_at, 'portActualTimeOfArrivalAt', c.port_actual_time_of_arrival_at,
        'placeActualTimeOfArrivalAt', c.place_actual_time_of_arrival_at) end as booking_confirmation,
      array(select distinct e.event_id from order_events e
        where e.order_id = o.id and e.milestone < 'on-hold' and e.withdrawn_at is null) as reached_events,
      l.sailing_id, l.container_id, c.updated_at as confirmed_at,
      (select country_of_place(t.dest) from cartages t where t.id = o.shipment_destination) as country,
      (select count(*)::int from order_requirements p where p.order_id = o.id and not p.no_longer_asked
        and p.state in (${MISSING_STATES}) and p.supplier = any(${ASKED_OF_CLIENT}::text[])) as missing_papers,
      arrival_notice_mailed(o.id) as arrival_notice_mailed,
      json_build_object('company', (select json_build_object('name', p.name, 'address', p.address) from company_profile p),
        'confirmation', case when c.order_id is not null then json_build_object('vessel', c.vessel_id, 'vesselVoyage', c.vessel_voyage,
          'portOfDischarge', c.port_of_discharge, 'portEstimatedTimeOfArrivalAt', c.port_estimated_time_of_arrival_at,
          'portActualTimeOfArrivalAt', c.port_actual_time_of_arrival_at) end) as arrival_notice
    from orders o left join loadings l on l.order_id = o.id left join confirmations c on c.order_id = o.id
    where o.id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map((order) => [order.id, order]))
}

/**
 * Locks an order until the transaction ends, deleted or not, and reads it; undefined if it is gone for good.
 */
export async function lockBulkOrder(tx: Tx, id: number): Promise<BulkOrder | undefined> {
  // Both statements travel in one trip: the order is read once the lock is there.
  const [, found] = await Promise.all([
    sql`select from orders where id = ${id} for update`.execute(tx),
    bulkOrders(tx, [id]),
  ])
  return found.get(id)
}
