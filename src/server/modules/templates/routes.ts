import { htmlBlocks, mailTemplates, templateListItem, templateVariables } from '#contract/templates/templates.ts'
import type { App } from '#server/http/app-types.ts'
import { crudRoutes, recordRoutes } from '#server/resource/crud.ts'
import { pagedList, singleFilters } from '#server/resource/paged-list.ts'
import { queryFlag } from '#server/resource/query-flag.ts'
import { tableStore } from '#server/resource/table-store.ts'
import type { Services } from '#server/services.ts'
import { blockStore } from './block-store.ts'
import { listTemplates } from './list-templates.ts'
import { previewRoutes } from './preview-routes.ts'
import { templateStore } from './template-store.ts'

// Its rows carry no bodies.
const LIST = {
  paths: ['/template/email', '/template/email/get_all'],
  tag: 'Mail',
  row: templateListItem,
  sortable: mailTemplates.sortable,
  filterable: ['system'],
}

export function templateRoutes(app: App, services: Services): void {
  const { db } = services
  previewRoutes(app, services)

  pagedList(app, LIST, (query, from) =>
    listTemplates(from, query, { system: queryFlag(singleFilters(query), 'system') }),
  )
  recordRoutes(app, db, mailTemplates, templateStore)
  crudRoutes(app, db, htmlBlocks, blockStore)
  crudRoutes(app, db, templateVariables, (on) => tableStore(on, 'templateVariables', templateVariables))
}
