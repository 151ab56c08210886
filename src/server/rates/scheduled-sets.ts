import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { type RateBook, readBook } from '#server/pricing/rate-book.ts'
import { type SetChanges, withSets } from './changed-book.ts'

/** Which scheduled sets count: those that take effect until an instant, or before a set of that time. */
export type Until = { until: string } | { before: { id: number; validFrom: string } }

/** The changes of sets, in the order in which they were written. */
export async function readChanges(db: Db, setIds: readonly number[]) {
  if (setIds.length === 0) return []
  return db.selectFrom('rateChanges').selectAll().where('setId', 'in', setIds).orderBy('id').execute()
}

/** Scheduled sets with their changes, in the order in which they take effect. */
export async function readScheduled(db: Db, when: Until): Promise<SetChanges[]> {
  let query = db.selectFrom('rateSets').select(['id', 'name', 'validFrom']).where('state', '=', 'scheduled')
  if ('until' in when) query = query.where('validFrom', '<=', when.until)
  else
    query = query.where(
      sql<boolean>`(valid_from, id) < (${when.before.validFrom}::timestamptz, ${when.before.id}::int)`,
    )
  const sets = await query.orderBy('validFrom').orderBy('id').execute()
  const changes = await readChanges(
    db,
    sets.map(({ id }) => id),
  )
  return sets.map(({ id, name, validFrom }) => ({
    id,
    name,
    validFrom: validFrom ?? '', // a scheduled set has a time: the table says so
    changes: changes.filter(({ setId }) => setId === id),
  }))
}

/** Today's rates with the scheduled sets until then in effect. */
export async function comingBook(db: Db, when: Until): Promise<RateBook> {
  return withSets(await readBook(db, null), await readScheduled(db, when))
}
