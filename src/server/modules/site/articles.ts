import { sql } from 'kysely'
import { ARTICLE_TYPE_LABELS, ArticleType } from '#contract/blog/articles.ts'
import { formatDate } from '#contract/lib/format.ts'
import type { Db } from '#server/db/client.ts'
import { imageColumns, imageOf } from '#server/files/image-addresses.ts'
import type { ArticleTexts } from './article-texts.ts'
import { Html, html } from './html.ts'
import { layout } from './layout.ts'

const visibleArticles = (db: Db) =>
  db
    .selectFrom('articles')
    .innerJoin('images', 'images.id', 'articles.previewImageId')
    .where('articles.visibility', '=', true)
    .select([
      ...imageColumns,
      'articles.slug',
      'articles.type',
      'articles.title',
      'articles.metaTitle',
      'articles.metaDescription',
      'articles.customCreatedAt',
    ])

/** The articles of the main view, by slot. */
const placedArticles = (db: Db) =>
  visibleArticles(db)
    .innerJoin('articleSlots', 'articleSlots.articleId', 'articles.id')
    .orderBy(sql`article_slots.type`)
    .orderBy('articleSlots.slot')
    .execute()
type Placed = Awaited<ReturnType<typeof placedArticles>>[number]

function card(article: Placed, timeZone: string): Html {
  return html`<li><img src="${imageOf(article).medium}" alt="" width="708" height="273" loading="lazy">
<div><h3><a href="/site/article/${article.slug}">${article.title}</a></h3>
<p>${article.metaDescription}</p><p class="dim">${formatDate(article.customCreatedAt, timeZone)}</p></div></li>`
}

function cards(type: ArticleType, articles: Placed[], timeZone: string): Html {
  const own = articles.filter((article) => article.type === type)
  const list = html`<ul class="cards">${own.map((article) => card(article, timeZone))}</ul>`
  return html`<section><h2>${ARTICLE_TYPE_LABELS[type]}</h2>${own.length > 0 ? list : html`<p class="dim">No articles yet.</p>`}</section>`
}

/** The main page: up to six news and six resources. */
export async function mainPage(db: Db, timeZone: string): Promise<string> {
  const articles = await placedArticles(db)
  const body = html`<h1>Your cargo, from supplier to door</h1>
<p class="lead">Consolidated and full-container shipments, with pick-up, customs brokerage, insurance and delivery to Amazon.</p>
${cards(ArticleType.NEWS, articles, timeZone)}${cards(ArticleType.RESOURCES, articles, timeZone)}`
  return layout({ title: 'News and resources', section: 'home', body })
}

const contentOf = async (db: Db, id: number) =>
  (await db.selectFrom('articles').select('content').where('id', '=', id).executeTakeFirst())?.content ?? ''

/** The page of a visible article; null for an unknown slug. */
export async function articlePage(
  db: Db,
  textOf: ArticleTexts,
  slug: string,
  timeZone: string,
): Promise<string | null> {
  const article = await visibleArticles(db)
    .select(['articles.id as articleId', 'articles.updatedAt'])
    .where('articles.slug', '=', slug)
    .executeTakeFirst()
  if (!article) return null
  const { articleId, updatedAt } = article
  const text = await textOf(articleId, updatedAt, () => contentOf(db, articleId))
  const image = imageOf(article)
  const body = html`<article>
<p class="dim"><a href="/site/">${ARTICLE_TYPE_LABELS[article.type]}</a> · ${formatDate(article.customCreatedAt, timeZone)}</p>
<h1>${article.title}</h1>
<img class="picture" src="${image.large}" srcset="${image.medium} 708w, ${image.large} 1415w" sizes="(max-width: 800px) 100vw, 760px" alt="" width="${image.width}" height="${image.height}">
${new Html(text)}
</article>`
  return layout({ title: article.metaTitle || article.title, description: article.metaDescription, body })
}
