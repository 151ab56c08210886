import slugify from '@sindresorhus/slugify'
import { ArticleType } from '#contract/blog/articles.ts'
import { addDays, atHour } from '#demo/lib/days.ts'
import type { Rows } from '#demo/lib/insert-rows.ts'
import { createRandom } from '#demo/lib/random.ts'
import { ADMIN, MANAGER, SECOND_MANAGER } from '#demo/people/staff.ts'
import type { FileStore } from '#server/files/files.ts'
import { type StoredImage, storeImage } from '#server/files/images.ts'
import { NEWS } from './articles-news.ts'
import { RESOURCES } from './articles-resources.ts'
import { drawPicture } from './pictures.ts'

const SECTIONS = [
  { type: ArticleType.NEWS, texts: NEWS },
  { type: ArticleType.RESOURCES, texts: RESOURCES },
] as const
const ARTICLES = SECTIONS.flatMap(({ type, texts }) =>
  texts.map((text) => ({ type, ...text, slug: slugify(text.title) })),
)

/** Articles, oldest first; the id of each, and of its picture, is its position in the list, from 1. */
export interface Blog {
  images: Rows<'images'>
  articles: Rows<'articles'>
  slots: Rows<'articleSlots'>
}

/** Draws and stores the pictures, and fills the slots with all visible articles, newest first. */
export async function buildBlog(files: FileStore, now: Date): Promise<Blog> {
  const random = createRandom('blog')
  const sorted = ARTICLES.toSorted((one, other) => other.daysAgo - one.daysAgo).map((article) => ({
    ...article,
    imageId: random.uuid(),
  }))
  const stored = await Promise.all(
    sorted.map(async ({ picture, slug, imageId }) =>
      storeImage(files, await drawPicture(picture, slug), `${slug}.jpg`, `images/${imageId.slice(0, 2)}/${imageId}`),
    ),
  )
  const articles = sorted.map(({ type, slug, title, metaDescription, content, daysAgo, hidden }, at) => {
    const customCreatedAt = atHour(addDays(now, -daysAgo), random.int(8, 16))
    return {
      ...{
        id: at + 1,
        slug,
        type,
        title,
        metaTitle: title,
        metaDescription,
        content,
        visibility: !hidden,
        customCreatedAt,
      },
      userId: random.pick([ADMIN, MANAGER, SECOND_MANAGER]),
      previewImageId: at + 1,
      createdAt: customCreatedAt,
      updatedAt: customCreatedAt,
    }
  })
  const slots = SECTIONS.flatMap(({ type }) => {
    const placed = articles.filter((article) => article.type === type && article.visibility).reverse()
    return placed.map(({ id }, at) => ({ type, slot: at + 1, articleId: id, visibility: true }))
  })
  const images = stored.map((image, at) => imageRow(image, at, articles[at]))
  return { images, articles, slots }
}

function imageRow(image: StoredImage, at: number, article: Rows<'articles'>[number] | undefined) {
  const name = `${article?.slug}.jpg`
  return { id: at + 1, name, ...image, uploadedBy: article?.userId ?? null, createdAt: article?.createdAt }
}
