import { ARRIVAL_FILTERS } from '#contract/arrivals/arrival-filters.ts'
import { arrivals } from '#contract/arrivals/arrivals.ts'
import type { App } from '#server/http/app-types.ts'
import { exportRoutes } from '#server/resource/exports/exported-list.ts'
import { pagedList } from '#server/resource/paged-list.ts'
import type { Services } from '#server/services.ts'
import { ARRIVAL_LISTS } from './arrival-lists.ts'
import { arrivalReads } from './read-arrivals.ts'

/** `GET arrivals` and its export. */
export function arrivalRoutes(app: App, services: Services): void {
  const { path, name, row, sortable } = arrivals
  const reads = arrivalReads(services.db, services.config)
  pagedList(app, { paths: [`/${path}`], tag: name, row, sortable, filters: ARRIVAL_FILTERS }, reads.list)
  exportRoutes(app, services, ARRIVAL_LISTS, { file: 'arrivals-export-thread', beside: import.meta.url })
}
