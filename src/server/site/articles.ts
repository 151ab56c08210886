import { sql } from 'kysely'
import { ARTICLE_TYPE_LABELS, ArticleType } from '#contract/blog/articles.ts'
import { formatDate } from '#contract/lib/format.ts'
import type { Db } from '#server/db/client.ts'
import { type ImageRow, imageColumns, imageOf } from '#server/files/image-addresses.ts'
import { IMAGE_WIDTHS } from '#server/files/images.ts'
import { textStart } from '#server/html/valid/text-start.ts'
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

/** The existing widths of a picture, none larger than the original. */
function widthsOf(row: ImageRow): string {
  const { small, medium, large, width } = imageOf(row)
  const [least, middle, most] = IMAGE_WIDTHS
  const files = [
    { address: small, at: 0, wide: least },
    { address: medium, at: least, wide: middle },
    { address: large, at: middle, wide: most },
  ]
  return files
    .filter(({ at }) => at < width)
    .map(({ address, wide }) => `${address} ${Math.min(wide, width)}w`)
    .join(', ')
}

/**
 * How wide the picture of a card is shown in one, two and three columns; follows `.cards` of the style sheet.
 */
const CARD_SIZES = '(max-width: 659px) calc(100vw - 42px), (max-width: 979px) calc(50vw - 32px), 320px'
/** Cards that may be seen without scrolling: their pictures are fetched at once. */
const AT_ONCE = 3

function card(article: Placed, place: number, timeZone: string): Html {
  const loading = place >= AT_ONCE ? html`loading="lazy"` : place === 0 ? html`fetchpriority="high"` : null
  return html`<li><img src="${imageOf(article).medium}" srcset="${widthsOf(article)}" sizes="${CARD_SIZES}" alt="" width="708" height="273" ${loading}>
<div><h3><a href="/site/article/${article.slug}">${article.title}</a></h3>
<p>${article.metaDescription}</p><p class="dim">${formatDate(article.customCreatedAt, timeZone)}</p></div></li>`
}

/** `before` cards stand above. */
function cards(type: ArticleType, articles: Placed[], before: number, timeZone: string): Html {
  const own = articles.filter((article) => article.type === type)
  const list = html`<ul class="cards">${own.map((article, at) => card(article, before + at, timeZone))}</ul>`
  return html`<section><h2>${ARTICLE_TYPE_LABELS[type]}</h2>${own.length > 0 ? list : html`<p class="dim">No articles yet.</p>`}</section>`
}

const OFFER =
  'Consolidated and full-container shipments, with pick-up, customs brokerage, insurance and delivery to Amazon.'

/** The main page: up to six news and six resources. */
export async function mainPage(db: Db, timeZone: string): Promise<string> {
  const articles = await placedArticles(db)
  const news = articles.filter(({ type }) => type === ArticleType.NEWS).length
  const body = html`<h1>Your cargo, from supplier to door</h1>
<p class="lead">${OFFER}</p>
${cards(ArticleType.NEWS, articles, 0, timeZone)}${cards(ArticleType.RESOURCES, articles, news, timeZone)}`
  const description = `${OFFER} News and resources for importers.`
  return layout({ title: 'News and resources', description, section: 'home', body })
}

/** Characters of a description that search engines show. */
const DESCRIPTION_LENGTH = 155

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
  const description = article.metaDescription || textStart(text, DESCRIPTION_LENGTH) || article.title
  const body = html`<article>
<p class="dim"><a href="/site/">${ARTICLE_TYPE_LABELS[article.type]}</a> · ${formatDate(article.customCreatedAt, timeZone)}</p>
<h1>${article.title}</h1>
<img class="picture" src="${image.large}" srcset="${widthsOf(article)}" sizes="(max-width: 799px) calc(100vw - 40px), 760px" fetchpriority="high" alt="" width="${image.width}" height="${image.height}">
<div class="text">
${new Html(text)}
</div>
</article>`
  return layout({ title: article.metaTitle || article.title, description, body })
}
