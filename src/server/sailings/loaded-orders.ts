import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#contract/lib/envelope.ts'
import { plainForm } from '#contract/lib/text.ts'
import { differences, type FollowedValues } from '#contract/sailings/follow.ts'
import { type LoadedOrder, type LoadedSortKey, measuredDiffers } from '#contract/sailings/loadings.ts'
import { FOLLOWED_FIELDS } from '#contract/sailings/sailing-codes.ts'
import type { Db } from '#server/db/client.ts'
import { countRows } from '#server/resource/count-rows.ts'
import { contains, foldedLike } from '#server/resource/folded.ts'
import { type ListQuery, paginate } from '#server/resource/paginate.ts'
import { sailingSide } from './conflicts.ts'
import { columnOf } from './follow-confirmations.ts'
import { COUNTS } from './read-sailings.ts'

const SORT_COLUMNS: Record<LoadedSortKey, RawBuilder<unknown>> = {
  position: sql.raw('l.position'),
  trackingCode: sql.raw('o.tracking_code'),
  companyName: sql.raw('o.company_name'),
  receivedAt: sql.raw('l.received_at'),
}

type Row = Omit<LoadedOrder, 'measuredDiffers' | 'differs'>

/** SQL: cargo of an order and its booking confirmation, in the names of the contract. */
export const CARGO_COLUMNS =
  sql.raw(`o.id as order_id, o.tracking_code, o.company_name, o.username, o.transportation_mode,
  o.city_name, o.cartage_name, c.cargo_ready_at, o.shipment_volume as booked_cbm, o.shipment_weight as booked_kg,
  (select json_build_object('id', u.id, 'name', u.username) from users u
    where u.id = o.in_charge_id and u.disabled_at is null) as in_charge`)

const LOADED = sql`loadings l join orders o on o.id = l.order_id`
/** SQL: orders that a search by code, its start, company or client finds. */
export function found(search: string): RawBuilder<unknown> {
  if (search === '') return sql`true`
  const code = plainForm(search)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
  const byCode = code === '' ? sql`false` : sql`o.tracking_code like ${`${code}%`}`
  const company = sql`select n.name from company_names n where ${foldedLike(sql`n.folded`, search)}`
  return sql`(${byCode} or o.company_name = any(array(${company})) or ${contains([sql`o.username`], search)})`
}

const own = sql.join(FOLLOWED_FIELDS.map((field) => sql`${sql.ref(`c.${columnOf(field)}`)} as ${sql.ref(field)}`))

/** The orders of a sailing, a page at a time, in their order there. Throws 404. */
export async function loadedOrders(
  db: Db,
  sailingId: number,
  query: ListQuery<LoadedSortKey>,
): Promise<Page<LoadedOrder>> {
  const where = sql`l.sailing_id = ${sailingId} and o.deleted_at is null and ${found(query.search)}`
  const keys = query.order.length > 0 ? query.order : [{ key: 'position' as const, direction: 'asc' as const }]
  const order = sql.join([
    ...keys.map(({ key, direction }) => sql`${SORT_COLUMNS[key]} ${sql.raw(direction)} nulls last`),
    sql`l.order_id`,
  ])
  const [sailing, page] = await Promise.all([
    sailingSide(db, sailingId),
    paginate(
      query,
      () => countRows(db, sql`${LOADED} where ${where}`),
      async (limit, offset) => {
        const { rows } = await sql<Row & FollowedValues & { ownVessel: string | null; confirmed: boolean }>`
          select ${CARGO_COLUMNS}, o.status, l.position, l.received_at, l.pieces,
            l.weight_kg as measured_kg, l.volume_cbm as measured_cbm, ${COUNTS.cbm} as used_cbm, ${COUNTS.kg} as used_kg,
            (select json_build_object('id', k.id, 'number', k.number) from containers k where k.id = l.container_id) as container,
            ${own}, v.name as own_vessel, c.order_id is not null as confirmed
          from ${LOADED}
          left join confirmations c on c.order_id = o.id
          left join vessels v on v.id = c.vessel_id
          where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(db)
        return rows
      },
    ),
  ])
  // The rows are changed in place: a sailing may have hundreds. The schema of the reply drops their other
  // columns.
  const items = page.items.map((row) =>
    Object.assign(row, {
      measuredDiffers: measuredDiffers(row),
      differs: differences(row.confirmed ? { values: row, vesselName: row.ownVessel } : null, sailing),
    }),
  )
  return { ...page, items }
}
