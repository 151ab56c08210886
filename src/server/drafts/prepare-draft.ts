import { sql } from 'kysely'
import { type Draft, MOST_DRAFTS } from '#contract/drafts/drafts.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import { readDraft } from './read-drafts.ts'

interface Prepared extends Pick<Draft, 'kind' | 'id' | 'baseVersion' | 'shape' | 'values'> {
  /** The person it is prepared for. */
  userId: number
  apiKeyId: number
}

/** The tab of a key's drafts: a key has one draft per record, and a new one replaces it. */
export const tabOfKey = (apiKeyId: number) => `key-${apiKeyId}`

/**
 * Keeps a draft that a program prepared for the owner of its key, until that person sends or discards it.
 * Throws 409 when too many wait already: a program never pushes out a waiting draft.
 */
export async function prepareDraft(tx: Tx, { userId, apiKeyId, id, values, ...draft }: Prepared): Promise<Draft> {
  const key = { userId, kind: draft.kind, id, tab: tabOfKey(apiKeyId) }
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { n } = await tx
    .selectFrom('drafts')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('userId', '=', userId)
    .where('apiKeyId', 'is not', null)
    .where((where) => where.not(where.and({ kind: key.kind, recordId: id, tab: key.tab })))
    .executeTakeFirstOrThrow()
  if (n >= MOST_DRAFTS)
    throw new AppError(409, `${MOST_DRAFTS} drafts wait already. They must be sent or discarded first.`)
  const row = { ...draft, values: JSON.stringify(values) }
  await tx
    .insertInto('drafts')
    .values({ userId, recordId: id, tab: key.tab, apiKeyId, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'kind', 'recordId', 'tab'])
        .doUpdateSet({ ...row, revision: sql`drafts.revision + 1`, updatedAt: sql`clock_timestamp()` }),
    )
    .execute()
  const prepared = await readDraft(tx, key)
  if (!prepared) throw new Error('The draft is not there')
  return prepared
}
