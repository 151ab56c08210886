import { type RawBuilder, sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { CHOOSE, noSuch } from '#contract/lib/messages.ts'
import { CLIENT_GONE } from '#contract/orders/bookings.ts'
import type { Tx } from '#server/db/client.ts'
import type { OrderRecord } from '#server/imports/rows/order-row.ts'
import { DESTINATION_UNAVAILABLE, ORIGIN_UNAVAILABLE } from '#server/orders/origins.ts'

/** The parts of a row that name other records. */
type NamingRecord = Pick<OrderRecord, 'order' | 'entries' | 'confirmation'>

const idsIn = (records: readonly NamingRecord[], column: string) => [
  ...new Set(records.flatMap(({ order }) => (typeof order[column] === 'number' ? [order[column]] : []))),
]

const found = async (query: RawBuilder<{ id: number }>, tx: Tx) =>
  new Set((await query.execute(tx)).rows.map(({ id }) => id))

/**
 * The records that these rows name, as far as they still exist. Nobody can delete them until the transaction
 * ends.
 */
export async function readNamed(tx: Tx, records: readonly NamingRecord[]) {
  const clientIds = idsIn(records, 'user_id').toSorted((a, b) => a - b)
  const clients = await sql<{ id: number; username: string }>`
    select id, username from users
    where id = any(${clientIds}) and deleted_at is null and role = array[${sql.lit(Role.CLIENT)}] order by id for share`.execute(
    tx,
  )
  const all = (column: string) => idsIn(records, column)
  const eventIds = [...new Set(records.flatMap(({ entries }) => entries.map(({ event_id }) => event_id)))]
  const vessels = [...new Set(records.flatMap(({ confirmation }) => Number(confirmation?.vessel_id ?? 0)))]
  return {
    clients: new Map(clients.rows.map(({ id, username }) => [id, username])),
    cartages: await found(
      sql`select id from cartages where id = any(${all('shipment_destination')}) and status for key share`,
      tx,
    ),
    locations: await found(
      sql`select id from locations where id = any(${all('origin_location_id')}) and visibility for key share`,
      tx,
    ),
    depots: await found(
      sql`select id from depots where id = any(${all('origin_depot_id')}) and visibility and status for key share`,
      tx,
    ),
    ports: await found(sql`select id from ports where id = any(${all('origin_port_id')}) for key share`, tx),
    events: await found(sql`select id from events where id = any(${eventIds}) for key share`, tx),
    vessels: await found(sql`select id from vessels where id = any(${vessels}) for key share`, tx),
  }
}

/** The records that rows name and that are still there. */
type Named = Awaited<ReturnType<typeof readNamed>>

/** Why the client of an accepted order cannot have it any more; null if it can. */
export const clientGone = ({ order }: NamingRecord, { clients }: Named): string | null =>
  clients.has(Number(order.user_id)) ? null : CLIENT_GONE

/** Why a place, an event or a vessel of an accepted row cannot be named any more; null if all can. */
export function placesGone({ order, entries, confirmation }: NamingRecord, named: Named): string | null {
  const isGone = (column: string, there: ReadonlySet<number>) =>
    typeof order[column] === 'number' && !there.has(order[column])
  if (isGone('shipment_destination', named.cartages)) return DESTINATION_UNAVAILABLE
  if (isGone('origin_location_id', named.locations) || isGone('origin_depot_id', named.depots))
    return ORIGIN_UNAVAILABLE
  if (isGone('origin_port_id', named.ports)) return ORIGIN_UNAVAILABLE
  if (entries.some(({ event_id }) => !named.events.has(event_id))) return noSuch('event')
  const vessel = confirmation?.vessel_id
  return typeof vessel === 'number' && !named.vessels.has(vessel) ? `Vessel: ${CHOOSE}` : null
}
