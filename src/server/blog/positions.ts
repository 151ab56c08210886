import { sql } from 'kysely'
import {
  type ArticlePositions,
  type ArticlePositionsInput,
  ArticleType,
  articleType,
  SLOTS,
} from '#contract/blog/articles.ts'
import { noSuch } from '#contract/lib/messages.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { staleEdit } from '#server/resource/versions.ts'
import type { Services } from '#server/services.ts'

/** The six slots of both sections; null for an empty one. */
export async function readPositions(db: Db): Promise<ArticlePositions> {
  const rows = await db.selectFrom('articleSlots').select(['type', 'slot', 'articleId']).execute()
  const section = (type: ArticleType) =>
    Array.from(
      { length: SLOTS },
      (_, index) => rows.find((row) => row.type === type && row.slot === index + 1)?.articleId ?? null,
    )
  return { news: section(ArticleType.NEWS), resources: section(ArticleType.RESOURCES) }
}

interface Placed {
  type: ArticleType
  index: number
  articleId: number
}

const placedIn = (positions: ArticlePositions): Placed[] =>
  articleType.options.flatMap((type) =>
    positions[type].flatMap((articleId, index) => (articleId === null ? [] : [{ type, index, articleId }])),
  )

/**
 * Throws 400 at the slots unless each article exists, is visible, belongs to the section and is in one slot
 * only. Locks them.
 */
async function checkPlaced(tx: Tx, placed: Placed[]): Promise<void> {
  const ids = placed.map(({ articleId }) => articleId)
  if (ids.length === 0) return
  const rows = await tx
    .selectFrom('articles')
    .select(['id', 'type', 'visibility'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute()
  const errors: Record<string, string> = {}
  for (const [position, { type, index, articleId }] of placed.entries()) {
    const article = rows.find((row) => row.id === articleId)
    const field = `${type}.${index}`
    if (!article) errors[field] = noSuch('article')
    else if (article.type !== type) errors[field] = 'This article belongs to the other section'
    else if (!article.visibility) errors[field] = 'This article is hidden'
    else if (ids.indexOf(articleId) !== position) errors[field] = 'This article is already in another slot'
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** The latest change to the slots: they were saved, or an article left its slot. */
const lastChange = (tx: Tx) =>
  tx
    .selectFrom('auditEntries')
    .leftJoin('users', 'users.id', 'auditEntries.userId')
    .select(['users.username', 'auditEntries.at'])
    .where(({ eb, or, and }) =>
      or([
        eb('entity', '=', 'article_slots'),
        and([eb('entity', '=', 'articles'), eb(sql`before ->> 'slot'`, 'is not', null)]),
      ]),
    )
    .orderBy('auditEntries.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Replaces all slots of the main view. Throws 400 at the slots, 409 if they changed since they were read. */
export async function savePositions(
  tx: Tx,
  _: Services,
  { from, ...positions }: ArticlePositionsInput,
  actor: Actor,
): Promise<ArticlePositions> {
  // Only one save runs at a time, so that two cannot mix.
  await sql`select pg_advisory_xact_lock(hashtext('article_slots'))`.execute(tx)
  const before = await readPositions(tx)
  if (from && JSON.stringify(from) !== JSON.stringify(before)) {
    const last = await lastChange(tx)
    throw staleEdit(last?.username ?? undefined, last?.at ?? new Date().toISOString(), before)
  }
  const placed = placedIn(positions)
  await checkPlaced(tx, placed)
  await tx.deleteFrom('articleSlots').execute()
  if (placed.length > 0) {
    await tx
      .insertInto('articleSlots')
      .values(placed.map(({ type, index, articleId }) => ({ type, slot: index + 1, articleId })))
      .execute()
  }
  const after = await readPositions(tx)
  await recordAudit(
    tx,
    actor,
    { action: 'article.position', entity: 'article_slots', before, after },
    articleType.options,
  )
  return after
}
