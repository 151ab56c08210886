import { sql } from 'kysely'
import type { Page } from '#contract/lib/envelope.ts'
import type { RateEntity } from '#contract/rates/rate-entities.ts'
import type { RateHistoryRow } from '#contract/rates/rate-sets.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { type ListQuery, paginate } from '#server/resource/paginate.ts'

/** The values of a record with their times, newest first; also of one that was deleted. Throws 404 for an unknown one. */
export async function readHistory(
  db: Db,
  { entity, recordId }: { entity: RateEntity; recordId: number },
  query: Pick<ListQuery, 'page' | 'perPage'>,
): Promise<Page<RateHistoryRow>> {
  const found = () =>
    db.selectFrom('rateHistory as h').where('h.entity', '=', entity).where('h.recordId', '=', recordId)
  const { n } = await found()
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n === 0) throw notFound()
  const page = await paginate(
    query,
    async () => n,
    (limit, offset) =>
      found()
        .leftJoin('rateSets as s', 's.id', 'h.setId')
        .leftJoin('users as u', 'u.id', 'h.userId')
        .select([
          'h.entity',
          'h.recordId',
          'h.values',
          's.id as setId',
          's.name as setName',
          'u.id as userId',
          'u.username',
        ])
        .select([sql<string>`lower(h.valid)`.as('validFrom'), sql<string | null>`upper(h.valid)`.as('validTo')])
        .orderBy(sql`lower(h.valid)`, 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
  )
  const items = page.items.map(({ setId, setName, userId, username, ...row }) => ({
    ...row,
    set: setId === null ? null : { id: setId, name: setName ?? '' },
    by: userId === null ? null : { id: userId, name: username ?? '' },
  }))
  return { ...page, items }
}
