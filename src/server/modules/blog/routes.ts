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
import type { App } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { crudRoutes } from '#server/resource/crud.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import { queryFlag } from '#server/resource/query-flag.ts'
import type { Services } from '#server/services.ts'
import { imageRoutes } from './image-routes.ts'
import { readPositions, savePositions } from './positions.ts'
import { type ArticleFilter, listArticles } from './read-articles.ts'
import { articleStore } from './save-article.ts'

const tags = ['Blog']

function filterOf(query: Record<string, unknown>): ArticleFilter {
  const type = articleType.optional().safeParse(query.type)
  if (!type.success) throw invalid({ type: `type is one of ${articleType.options.join(', ')}` })
  return { type: type.data ?? null, visibility: queryFlag(query, 'visibility') }
}

export function blogRoutes(app: App, services: Services): void {
  const { db } = services
  imageRoutes(app, services)

  const slots = { 200: envelope(articlePositions) }
  app.get('/article/position', { schema: { tags, response: slots } }, async () => ok(await readPositions(db)))
  app.post('/article/position', { schema: { tags, body: articlePositionsInput, response: slots } }, async (request) =>
    ok(await run(request, services, savePositions, request.body)),
  )

  for (const url of ['/article', '/article/get_all']) {
    app.get(
      url,
      { schema: { tags, querystring: listQuerystring, response: { 200: envelope(listOf(articleListItem)) } } },
      async (request) => {
        const [query, filter] = [parseListQuery(request.query, ARTICLE_SORT_KEYS), filterOf(request.query)]
        return ok(await request.read((db) => listArticles(db, query, filter)))
      },
    )
  }
  // Its list is above: it is filtered, and carries no bodies.
  const list = () => Promise.reject(new Error('This list has a route of its own'))
  crudRoutes(app, db, articles, (on) => ({ ...articleStore(on), list }))
}
