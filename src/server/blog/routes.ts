import {
  ARTICLE_SORT_KEYS,
  articleListItem,
  articlePositions,
  articlePositionsInput,
  articles,
  articleType,
} from '#contract/blog/articles.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { invalid } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { recordRoutes } from '#server/resource/crud.ts'
import { pagedList, singleFilters } from '#server/resource/paged-list.ts'
import type { ListQuery } from '#server/resource/paginate.ts'
import { queryFlag } from '#server/resource/query-flag.ts'
import type { Services } from '#server/services.ts'
import { imageRoutes } from './image-routes.ts'
import { readPositions, savePositions } from './positions.ts'
import { type ArticleFilter, listArticles } from './read-articles.ts'
import { articleStore } from './save-article.ts'

const tags = ['Blog']

function filterOf(query: ListQuery): ArticleFilter {
  const sent = singleFilters(query)
  const type = articleType.optional().safeParse(sent.type)
  if (!type.success) throw invalid({ type: `type is one of ${articleType.options.join(', ')}` })
  return { type: type.data ?? null, visibility: queryFlag(sent, 'visibility') }
}

// The list, whose rows carry no bodies.
const LIST = {
  paths: ['/article', '/article/get_all'],
  tag: 'Blog',
  row: articleListItem,
  sortable: ARTICLE_SORT_KEYS,
  filterable: ['type', 'visibility'],
}

export function blogRoutes(app: App, services: Services): void {
  const { db } = services
  imageRoutes(app, services)

  const slots = { 200: envelope(articlePositions) }
  app.get('/article/position', { schema: { tags, response: slots } }, async () => ok(await readPositions(db)))
  app.post('/article/position', { schema: { tags, body: articlePositionsInput, response: slots } }, async (request) =>
    ok(await run(request, services, savePositions, request.body)),
  )

  pagedList(app, LIST, (query, from) => listArticles(from, query, filterOf(query)))
  recordRoutes(app, db, articles, articleStore)
}
