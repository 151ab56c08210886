import { sql } from 'kysely'
import { type Article, type ArticleInput, articles, MAX_ARTICLE_LENGTH } from '#contract/blog/articles.ts'
import { EMPTY_BLOCK, noSuch } from '#contract/lib/messages.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { freeNames } from '#server/db/free-names.ts'
import { invalid } from '#server/errors.ts'
import { checkCleaned } from '#server/html/check-cleaned.ts'
import { cleanRichTextAside } from '#server/html/html-aside.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordWriter } from '#server/resource/record-writer.ts'
import type { Writer } from '#server/resource/store.ts'
import { nextVersion } from '#server/resource/versions.ts'
import { readArticle } from './read-articles.ts'

/** Leaves room for a number within the 200 characters of the column. */
const MAX_SLUG = 180

/** A title in Latin letters, digits and dashes; 'article' if nothing remains. */
async function slugOf(title: string): Promise<string> {
  // Loaded on first use, because its tables are large.
  const { default: slugify } = await import('@sindresorhus/slugify')
  const slug = slugify(title.replaceAll("'", '').replaceAll('’', '')).slice(0, MAX_SLUG).replace(/-+$/, '')
  return slug || 'article'
}

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

async function cleanContent(content: string): Promise<string> {
  return checkCleaned(await cleanRichTextAside(content), { label: 'Body', max: MAX_ARTICLE_LENGTH, blank: EMPTY_BLOCK })
}

async function checkImage(tx: Tx, id: number): Promise<void> {
  const found = await tx.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw invalid({ previewImageId: noSuch('image') })
}

/** Removes an article from the main view and leaves its slot empty. */
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
  const plain = await slugOf(input.title)
  for await (const slug of freeNames(tx, { table: 'articles', column: 'slug' }, plain, (n) => `${plain}-${n}`)) {
    const inserted = await tx
      .insertInto('articles')
      .values({ ...row, slug })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) return inserted.id
  }
  throw new Error('No unused slug found')
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

/**
 * Articles: saving makes the slug, cleans the body, and frees the slot of an article that leaves the main
 * view.
 */
export const articleStore = (db: Db): Writer<Article, ArticleInput> =>
  recordWriter(
    db,
    { resource: articles, audited: AUDITED },
    {
      find: readArticle,
      insert: async (tx, input, actor) => {
        await checkImage(tx, input.previewImageId)
        return insertArticle(tx, input, actor)
      },
      change: async (tx, before, { patch }) => {
        if (patch.previewImageId !== undefined) await checkImage(tx, patch.previewImageId)
        await updateArticle(tx, before, patch)
      },
      release: async (tx, { id }) => {
        await freeSlot(tx, id)
      },
    },
  )
