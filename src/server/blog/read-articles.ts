import { sql } from 'kysely'
import type { Article, ArticleListItem, ArticleType } from '#contract/blog/articles.ts'
import type { Page } from '#contract/lib/envelope.ts'
import type { Db } from '#server/db/client.ts'
import { madeOnceEach } from '#server/db/tuning/planned.ts'
import type { DB } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import { imageOf } from '#server/files/image-addresses.ts'
import { countRows } from '#server/resource/count-rows.ts'
import { contains } from '#server/resource/folded.ts'
import { type ListQuery, paginate, plainSorting } from '#server/resource/paginate.ts'

export interface ArticleFilter {
  type: ArticleType | null
  visibility: boolean | null
}

const COLUMNS = {
  id: sql`articles.id`,
  customCreatedAt: sql`articles.custom_created_at`,
  username: sql`users.username`,
  title: sql`articles.title`,
  visibility: sql`articles.visibility`,
}
type Key = keyof typeof COLUMNS

const base = (db: Db) =>
  db
    .selectFrom('articles')
    .innerJoin('images', 'images.id', 'articles.previewImageId')
    .leftJoin('users', 'users.id', 'articles.userId')
    .leftJoin('articleSlots', 'articleSlots.articleId', 'articles.id')

const rows = (db: Db) =>
  base(db).select([
    'articles.id',
    'articles.updatedAt',
    'articles.slug',
    'articles.type',
    'articles.title',
    'articles.metaTitle',
    'articles.metaDescription',
    'articles.visibility',
    sql<number>`floor(extract(epoch from articles.custom_created_at))::bigint`.as('customCreatedAt'),
    'users.username',
    'articles.previewImageId',
    'articleSlots.slot',
    'images.name as imageName',
    'images.storageKey',
    'images.contentType',
    'images.width',
    'images.height',
  ])
type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

function itemOf({ username, imageName, storageKey, contentType, width, height, ...row }: Row): ArticleListItem {
  const previewImage = imageOf({ id: row.previewImageId, name: imageName, storageKey, contentType, width, height })
  return { ...row, user: username === null ? null : { username }, previewImage }
}

const page = madeOnceEach<DB>()

/** A page of articles without their bodies; null in the filter means any. */
export function listArticles(db: Db, query: ListQuery<Key>, filter: ArticleFilter): Promise<Page<ArticleListItem>> {
  const where = sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(filter.type === null ? [] : [sql`articles.type = ${filter.type}`]),
      ...(filter.visibility === null ? [] : [sql`articles.visibility = ${filter.visibility}`]),
      ...(query.search ? [contains([sql`articles.title`], query.search)] : []),
    ],
    sql` and `,
  )}`
  const count = () => countRows(db, sql`articles where ${where}`)
  const made = page(plainSorting(query), (on: Db, limit: number, offset: number) => {
    let found = rows(on).where(where)
    for (const { key, direction } of query.order) found = found.orderBy(COLUMNS[key], direction)
    return found
      .orderBy('articles.id', query.order[0]?.direction ?? 'asc')
      .limit(limit)
      .offset(offset)
  })
  return paginate(query, count, async (limit, offset) =>
    (await db.executeQuery(made(db, limit, offset))).rows.map(itemOf),
  )
}

/** One article with its body. Throws 404. */
export async function readArticle(db: Db, id: number): Promise<Article> {
  const found = await rows(db).select('articles.content').where('articles.id', '=', id).executeTakeFirst()
  if (!found) throw notFound('Article')
  const { content, ...row } = found
  return { ...itemOf(row), content }
}
