import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { image } from '#contract/lib/images.ts'
import { CHOOSE, EMPTY_BLOCK, REQUIRED } from '#contract/lib/messages.ts'
import { defineResource } from '#contract/lib/resource.ts'

export const ArticleType = { NEWS: 'news', RESOURCES: 'resources' } as const
export const articleType = z.enum(ArticleType)
export type ArticleType = z.infer<typeof articleType>
export const ARTICLE_TYPE_LABELS: Record<ArticleType, string> = {
  [ArticleType.NEWS]: 'News',
  [ArticleType.RESOURCES]: 'Resources',
}

/** The longest body of an article, in code points. */
export const MAX_ARTICLE_LENGTH = 100_000
const LAST_SECOND = 7_258_118_400

/** Unix seconds from 1970 to 2199; by default the time of saving. */
const SECONDS = 'Write a time in seconds since 1970'
const createdSeconds = z.int({ error: SECONDS }).min(0, SECONDS).max(LAST_SECOND, SECONDS).optional()

export const ARTICLE_LABELS = {
  type: 'Section',
  title: 'Title',
  metaTitle: 'Meta title',
  metaDescription: 'Meta description',
  content: 'Body',
  previewImageId: 'Preview image',
  customCreatedAt: 'Creation date',
  visibility: 'Visibility',
}

export const articleListItem = z.object({
  id: z.int(),
  updatedAt: z.string(),
  slug: z.string(),
  type: articleType,
  title: z.string(),
  metaTitle: z.string(),
  metaDescription: z.string(),
  visibility: z.boolean(),
  customCreatedAt: z.int(),
  user: z.object({ username: z.string() }).nullable(),
  previewImageId: z.int(),
  previewImage: image,
  /** The slot in the main view, 1 to 6. */
  slot: z.int().nullable(),
})
export type ArticleListItem = z.infer<typeof articleListItem>

export const articles = defineResource({
  key: 'articles',
  path: 'article',
  name: 'Article',
  about: 'Articles of the blog.',
  scope: 'content',
  named: '{title}',
  refs: { previewImageId: 'images' },
  row: articleListItem.extend({ content: z.string() }),
  input: z.object({
    type: f.oneOf(articleType.options),
    title: f.requiredText(ARTICLE_LABELS.title, 150),
    metaTitle: f.text(ARTICLE_LABELS.metaTitle, 150),
    metaDescription: f.longText(ARTICLE_LABELS.metaDescription, 255),
    content: f.requiredRichText(ARTICLE_LABELS.content, MAX_ARTICLE_LENGTH, EMPTY_BLOCK),
    previewImageId: f.id(REQUIRED),
    customCreatedAt: createdSeconds,
    /** Visibility; ignored for a new article, which is always hidden. */
    visibility: f.flag().optional(),
  }),
  operations: ['get', 'create', 'update', 'remove'],
  sortable: ['id', 'customCreatedAt', 'title', 'visibility'],
  searchable: ['title'],
})
export type Article = z.infer<typeof articles.row>
export type ArticleInput = z.output<typeof articles.input>

/** Sort keys of the list; username is the creator's. */
export const ARTICLE_SORT_KEYS = ['id', 'customCreatedAt', 'username', 'title', 'visibility'] as const

export const SLOTS = 6
export const NO_ARTICLE = 'No article'
const slotList = z
  .array(f.id(CHOOSE).nullable(), { error: `This must be a list of ${SLOTS} slots` })
  .length(SLOTS, `This must be a list of ${SLOTS} slots`)

/** The main view: ids of the articles in the six slots of each section; null for an empty slot. */
export const articlePositions = z.object({ news: slotList, resources: slotList })
export type ArticlePositions = z.infer<typeof articlePositions>

/** The new slots. `from` has the slots as read: if they have changed since, the answer is a 409. */
export const articlePositionsInput = articlePositions.extend({ from: articlePositions.optional() })
export type ArticlePositionsInput = z.infer<typeof articlePositionsInput>

export const ARTICLE_TOASTS = {
  created: 'New article was created successfully',
  updated: 'Article was edited successfully',
  removed: 'Article was deleted successfully',
  visibility: 'Visibility of article was changed successfully',
  positions: 'Articles order was saved successfully',
}
