import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { CLIENT_FILTERS } from '#contract/clients/client-filters.ts'
import type { CLIENT_SORT_KEYS, Client } from '#contract/clients/clients.ts'
import type { ChangedPage, Page } from '#contract/lib/envelope.ts'
import { CLIENT_COLUMNS } from '#server/accounts/read-client.ts'
import type { Db } from '#server/db/client.ts'
import type { ChangedQuery } from '#server/resource/changed/asked.ts'
import { readChanged } from '#server/resource/changed/read-changed.ts'
import { countRows } from '#server/resource/count-rows.ts'
import { type CountKept, countNarrowed, narrowedPage, type SortKey } from '#server/resource/filtered-page.ts'
import type { FilterClock, FilterColumn, FilterColumns } from '#server/resource/filters/columns.ts'
import { filterConditions } from '#server/resource/filters/conditions.ts'
import type { Narrowed } from '#server/resource/filters/narrowed.ts'
import { keptFilters } from '#server/resource/filters/read-filters.ts'
import { containsNumber, foldedLike } from '#server/resource/folded.ts'
import { type ListQuery, paginate } from '#server/resource/paginate.ts'

export type ClientSortKey = (typeof CLIENT_SORT_KEYS)[number]

/** Columns by sort key: the only way from a query into SQL. */
const SORT_COLUMNS: Record<ClientSortKey, string> = {
  id: 'u.id',
  username: 'u.username',
  company_name: 'u.company_name',
}

const LIVE = `u.deleted_at is null and u.role = array['${Role.CLIENT}']`

/** Searches name, company and email for the text; a phone number is found however it is typed. */
function searched(search: string) {
  if (!search) return sql<boolean>`true`
  const named = sql.join([foldedLike(sql`c.folded_name`, search), foldedLike(sql`c.folded_company`, search)], sql` or `)
  return sql<boolean>`(u.id in (select c.user_id from client_terms c where ${named}) or ${containsNumber([sql`u.email`, sql`u.phone`], search)})`
}

/** A name of live clients, which `client_terms` keeps folded. */
const nameColumn = (folded: string, column: string): FilterColumn => ({
  sql: folded,
  folded: true,
  among: { column: 'u.id', type: 'integer', select: 'select c.user_id from client_terms c where' },
  presence: { empty: `${column} = ''`, filled: `${column} > ''` },
})

const COLUMNS: FilterColumns<typeof CLIENT_FILTERS> = {
  username: nameColumn('c.folded_name', 'u.username'),
  company: nameColumn('c.folded_company', 'u.company_name'),
  email: { sql: 'u.email' },
  phone: { sql: 'u.phone' },
  address: { sql: 'u.company_address' },
  businessNumber: { sql: 'u.canadian_business_number' },
  confirmed: { sql: 'u.confirmed', type: 'boolean' },
  created: { sql: 'u.created_at' },
}

/** The query of a page of clients, and of their export. */
export type ClientsQuery = Pick<ListQuery<ClientSortKey>, 'order' | 'search' | 'where'>

/** Live clients that meet the search and all filters. */
export function narrowedClients({ where = {}, search }: Omit<ClientsQuery, 'order'>, clock: FilterClock): Narrowed {
  const conditions = filterConditions(CLIENT_FILTERS, COLUMNS, where, clock)
  return { from: 'users u', alias: 'u', live: LIVE, conditions: [...conditions, searched(search)] }
}

/**
 * How many live clients a view shows, counted up to one more than `most`. Throws 400 at a filter that cannot
 * be read.
 */
export const countClients: CountKept = (db, { filters, search }, { userId, ...clock }, most) =>
  countNarrowed(db, narrowedClients({ where: keptFilters(CLIENT_FILTERS, filters, userId), search }, clock), most)

/** Live clients with these ids, in any order. */
const readClients = async (db: Db, ids: readonly number[]): Promise<Client[]> =>
  (await sql<Client>`select ${sql.raw(CLIENT_COLUMNS)} from users u where u.id = any(${ids}::int[])`.execute(db)).rows

/** The keys of a page's order; ties are sorted by id. */
export const sortKeys = (order: ListQuery<ClientSortKey>['order']): SortKey[] => [
  ...order.map(({ key, direction }) => ({ by: SORT_COLUMNS[key], direction })),
  { by: 'u.id', direction: order[0]?.direction ?? 'asc' },
]

/** A page of live clients; ties are sorted by id. */
export function listClients(db: Db, query: ListQuery<ClientSortKey>, clock: FilterClock): Promise<Page<Client>> {
  if (Object.keys(query.where ?? {}).length > 0)
    return narrowedPage(db, narrowedClients(query, clock), query, {
      keys: sortKeys(query.order),
      read: (ids) => readClients(db, ids),
    })
  const where = sql`${sql.raw(LIVE)} and ${searched(query.search)}`
  const order = sql.raw(
    sortKeys(query.order)
      .map(({ by, direction }) => `${by} ${direction}`)
      .join(', '),
  )
  // Ids come first, so that orders are counted for this page only.
  const ids = (limit: number, offset: number) =>
    sql`select u.id from users u where ${where} order by ${order} limit ${limit} offset ${offset}`
  return paginate(
    query,
    () => countRows(db, sql`users u where ${where}`),
    async (limit, offset) =>
      (
        await sql<Client>`select ${sql.raw(CLIENT_COLUMNS)} from users u where u.id in (${ids(limit, offset)}) order by ${order}`.execute(
          db,
        )
      ).rows,
  )
}

const CHANGED = { kind: 'clients', columns: CLIENT_COLUMNS, table: 'users u', id: 'u.id', live: LIVE }

/** A page of the clients that were changed or deleted since a time, the earliest change first. Throws 400. */
export const changedClients = (query: ChangedQuery, from: Db): Promise<ChangedPage<Client>> =>
  readChanged(from, CHANGED, query)
