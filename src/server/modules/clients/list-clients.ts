import { sql } from 'kysely'
import type { CLIENT_SORT_KEYS, Client } from '#contract/clients/clients.ts'
import type { Page } from '#contract/lib/envelope.ts'
import { Role } from '#contract/session/session.ts'
import { CLIENT_COLUMNS } from '#server/accounts/read-client.ts'
import type { Db } from '#server/db/client.ts'
import { countRows } from '#server/resource/count-rows.ts'
import { containsPattern, type ListQuery, paginate } from '#server/resource/paginate.ts'

export type ClientSortKey = (typeof CLIENT_SORT_KEYS)[number]

/** Sort keys to columns: the only way from a query into SQL. */
const SORT_COLUMNS: Record<ClientSortKey, string> = {
  id: 'u.id',
  username: 'u.username',
  company_name: 'u.company_name',
}

const LIVE = `u.deleted_at is null and u.role = array['${Role.CLIENT}']`

/** Looks for the text in name, company and email; a phone number is found however it is typed. */
function searched(search: string) {
  if (!search) return sql`true`
  const pattern = containsPattern(search)
  const digits = search.replaceAll(/[\s+().-]/g, '')
  const phone = /^\d+$/.test(digits) ? sql`or u.phone like ${`%${digits}%`}` : sql``
  return sql`(u.username ilike ${pattern} or u.company_name ilike ${pattern} or u.email ilike ${pattern} ${phone})`
}

/** A page of live clients; ties are sorted by id. */
export function listClients(db: Db, query: ListQuery<ClientSortKey>): Promise<Page<Client>> {
  const where = sql`${sql.raw(LIVE)} and ${searched(query.search)}`
  const keys = query.order.map(({ key, direction }) => `${SORT_COLUMNS[key]} ${direction}`)
  const order = sql.raw([...keys, `u.id ${query.order[0]?.direction ?? 'asc'}`].join(', '))
  // Ids first, so that orders are counted for this page only.
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
