import { sql } from 'kysely'
import type { Draft } from '#contract/drafts/drafts.ts'
import type { Db } from '#server/db/client.ts'

/** Key of a person's draft. */
export interface DraftKey {
  userId: number
  kind: Draft['kind']
  id: number
  tab: string
}

const selectDrafts = (db: Db, userId: number) =>
  db
    .selectFrom('drafts as d')
    .leftJoin('apiKeys as k', 'k.id', 'd.apiKeyId')
    .select(['d.recordId as id', 'd.tab', 'd.baseVersion', 'd.shape', 'd.revision', 'k.name as by'])
    .select([
      'd.createdAt',
      'd.updatedAt',
      sql<Draft['values']>`d.values`.as('values'),
      sql<Draft['kind']>`d.kind`.as('kind'),
    ])
    .where('d.userId', '=', userId)

/** A person's own drafts, and those that programs prepared for them, the latest first. */
export const listDrafts = (db: Db, userId: number): Promise<Draft[]> =>
  selectDrafts(db, userId).orderBy('d.updatedAt', 'desc').orderBy('d.tab').execute()

/** Reads a draft; null if there is none. */
export async function readDraft(db: Db, { userId, kind, id, tab }: DraftKey): Promise<Draft | null> {
  const found = await selectDrafts(db, userId)
    .where('d.kind', '=', kind)
    .where('d.recordId', '=', id)
    .where('d.tab', '=', tab)
    .executeTakeFirst()
  return found ?? null
}
