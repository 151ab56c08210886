import { sql } from 'kysely'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import type { ConfirmedVoyage } from '#contract/sailings/date-change.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'

/**
 * The voyages of a vessel that confirmations of open orders without a sailing name, the next arrival first.
 * Throws 404.
 */
export async function confirmedVoyages(db: Db, vesselId: number): Promise<ConfirmedVoyage[]> {
  const vessel = await db.selectFrom('vessels').select('id').where('id', '=', vesselId).executeTakeFirst()
  if (!vessel) throw notFound('Vessel')
  const { rows } = await sql<ConfirmedVoyage>`
    with confirmed as (
      select c.*, voyage_key(c.vessel_voyage) as key
      from confirmations c join orders o on o.id = c.order_id
      where c.vessel_id = ${vesselId} and o.status = ${OrderStatus.IN_PROGRESS} and o.deleted_at is null
        and c.port_actual_time_of_arrival_at is null and c.place_actual_time_of_arrival_at is null
        and not exists (select from loadings l where l.order_id = o.id)
    )
    select mode() within group (order by vessel_voyage) as voyage, count(*) as orders,
      mode() within group (order by estimated_time_of_departure_at) as etd,
      mode() within group (order by port_estimated_time_of_arrival_at) as port_eta
    from confirmed where key <> '' group by key order by port_eta nulls last, key limit 1000`.execute(db)
  return rows
}
