import { sql } from 'kysely'
import type { TradeTerms } from '#contract/codes/order-codes.ts'
import type { NamedRecord } from '#contract/lib/resource.ts'
import { originKind } from '#contract/orders/origin.ts'
import type { Db } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { readConstants } from './quote-constants.ts'

/** Where a shipment starts and ends. `originId` is a location for pick-ups, a depot otherwise. */
export interface LaneKeys {
  shipmentTradeTerms: TradeTerms
  originId: number
  cartageId: number
}

interface Row {
  locationName: string | null
  locationVisible: boolean
  precarFixed: number
  precarVar: number
  precarVarMin: number
  depotName: string | null
  depotStatus: boolean
  depotVisibility: boolean
  tier: number
  depotFixed: number
  depotVar: number
  depotVarMin: number
  cartageName: string | null
  dest: string
  cartageStatus: boolean
  exclusion: boolean
  amazon: boolean
  cbm: number | null
  mt: number | null
  days: number
  constants: Record<string, number>
  since: string | null
  set: NamedRecord | null
}

function locationOf(row: Row) {
  const { locationName: name, precarFixed, precarVar, precarVarMin } = row
  return name === null ? null : { name, visibility: row.locationVisible, precarFixed, precarVar, precarVarMin }
}

function depotOf(row: Row) {
  const { depotName: name, tier, depotFixed, depotVar, depotVarMin } = row
  if (name === null) return null
  return { name, tier, status: row.depotStatus, visibility: row.depotVisibility, depotFixed, depotVar, depotVarMin }
}

function cartageOf(row: Row) {
  const { cartageName: name, dest, exclusion, amazon } = row
  return name === null ? null : { name, dest, status: row.cartageStatus, exclusion, amazon }
}

/**
 * Reads everything the calculator needs about a lane, in one query; null for missing entries. `since` is when the
 * newest of the rates began, `set` the set that brought it.
 */
export async function findLane(db: Db, { shipmentTradeTerms, originId, cartageId }: LaneKeys) {
  const pickUp = originKind({ shipmentTradeTerms }) === 'location'
  const { rows } = await sql<Row>`
    select c.name as location_name, l.visibility as location_visible, l.precar_fixed, l.precar_var, l.precar_var_min,
      d.name as depot_name, d.status as depot_status, d.visibility as depot_visibility, d.tier,
      d.depot_fixed, d.depot_var, d.depot_var_min,
      a.name as cartage_name, a.dest, a.status as cartage_status, a.exclusion, k.is_amazon as amazon,
      f.cbm, f.mt, coalesce(t.days, 0) as days,
      (select json_object_agg(name, value) from constants) as constants, newest.since,
      case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as set
    from (select 1) as one
    left join locations l on ${pickUp} and l.id = ${originId}
    left join cities c on c.id = l.city_id
    left join depots d on d.id = case when ${pickUp} then l.depot_id else ${originId} end
    left join cartages a on a.id = ${cartageId}
    left join cartage_categories k on k.id = a.category_id
    left join lateral (
      select id, cbm, mt from freight where tier = d.tier and destination_key(dest) = destination_key(a.dest)
      order by upper(dest) <> upper(a.dest) limit 1
    ) f on true
    left join delivery_times t on t.depot_id = d.id and t.cartage_id = a.id
    left join lateral (
      select lower(h.valid) as since, h.set_id
      from (values ('depot', d.id), ('location', l.id), ('cartage', a.id), ('freight', f.id)) as used (entity, id)
      join rate_history h on h.entity = used.entity and h.record_id = used.id and upper_inf(h.valid)
      union all select lower(valid), set_id from rate_history where entity = 'constant' and upper_inf(valid)
      order by since desc, set_id desc nulls last limit 1
    ) newest on true
    left join rate_sets s on s.id = newest.set_id ${sql.raw(PLANNED)}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('A query that always has one row returned none')
  const { cbm, mt, days, constants, since, set } = row
  return {
    location: locationOf(row),
    depot: depotOf(row),
    cartage: cartageOf(row),
    freight: cbm === null || mt === null ? null : { cbm, mt },
    delivery: days,
    constants: readConstants(Object.entries(constants ?? {}).map(([name, value]) => ({ name, value }))),
    since,
    set,
  }
}
/** A lane as found: null for missing entries. */
export type Lane = Awaited<ReturnType<typeof findLane>>
