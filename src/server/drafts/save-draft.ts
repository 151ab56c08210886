import { sql } from 'kysely'
import { type Draft, type DraftInput, MOST_DRAFTS } from '#contract/drafts/drafts.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import { type DraftKey, readDraft } from './read-drafts.ts'

type Saved = DraftKey & Omit<DraftInput, 'tab'>

const CHANGED = 'This draft was changed in another tab'

/** Removes a person's oldest typed drafts beyond those that are kept. Drafts prepared by programs stay. */
const keepLatest = (tx: Tx, userId: number) =>
  sql`
  delete from drafts where (user_id, kind, record_id, tab) in (
    select user_id, kind, record_id, tab from drafts where user_id = ${userId} and api_key_id is null
    order by updated_at desc, tab offset ${MOST_DRAFTS}
  )`.execute(tx)

/**
 * Saves a typed draft. Throws 409, with the draft as it is now, unless the caller has seen its last revision.
 */
export async function saveDraft(
  tx: Tx,
  _: unknown,
  { userId, kind, id, tab, values, baseVersion, shape, revision }: Saved,
): Promise<Draft> {
  const key = { userId, kind, id, tab }
  const row = { baseVersion, shape, values: JSON.stringify(values) }
  const { numUpdatedRows } = await tx
    .updateTable('drafts')
    .set({ ...row, revision: sql`revision + 1`, updatedAt: sql`clock_timestamp()` })
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('recordId', '=', id)
    .where('tab', '=', tab)
    .where('revision', '=', revision ?? 0)
    .where('apiKeyId', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    // A draft that was removed meanwhile begins again, so that nobody is stuck with an old revision.
    const { numInsertedOrUpdatedRows: added = 0n } = await tx
      .insertInto('drafts')
      .values({ userId, kind, recordId: id, tab, ...row, revision: (revision ?? 0) + 1 })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added === 0n) throw new AppError(409, CHANGED, { current: await readDraft(tx, key) })
    await keepLatest(tx, userId)
  }
  const saved = await readDraft(tx, key)
  if (!saved) throw new AppError(409, CHANGED, { current: null })
  return saved
}

/** Removes a draft, up to the revision that was seen: later typing stays. */
export async function removeDraft(
  tx: Tx,
  _: unknown,
  { userId, kind, id, tab, revision }: DraftKey & { revision: number | null },
): Promise<void> {
  await tx
    .deleteFrom('drafts')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('recordId', '=', id)
    .where('tab', '=', tab)
    .$if(revision !== null, (query) => query.where('revision', '<=', revision ?? 0))
    .execute()
}
