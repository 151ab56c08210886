import { sql } from 'kysely'
import { formatDateTime } from '#contract/lib/format.ts'
import type { Db } from '#server/db/client.ts'
import { StaleError } from '#server/errors.ts'

/** SQL for a record's next version: now, and at least 1 ms after the last. */
export const nextVersion = () => sql<string>`next_version(updated_at)`

/** 409 for an edit of an outdated version, with the record as it is now. */
export const staleEdit = (who: string | undefined, at: string, current: unknown) =>
  new StaleError(
    (timeZone) => `This record was changed by ${who ?? 'someone else'} at ${formatDateTime(at, timeZone)}.`,
    current,
  )

/** Who made the current version of a record; undefined if the trail does not say. */
export async function lastEditor(
  db: Db,
  record: { id: number; updatedAt: string },
  entity: string,
): Promise<string | undefined> {
  const last = await db
    .selectFrom('auditEntries')
    .innerJoin('users', 'users.id', 'auditEntries.userId')
    .select('users.username')
    .where('entity', '=', entity)
    .where('entityId', '=', record.id)
    // The first entry since then made this version; later ones may leave the version unchanged.
    .orderBy(sql`audit_entries.at < ${record.updatedAt}`)
    .orderBy(sql`case when audit_entries.at >= ${record.updatedAt} then audit_entries.id end`)
    .orderBy('auditEntries.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.username
}

/** Throws 409 for an edit of an outdated version, with its author, its time, and the record as it is now. */
export async function checkVersion(
  db: Db,
  sent: string | null | undefined,
  record: { id: number; updatedAt: string },
  entity: string,
  current: () => unknown,
): Promise<void> {
  if (!sent || sent === record.updatedAt) return
  throw staleEdit(await lastEditor(db, record, entity), record.updatedAt, await current())
}
