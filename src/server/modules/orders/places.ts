import type { Db } from '#server/db/client.ts'

/** A visible cartage with whether it is an Amazon one; undefined when there is none. */
export const findCartage = (db: Db, id: number) =>
  db
    .selectFrom('cartages')
    .innerJoin('cartageCategories', 'cartageCategories.id', 'cartages.categoryId')
    .select(['cartages.name', 'cartageCategories.isAmazon as amazon'])
    .where('cartages.id', '=', id)
    .where('cartages.status', '=', true)
    .executeTakeFirst()

/** The origin an order may name: a port for a full container, a pick-up location with terms 3, else a depot in service. */
export async function findOrigin(
  db: Db,
  mode: number,
  terms: number,
  id: number,
): Promise<{ name: string } | undefined> {
  if (mode === 1) return db.selectFrom('ports').select('name').where('id', '=', id).executeTakeFirst()
  if (terms === 3) {
    return db
      .selectFrom('locations')
      .innerJoin('cities', 'cities.id', 'locations.cityId')
      .select('cities.name')
      .where('locations.id', '=', id)
      .where('locations.visibility', '=', true)
      .executeTakeFirst()
  }
  return db
    .selectFrom('depots')
    .select('name')
    .where('id', '=', id)
    .where('visibility', '=', true)
    .where('status', '=', true)
    .executeTakeFirst()
}
