import { sql } from 'kysely'
import { type Article, type ArticleInput, articles, MAX_ARTICLE_LENGTH } from '#contract/blog/articles.ts'
import { EMPTY_BLOCK } from '#contract/lib/messages.ts'
import { type Db, inTransaction, type Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { checkCleaned } from '#server/html/check-cleaned.ts'
import { cleanRichTextAside } from '#server/html/html-aside.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Writer } from '#server/resource/store.ts'
import { mergeInput } from '#server/resource/table-store.ts'
import { checkVersion, nextVersion } from '#server/resource/versions.ts'
import { slugCandidates } from './article-slug.ts'
import { readArticle } from './read-articles.ts'

const AUDITED = [
  'type',
  'slug',
  'title',
  'metaTitle',
  'metaDescription',
  'visibility',
  'customCreatedAt',
  'previewImageId',
  'slot',
]

const audit = (tx: Tx, actor: Actor, verb: string, id: number, before: Article | null, after: Article | null) =>
  recordAudit(tx, actor, { action: `article.${verb}`, entity: 'articles', entityId: id, before, after }, AUDITED)

async function cleanContent(content: string): Promise<string> {
  return checkCleaned(await cleanRichTextAside(content), { label: 'Body', max: MAX_ARTICLE_LENGTH, blank: EMPTY_BLOCK })
}

async function checkImage(tx: Tx, id: number): Promise<void> {
  const found = await tx.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw invalid({ previewImageId: 'This image does not exist' })
}

/** Takes an article out of the main view and leaves its slot empty. */
const freeSlot = (tx: Tx, id: number) => tx.deleteFrom('articleSlots').where('articleId', '=', id).execute()

const dateOf = (seconds: number) => new Date(seconds * 1000)

async function insertArticle(tx: Tx, input: ArticleInput, actor: Actor): Promise<number> {
  const { customCreatedAt, visibility: _hidden, ...values } = input
  const row = {
    ...values,
    content: await cleanContent(values.content),
    customCreatedAt: customCreatedAt === undefined ? sql<string>`date_trunc('second', now())` : dateOf(customCreatedAt),
    userId: actor.userId,
    visibility: false,
  }
  for await (const slug of slugCandidates(input.title)) {
    const inserted = await tx
      .insertInto('articles')
      .values({ ...row, slug })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) return inserted.id
  }
  throw new Error('Every slug is taken')
}

async function updateArticle(tx: Tx, before: Article, patch: Partial<ArticleInput>): Promise<void> {
  const { customCreatedAt, content, ...values } = patch
  const leavesMainView = patch.visibility === false || (patch.type !== undefined && patch.type !== before.type)
  if (before.slot !== null && leavesMainView) await freeSlot(tx, before.id)
  await tx
    .updateTable('articles')
    .set({
      ...values,
      ...(content === undefined ? {} : { content: await cleanContent(content) }),
      ...(customCreatedAt === undefined ? {} : { customCreatedAt: dateOf(customCreatedAt) }),
      updatedAt: nextVersion(),
    })
    .where('id', '=', before.id)
    .execute()
}

const lock = (tx: Tx, id: number) => tx.selectFrom('articles').select('id').where('id', '=', id).forUpdate().execute()

/** Articles: saving makes the slug, cleans the body, and frees the slot of an article that leaves the main view. */
export function articleStore(db: Db): Writer<Article, ArticleInput> {
  return {
    get: (id) => readArticle(db, id),
    create: (input, actor) =>
      inTransaction(db, async (tx) => {
        await checkImage(tx, input.previewImageId)
        const after = await readArticle(tx, await insertArticle(tx, input, actor))
        await audit(tx, actor, 'create', after.id, null, after)
        return after
      }),
    update: (id, patch, version, actor) =>
      inTransaction(db, async (tx) => {
        await lock(tx, id)
        const before = await readArticle(tx, id)
        await checkVersion(tx, version, before, 'articles', () => before)
        mergeInput(articles, before, patch)
        if (patch.previewImageId !== undefined) await checkImage(tx, patch.previewImageId)
        await updateArticle(tx, before, patch)
        const after = await readArticle(tx, id)
        await audit(tx, actor, 'update', id, before, after)
        return after
      }),
    remove: (id, actor) =>
      inTransaction(db, async (tx) => {
        await lock(tx, id)
        const before = await readArticle(tx, id)
        await freeSlot(tx, id)
        await tx.deleteFrom('articles').where('id', '=', id).execute()
        await audit(tx, actor, 'remove', id, before, null)
      }),
  }
}
