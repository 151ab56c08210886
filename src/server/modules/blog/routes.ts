import {
  ARTICLE_SORT_KEYS,
  articleListItem,
  articlePositions,
  articlePositionsInput,
  articles,
  articleType,
} from '#contract/blog/articles.ts'
import { envelope, listOf } from '#contract/lib/envelope.ts'
import { invalid } from '#server/errors.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { ok } from '#server/http/reply.ts'
import { crudRoutes } from '#server/resource/crud.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'
import { imageRoutes } from './image-routes.ts'
import { readPositions, savePositions } from './positions.ts'
import { type ArticleFilter, listArticles } from './read-articles.ts'
import { articleStore } from './save-article.ts'

const tags = ['Blog']
const FLAGS: Record<string, boolean> = { true: true, false: false, 1: true, 0: false }

function filterOf({ type, visibility }: Record<string, unknown>): ArticleFilter {
  const section = type === undefined ? null : articleType.safeParse(type)
  if (section && !section.success) throw invalid({ type: `type is one of ${articleType.options.join(', ')}` })
  const shown = visibility === undefined ? null : FLAGS[String(visibility)]
  if (shown === undefined) throw invalid({ visibility: 'visibility is true or false' })
  return { type: section?.data ?? null, visibility: shown }
}

export function blogRoutes(app: App, services: Services): void {
  const { db } = services
  imageRoutes(app, services)

  const slots = { 200: envelope(articlePositions) }
  app.get('/article/position', { schema: { tags, response: slots } }, async () => ok(await readPositions(db)))
  app.post('/article/position', { schema: { tags, body: articlePositionsInput, response: slots } }, async (request) =>
    ok(await savePositions(db, request.body, actorOf(request))),
  )

  for (const url of ['/article', '/article/get_all']) {
    app.get(
      url,
      { schema: { tags, querystring: listQuerystring, response: { 200: envelope(listOf(articleListItem)) } } },
      async (request) => {
        const { type, visibility, ...list } = request.query
        const [query, filter] = [parseListQuery(list, ARTICLE_SORT_KEYS), filterOf({ type, visibility })]
        return ok(await request.read((db) => listArticles(db, query, filter)))
      },
    )
  }
  // Its list is above: it is filtered, and carries no bodies.
  const list = () => Promise.reject(new Error('This list has a route of its own'))
  crudRoutes(app, db, articles, (on) => ({ ...articleStore(on), list }))
}
