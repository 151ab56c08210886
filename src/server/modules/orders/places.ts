import type { Tx } from '#server/db/client.ts'

/** A visible cartage with whether it is an Amazon one, held until the transaction ends; undefined when there is none. */
export const findCartage = (tx: Tx, id: number) =>
  tx
    .selectFrom('cartages')
    .innerJoin('cartageCategories', 'cartageCategories.id', 'cartages.categoryId')
    .select(['cartages.name', 'cartageCategories.isAmazon as amazon'])
    .where('cartages.id', '=', id)
    .where('cartages.status', '=', true)
    .forKeyShare('cartages')
    .executeTakeFirst()

/** What an origin is: a port for a full container, a pick-up location with terms 3, else a depot. */
export const originKind = (mode: number, terms: number) => (mode === 1 ? 'port' : terms === 3 ? 'location' : 'depot')

/**
 * The origin an order may name: any port, a pick-up location that is offered, a depot in service. It is held
 * until the transaction ends.
 */
export async function findOrigin(
  tx: Tx,
  mode: number,
  terms: number,
  id: number,
): Promise<{ name: string } | undefined> {
  const kind = originKind(mode, terms)
  if (kind === 'port')
    return tx.selectFrom('ports').select('name').where('id', '=', id).forKeyShare().executeTakeFirst()
  if (kind === 'location') {
    return tx
      .selectFrom('locations')
      .innerJoin('cities', 'cities.id', 'locations.cityId')
      .select('cities.name')
      .where('locations.id', '=', id)
      .where('locations.visibility', '=', true)
      .forKeyShare('locations')
      .executeTakeFirst()
  }
  return tx
    .selectFrom('depots')
    .select('name')
    .where('id', '=', id)
    .where('visibility', '=', true)
    .where('status', '=', true)
    .forKeyShare()
    .executeTakeFirst()
}
