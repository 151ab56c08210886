import { envelope, listOf } from '#contract/lib/envelope.ts'
import { htmlBlocks, mailTemplates, templateListItem, templateVariables } from '#contract/templates/templates.ts'
import type { App } from '#server/http/app-types.ts'
import { ok } from '#server/http/reply.ts'
import { crudRoutes } from '#server/resource/crud.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import { queryFlag } from '#server/resource/query-flag.ts'
import { tableStore } from '#server/resource/table-store.ts'
import type { Services } from '#server/services.ts'
import { blockStore } from './block-store.ts'
import { listTemplates } from './list-templates.ts'
import { previewRoutes } from './preview-routes.ts'
import { templateStore } from './template-store.ts'

export function templateRoutes(app: App, services: Services): void {
  const { db } = services
  previewRoutes(app, services)

  const schema = { tags: ['Mail'], querystring: listQuerystring, response: { 200: envelope(listOf(templateListItem)) } }
  for (const url of ['/template/email', '/template/email/get_all']) {
    app.get(url, { schema }, async (request) => {
      const query = parseListQuery(request.query, mailTemplates.sortable)
      const system = queryFlag(request.query, 'system')
      return ok(await request.read((db) => listTemplates(db, query, { system })))
    })
  }
  // The list is above: it is narrowed by `system`, and carries no bodies.
  const operations = mailTemplates.operations.filter((operation) => operation !== 'list')
  const list = () => Promise.reject(new Error('This list has a route of its own'))
  crudRoutes(app, db, { ...mailTemplates, operations }, (on) => ({ ...templateStore(on), list }))
  crudRoutes(app, db, htmlBlocks, blockStore)
  crudRoutes(app, db, templateVariables, (on) => tableStore(on, 'templateVariables', templateVariables))
}
