import { noSuch } from '#contract/lib/messages.ts'
import type { OriginKind } from '#contract/orders/origin.ts'
import type { Tx } from '#server/db/client.ts'
import { planned } from '#server/db/tuning/planned.ts'

/** Messages at the fields for origin and destination. */
export const ORIGIN_UNAVAILABLE = 'This origin does not exist or is hidden'
export const PORT_UNKNOWN = noSuch('port')
export const DESTINATION_UNAVAILABLE = 'This destination does not exist or is hidden'

/** The three columns for an order's origin. At most one is set. */
export interface OriginColumns {
  originLocationId: number | null
  originDepotId: number | null
  originPortId: number | null
}

/** Turns the API's `shipmentOriginPort` into columns. */
export const originColumns = (kind: OriginKind, id: number | null): OriginColumns => ({
  originLocationId: kind === 'location' ? id : null,
  originDepotId: kind === 'depot' ? id : null,
  originPortId: kind === 'port' ? id : null,
})

/** Turns the columns back into the API's `shipmentOriginPort`. */
export const originId = ({ originLocationId, originDepotId, originPortId }: OriginColumns): number | null =>
  originLocationId ?? originDepotId ?? originPortId

/** `originId` in SQL, for `orders o`. */
export const ORIGIN_ID = 'coalesce(o.origin_location_id, o.origin_depot_id, o.origin_port_id)'

const findPort = (tx: Tx, id: number) =>
  tx.selectFrom('ports').select('name').where('id', '=', id).forKeyShare().$call(planned).executeTakeFirst()

const findLocation = (tx: Tx, id: number) =>
  tx
    .selectFrom('locations')
    .innerJoin('cities', 'cities.id', 'locations.cityId')
    .select('cities.name')
    .where('locations.id', '=', id)
    .where('locations.visibility', '=', true)
    .forKeyShare('locations')
    .$call(planned)
    .executeTakeFirst()

const findDepot = (tx: Tx, id: number) =>
  tx
    .selectFrom('depots')
    .select('name')
    .where('id', '=', id)
    .where('visibility', '=', true)
    .where('status', '=', true)
    .forKeyShare()
    .$call(planned)
    .executeTakeFirst()

const FIND = { port: findPort, location: findLocation, depot: findDepot }

/**
 * Finds an origin that can be chosen: any port, a visible pick-up location, or a visible depot in service.
 * Nobody can delete it until the transaction ends. Existing orders may keep an origin that was hidden since.
 */
export const findOrigin = (tx: Tx, kind: OriginKind, id: number): Promise<{ name: string } | undefined> =>
  FIND[kind](tx, id)

/**
 * Finds a visible cartage and whether it delivers to Amazon. Nobody can delete it until the transaction ends.
 */
export const findDestination = (tx: Tx, id: number): Promise<{ name: string; amazon: boolean } | undefined> =>
  tx
    .selectFrom('cartages')
    .innerJoin('cartageCategories', 'cartageCategories.id', 'cartages.categoryId')
    .select(['cartages.name', 'cartageCategories.isAmazon as amazon'])
    .where('cartages.id', '=', id)
    .where('cartages.status', '=', true)
    .forKeyShare('cartages')
    .$call(planned)
    .executeTakeFirst()

/** Whether a cartage, visible or hidden, delivers to Amazon. */
export async function isAmazon(tx: Tx, cartageId: number | null): Promise<boolean> {
  const found = await tx
    .selectFrom('cartages')
    .innerJoin('cartageCategories', 'cartageCategories.id', 'cartages.categoryId')
    .select('cartageCategories.isAmazon')
    .where('cartages.id', '=', cartageId)
    .$call(planned)
    .executeTakeFirst()
  return found?.isAmazon ?? false
}
