import type { PoolClient } from 'pg'
import { insertRows } from '#demo/lib/insert-rows.ts'
import type { referenceRows } from './reference-rows.ts'

/** Inserts places, ships, carriers, rates, delivery times, hints and document requirements. */
export async function insertReference(client: PoolClient, reference: ReturnType<typeof referenceRows>): Promise<void> {
  await insertRows(client, 'ports', reference.ports)
  await insertRows(client, 'cities', reference.cities)
  await insertRows(client, 'vessels', reference.vessels)
  await insertRows(client, 'carriers', reference.carriers)
  await insertRows(client, 'places', reference.destinationPlaces)
  await insertRows(client, 'depots', reference.depots)
  await insertRows(client, 'depotOrigins', reference.depotOrigins)
  await insertRows(client, 'cartages', reference.cartages)
  await insertRows(client, 'freight', reference.freight)
  await insertRows(client, 'locations', reference.locations)
  await insertRows(client, 'deliveryTimes', reference.deliveryTimes)
  await insertRows(client, 'hints', reference.hints)
  await insertRows(client, 'documentRequirements', reference.documentRequirements)
}
