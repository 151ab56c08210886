import { sql } from 'kysely'
import { FOLLOWED, FOLLOWED_FIELDS, SAILING_DATES } from '#contract/sailings/sailing-codes.ts'
import type { Db } from '#server/db/client.ts'
import { columnOf } from './follow-confirmations.ts'
import type { Dates } from './record-dates.ts'

/** Values that the orders of a sailing have in common. */
export interface GroupKey {
  vesselId: number
  voyageKey: string
  portOfLoading: string
  portOfDischarge: string
}
/** The key before the first group. */
export const FIRST: GroupKey = { vesselId: 0, voyageKey: '', portOfLoading: '', portOfDischarge: '' }

/**
 * Confirmations of one vessel, voyage and pair of ports whose orders are on no sailing yet; dates are those
 * of the majority.
 */
export interface Group extends GroupKey, Omit<Dates, 'vgmCutOffAt'> {
  vessel: string
  voyage: string
  orders: { id: number; receivedAt: string | null }[]
  /** Number of confirmations with another date than the majority. */
  differing: number
  /** The existing sailing. */
  sailingId: number | null
  reference: string | null
}

const KEY = sql.raw('voyage_key(c.vessel_voyage)')
const DATES = FOLLOWED_FIELDS.filter((field) => SAILING_DATES.some((date) => date === FOLLOWED[field])).map(
  (field) => ({ date: sql.ref(FOLLOWED[field]), column: sql.ref(`c.${columnOf(field)}`) }),
)
const usual = sql.join(DATES.map(({ date, column }) => sql`mode() within group (order by ${column}) as ${date}`))
const differs = sql.join(
  DATES.map(({ date, column }) => sql`${column} is distinct from g.${date}`),
  sql` or `,
)

/** The next groups after this one: of two orders and more, or of any number where their sailing exists. */
export async function nextGroups(db: Db, after: GroupKey, most: number): Promise<Group[]> {
  const { rows } = await sql<Group>`
    with grouped as (
      select c.vessel_id, ${KEY} as voyage_key, c.port_of_loading, c.port_of_discharge, ${usual},
        mode() within group (order by c.vessel_voyage) as voyage, array_agg(c.order_id) as ids
      from confirmations c join orders o on o.id = c.order_id
      where o.deleted_at is null and o.status <> 1 and c.vessel_id is not null and ${KEY} <> ''
        and c.port_of_loading <> '' and c.port_of_discharge <> '' and c.port_of_loading <> c.port_of_discharge
        and not exists (select from loadings l where l.order_id = c.order_id)
        and not exists (select from audit_entries a
          where a.entity = 'orders' and a.entity_id = c.order_id and a.action = 'order.unload')
        and (c.vessel_id, ${KEY}, c.port_of_loading, c.port_of_discharge)
          > (${after.vesselId}::int, ${after.voyageKey}::text, ${after.portOfLoading}::text, ${after.portOfDischarge}::text)
      group by 1, 2, 3, 4
    )
    select g.*, v.name as vessel, s.id as sailing_id, s.reference,
      (
        select json_agg(json_build_object('id', o.id, 'receivedAt', (
          select min(e.date) from order_events e
          where e.order_id = o.id and e.milestone = 'received' and e.withdrawn_at is null
        )) order by o.id) from orders o where o.id = any(g.ids)
      ) as orders,
      (select count(*) from confirmations c where c.order_id = any(g.ids) and (${differs})) as differing
    from grouped g
    join vessels v on v.id = g.vessel_id
    left join sailings s on s.vessel_id = g.vessel_id and s.voyage_key = g.voyage_key and s.status <> 'cancelled'
      and s.port_of_loading = g.port_of_loading and s.port_of_discharge = g.port_of_discharge
    where s.id is not null or cardinality(g.ids) > 1
    order by g.vessel_id, g.voyage_key, g.port_of_loading, g.port_of_discharge
    limit ${most}`.execute(db)
  return rows
}
