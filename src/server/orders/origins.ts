import { TradeTerms, TransportationMode } from '#contract/orders/codes.ts'
import type { Tx } from '#server/db/client.ts'
import { planned } from '#server/db/tuning/planned.ts'

export const ORIGIN_UNAVAILABLE = 'This origin does not exist or is hidden'
export const PORT_UNKNOWN = 'This port does not exist'
export const DESTINATION_UNAVAILABLE = 'This destination does not exist or is hidden'

/** The kinds of record an order may start from. */
export type OriginKind = 'location' | 'depot' | 'port'

/** A full container starts at a port, a pick-up at a pick-up location, any other shipment at a depot. */
export function originKind(order: { transportationMode: number; shipmentTradeTerms: number }): OriginKind {
  if (order.transportationMode === TransportationMode.FCL) return 'port'
  return order.shipmentTradeTerms === TradeTerms.PICK_UP ? 'location' : 'depot'
}

/** The three columns that name an order's origin, of which its kind allows one. */
export interface OriginColumns {
  originLocationId: number | null
  originDepotId: number | null
  originPortId: number | null
}

/** `shipmentOriginPort` of the API as an order stores it. */
export const originColumns = (kind: OriginKind, id: number | null): OriginColumns => ({
  originLocationId: kind === 'location' ? id : null,
  originDepotId: kind === 'depot' ? id : null,
  originPortId: kind === 'port' ? id : null,
})

/** `shipmentOriginPort` of a stored order. */
export const originId = ({ originLocationId, originDepotId, originPortId }: OriginColumns): number | null =>
  originLocationId ?? originDepotId ?? originPortId

/** The same in SQL; the order is `o`. */
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
 * An origin that an order may be given: any port, a visible pick-up location, a visible depot in service. It cannot be
 * deleted until the transaction ends. Undefined when there is none; what an old order names already may be hidden.
 */
export const findOrigin = (tx: Tx, kind: OriginKind, id: number): Promise<{ name: string } | undefined> =>
  FIND[kind](tx, id)

/** A visible cartage and whether it is an Amazon one; it cannot be deleted until the transaction ends. */
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

/** Whether a cartage, hidden or not, is an Amazon one. */
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
