import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

/** Names of ports and cities by their codes; a port wins over a city with the same code. */
export async function placeNames(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; name: string }>`
    select code, name from cities union all select code, name from ports`.execute(db)
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** Names of records by id. */
export async function namesOf(db: Db, table: 'users' | 'carriers'): Promise<Map<number, string>> {
  const name = sql.ref(table === 'users' ? 'username' : 'name')
  const staff = table === 'users' ? sql`where role <> array['ROLE_USER']` : sql``
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${name} as name from ${sql.table(table)} ${staff}`.execute(db)
  return new Map(rows.map((row) => [row.id, row.name]))
}

const NOWHERE = 'Unknown'

/** A lane of a group's key, in words. */
export const laneOf = ([origin = '', destination = '']: readonly string[], places: ReadonlyMap<string, string>) => ({
  origin,
  originName: places.get(origin) ?? (origin || NOWHERE),
  destination,
  destinationName: places.get(destination) ?? (destination || NOWHERE),
})
