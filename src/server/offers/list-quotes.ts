import { sql } from 'kysely'
import type { Page } from '#contract/lib/envelope.ts'
import type { KeptQuote } from '#contract/offers/offers.ts'
import type { Db } from '#server/db/client.ts'
import { countRows } from '#server/resource/count-rows.ts'
import { containsNumber } from '#server/resource/folded.ts'
import { type ListQuery, paginate } from '#server/resource/paginate.ts'

/** Kept quotes, newest first: of a client, or found by lane and client. */
export function listQuotes(db: Db, { search, ...query }: ListQuery, clientId: number | null): Promise<Page<KeptQuote>> {
  const found = () => {
    let quotes = db.selectFrom('quotes as q').leftJoin('users as u', 'u.id', 'q.clientId')
    if (clientId !== null) quotes = quotes.where('q.clientId', '=', clientId)
    if (search !== '')
      quotes = quotes.where(
        containsNumber(
          [sql`q.origin`, sql`q.destination`, sql`coalesce(u.company_name, '')`, sql`coalesce(u.username, '')`],
          search,
        ),
      )
    return quotes
  }
  return paginate(
    query,
    () => countRows(db, sql`(${found().select('q.id')}) found`),
    async (limit, offset) => {
      const rows = await found()
        .select(['q.id', 'q.kind', 'q.askedAt', 'q.origin', 'q.destination', 'q.inputs', 'q.price', 'q.orderId'])
        .select(['u.id as clientId', 'u.companyName', 'u.username'])
        .orderBy('q.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(({ clientId: id, companyName, username, ...quote }) => ({
        ...quote,
        client: id === null ? null : { id, name: companyName || (username ?? '') },
      }))
    },
  )
}
