import { sql } from 'kysely'
import type { OrderFields } from '#contract/orders/order-fields.ts'
import { ORDER_FIELD_KEYS } from '#contract/orders/order-fields.ts'
import { type Db, isoTime } from '#server/db/client.ts'
import type { ReadCode } from '#server/imports/rows/order-code.ts'
import { hashSumOf } from '#server/imports/rows/order-code.ts'
import { columnsOf } from '#server/orders/columns.ts'
import type { OrderBefore } from '#server/orders/order-rules.ts'

/** An order that a row of a file names by its code, with what its cells are compared with. */
export interface KnownOrder extends OrderBefore {
  id: number
  clientEmail: string
  created: string
  cityName: string
  cartageName: string
  originDepot: string | null
  /** Whether its destination delivers to Amazon. */
  amazon: boolean
  inCharge: { id: number; name: string; email: string } | null
  lastEventName: string | null
  lastEventTime: string | null
  /** The history that stands, oldest first; null if the file says nothing about it. */
  events: readonly { name: string; date: string }[] | null
  /** Columns of the booking confirmation, named as in SQL, and its version; null without one. */
  confirmation: Record<string, unknown> | null
  vesselName: string | null
  updatedAt: string
}

/** The order behind a code; 'several' if more than one live order has another program's code; null for none. */
export type FindOrder = (code: ReadCode) => KnownOrder | 'several' | null

const COLUMNS = `${columnsOf(ORDER_FIELD_KEYS)}, o.id, o.tracking_code as "trackingCode", o.created_at as created,
  o.city_name as "cityName", o.cartage_name as "cartageName", o.last_event_name as "lastEventName",
  o.last_event_time as "lastEventTime", o.updated_at as "updatedAt",
  (select u.email from users u where u.id = o.user_id) as "clientEmail",
  (select d.name from locations l join depots d on d.id = l.depot_id where l.id = o.origin_location_id) as "originDepot",
  coalesce((select k.is_amazon from cartages g join cartage_categories k on k.id = g.category_id
    where g.id = o.shipment_destination), false) as amazon,
  (select json_build_object('id', s.id, 'name', s.username, 'email', s.email) from users s where s.id = o.in_charge_id) as "inCharge",
  (select v.name from vessels v where v.id = c.vessel_id) as "vesselName",
  case when c.order_id is not null then to_jsonb(c) end as confirmation`
const HISTORY = `(select coalesce(json_agg(json_build_object('name', e.event_name, 'date', e.date) order by e.id), '[]')
  from order_events e where e.order_id = o.id and e.withdrawn_at is null)`

/** The live orders with these codes, read in two statements however many there are. */
export async function ordersByCode(
  db: Db,
  codes: readonly ReadCode[],
  { withHistory }: { withHistory: boolean },
): Promise<FindOrder> {
  const own = codes.flatMap((code) => ('own' in code ? code.own : []))
  const others = codes.flatMap((code) => ('other' in code ? code.other : []))
  // Kind 7: src/server/search/term-kinds.ts.
  const named = await sql<{ asked: string; id: number }>`
    select asked, o.id from unnest(${others}::text[]) asked
      join order_terms t on t.term = search_term(asked) and t.kind = 7
      join orders o on o.id = t.order_id and o.deleted_at is null`.execute(db)
  const ids = [...new Set(named.rows.map(({ id }) => id))]
  const { rows } = await sql<KnownOrder & { trackingCode: string } & OrderFields>`
    select ${sql.raw(COLUMNS)}, ${sql.raw(withHistory ? HISTORY : 'null')} as events
    from orders o left join confirmations c on c.order_id = o.id
    where o.deleted_at is null
      and (o.id = any(${ids}) or (o.hash_sum = any(${own.map(hashSumOf)}::text[]) and o.tracking_code = any(${own}::text[])))`.execute(
    db,
  )
  const byCode = new Map(rows.map((row) => [row.trackingCode, row]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byOther = new Map<string, number[]>()
  for (const { asked, id } of named.rows) byOther.set(asked, [...new Set([...(byOther.get(asked) ?? []), id])])
  return (code) => {
    if ('own' in code) return byCode.get(code.own) ?? null
    const found = byOther.get(code.other) ?? []
    return found.length > 1 ? 'several' : (byId.get(found[0] ?? 0) ?? null)
  }
}

/** A time within JSON, as ISO 8601; null for none. */
export const timeInJson = (value: unknown): string | null => (typeof value === 'string' ? isoTime(value) : null)
