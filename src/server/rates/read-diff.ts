import type { Page } from '#contract/lib/envelope.ts'
import { type RateDiffRow, rateSets } from '#contract/rates/rate-sets.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { type ListQuery, paginate } from '#server/resource/paginate.ts'
import { expectedBook, judgeChanges } from './expected.ts'
import { readChanges } from './scheduled-sets.ts'

/**
 * What a set changes beside what is expected at its time, in the order in which it was written. Of one that is
 * applied or cancelled nothing is expected any more: its changes are shown as they were.
 */
export async function readDiff(
  db: Db,
  id: number,
  query: Pick<ListQuery, 'page' | 'perPage'>,
): Promise<Page<RateDiffRow>> {
  const set = await db
    .selectFrom('rateSets')
    .select(['id', 'state', 'validFrom'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!set) throw notFound(rateSets.name)
  const rows = judgeChanges(await expectedBook(db, set), await readChanges(db, [id]))
  const open = set.state === 'draft' || set.state === 'scheduled'
  const shown = open ? rows : rows.map((row) => ({ ...row, stale: false }))
  return paginate(
    query,
    async () => shown.length,
    async (limit, offset) => shown.slice(offset, offset + limit),
  )
}
