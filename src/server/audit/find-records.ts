import { sql } from 'kysely'
import { parseOrderSearch } from '#contract/orders/tracking-code.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { searchOrders } from '#server/orders/list/list-orders.ts'
import { contains } from '#server/resource/folded.ts'
import { type Named, namedLike } from './record-names.ts'

/** Records that a search of the trail found, by kind, and people whose own entries count too. */
export interface Found {
  records: { entities: string[]; ids: number[] }[]
  people: number[]
}

/** Most records: more are no help, and the trail is searched for each. */
const MOST = 200
/** Letters of a code's start; four letters alone are as often the start of a name. */
const LETTERS_OF_CODE = 4

async function findOrders(db: Db, search: string): Promise<number[]> {
  const wanted = parseOrderSearch(search)
  if (!/^\d/.test(wanted) && wanted.length <= LETTERS_OF_CODE) return []
  const page = await searchOrders(db, search, { page: 1, perPage: MOST + 1, order: [], search: '' })
  return page.items.map(({ id }) => id)
}

async function findPeople(db: Db, search: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from users
    where ${contains([sql`username`, sql`company_name`, sql`email`], search)}
    limit ${MOST + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Records that a search of the trail means: orders by id, code or its start, people by name, company and
 * email, other records by name. Indexes then find their entries. Throws 400 at `search` if there are more
 * than 200.
 */
export async function findRecords(db: Db, search: string): Promise<Found> {
  const [orders, people, named] = await Promise.all([
    findOrders(db, search),
    findPeople(db, search),
    namedLike(search, MOST + 1).execute(db),
  ])
  if (orders.length + people.length + named.rows.length > MOST)
    throw invalid({ search: `More than ${MOST} records match. Please type more.` })
  const ofKind = new Map<Named, number[]>()
  for (const { of, id } of named.rows) ofKind.set(of, [...(ofKind.get(of) ?? []), id])
  const records = [
    { entities: ['orders', 'confirmations'], ids: orders },
    { entities: ['clients', 'users', 'impersonations'], ids: people },
    ...[...ofKind].map(([of, ids]) => ({ entities: [of], ids })),
  ]
  return { records: records.filter(({ ids }) => ids.length > 0), people }
}
