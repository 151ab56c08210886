import { z } from 'zod'
import { ARTICLE_TOASTS, type Article, articles, articleType } from '#contract/blog/articles.ts'
import { image } from '#contract/lib/images.ts'
import { DATE, REQUIRED } from '#contract/lib/messages.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showAdded, showSuccess } from '#web/lib/feedback/toast.ts'
import { formDateTime, instantOf, readDay } from '#web/lib/format/form-dates.ts'
import { markAdded } from '#web/lib/list/added-row.ts'
import { type AskSides, saveMerging } from '#web/lib/saving/save-merging.ts'
import { typedTime } from '#web/lib/saving/typed-dates.ts'
import { articleQuery, articlesCall, refreshArticles } from './article-queries.ts'

/** Typed values of the article editor. */
export const typedArticle = z.object({
  type: articleType,
  title: z.string(),
  metaTitle: z.string(),
  metaDescription: z.string(),
  content: z.string(),
  picture: image.nullable(),
  day: z.string(),
  time: z.string(),
})
export type TypedArticle = z.infer<typeof typedArticle>

const { input } = articles
/** The server's rules, and those for fields that only the form has: picture, day and time as typed. */
export const articleForm = input
  .pick({ type: true, title: true, metaTitle: true, metaDescription: true, content: true })
  .extend({
    picture: image.nullable().refine((picture) => picture !== null, REQUIRED),
    day: z.string().refine((day) => readDay(day) !== null, DATE),
    time: typedTime,
  })

/** The initial values; a new article is dated now. */
export function typedOf(article: Article | null, type: TypedArticle['type'], timeZone: string): TypedArticle {
  const created = article ? new Date(article.customCreatedAt * 1000) : new Date()
  return {
    type: article?.type ?? type,
    title: article?.title ?? '',
    metaTitle: article?.metaTitle ?? '',
    metaDescription: article?.metaDescription ?? '',
    content: article?.content ?? '',
    picture: article?.previewImage ?? null,
    ...formDateTime(created.toISOString(), timeZone),
  }
}

interface Saving {
  article: Article | null
  values: z.output<typeof articleForm>
  timeZone: string
  ask: AskSides
}

function bodyOf(
  { picture, day, time, ...values }: z.output<typeof articleForm>,
  article: Article | null,
  timeZone: string,
) {
  const seconds = Math.floor(Date.parse(instantOf(day, time, timeZone) ?? '') / 1000)
  // The form shows minutes: unless the minute changed, the article keeps its seconds.
  const kept = article && Math.floor(article.customCreatedAt / 60) === Math.floor(seconds / 60)
  return { ...values, previewImageId: picture?.id, customCreatedAt: kept ? article.customCreatedAt : seconds }
}

/** Adds or edits an article, refreshes the lists and shows the toast. Rejects as the call does. */
export async function saveArticle({ article, values, timeZone, ask }: Saving): Promise<void> {
  const body = bodyOf(values, article, timeZone)
  const saved = article
    ? await saveMerging<Record<string, unknown>>({
        base: article,
        values: body,
        send: (changes, updatedAt) =>
          request(articles.row, `article/edit/${article.id}`, { method: 'PUT', body: { ...changes, updatedAt } }),
        readCurrent: (data) => articles.row.safeParse(data).data ?? null,
        ask,
      })
    : await request(articles.row, 'article/add', { method: 'POST', body })
  if (!article) markAdded(articlesCall(values.type), Number(saved.id))
  queryClient.removeQueries({ queryKey: articleQuery(Number(saved.id)).queryKey })
  await refreshArticles()
  if (article) showSuccess(ARTICLE_TOASTS.updated)
  else showAdded(ARTICLE_TOASTS.created, { label: values.title, href: `/edit-article/${saved.id}` })
}
