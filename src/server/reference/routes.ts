import { z } from 'zod'
import type { ResourceKey } from '#contract/api/resources.ts'
import { envelope, MAX_PER_PAGE, type Page } from '#contract/lib/envelope.ts'
import { pathId, version } from '#contract/lib/fields.ts'
import { locations } from '#contract/reference/locations.ts'
import { mailAddresses } from '#contract/reference/mail-addresses.ts'
import type { Db } from '#server/db/client.ts'
import { type App, actorOf, readAheadOf, type Sent } from '#server/http/app-types.ts'
import { ok } from '#server/http/reply.ts'
import { patchValidatorCompiler } from '#server/http/validation.ts'
import { crudRoutes } from '#server/resource/crud.ts'
import { exportRoutes } from '#server/resource/exports/exported-list.ts'
import { importRoutes } from '#server/resource/import.ts'
import { plainPage } from '#server/resource/paged-list.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import { tableStore } from '#server/resource/table-store.ts'
import type { Services } from '#server/services.ts'
import { constantTrialRoute } from './constant-trial.ts'
import { freightImport } from './freight-import.ts'
import { locationImport } from './location-import.ts'
import { lookupRoutes } from './lookup-routes.ts'
import { REFERENCE, REFERENCE_LISTS } from './reference-lists.ts'
import { locationStore } from './stores/location-store.ts'

/** What an entity has beside the routes of its resource. */
const MORE: Partial<Record<ResourceKey, (app: App, services: Services) => void>> = {
  freight: (app, services) => importRoutes(app, services, freightImport),
  constants: constantTrialRoute,
  locations: locationRoutes,
  mailAddresses: mailAddressList,
}

export function referenceRoutes(app: App, services: Services): void {
  lookupRoutes(app)
  for (const { resource, storeOn } of REFERENCE) {
    crudRoutes(app, services.db, resource, storeOn)
    MORE[resource.key]?.(app, services)
  }
  exportRoutes(app, services, REFERENCE_LISTS, { file: 'reference-export-thread', beside: import.meta.url })
}

function locationRoutes(app: App, services: Services): void {
  const store = locationStore(services.db)
  importRoutes(app, services, locationImport)
  const params = z.object({ id: pathId })
  const body = locations.input.partial().extend({ updatedAt: version() })
  for (const method of ['PUT', 'POST'] as const) {
    app.route({
      method,
      url: `/${locations.path}/:id/edit`,
      schema: { tags: [locations.name], params, body, response: { 200: envelope(locations.row) } },
      validatorCompiler: patchValidatorCompiler,
      handler: async (request) => {
        const { updatedAt, ...patch } = request.body
        return ok(await store.update(request.params.id, patch, updatedAt, actorOf(request)))
      },
    })
  }
}

/** The list is a bare array, since it is short. */
function mailAddressList(app: App, { db }: Services): void {
  const { path, name, row, sortable } = mailAddresses
  const store = tableStore(db, mailAddresses)
  const schema = { tags: [name], querystring: listQuerystring({ sortable }), response: { 200: envelope(z.array(row)) } }
  const all = { per_page: String(MAX_PER_PAGE) }
  const ahead = (sent: Sent) => {
    const query = plainPage({ ...all, ...sent.query }, { sortable })
    return query && ((from: Db) => store.list(query, from))
  }
  for (const url of [`/${path}`, `/${path}/get_all`]) {
    app.get(url, { config: { ahead }, schema }, async (request) => {
      const query = parseListQuery({ ...all, ...request.query }, sortable)
      const early = readAheadOf<Page<z.output<typeof row>>>(request)
      return ok((await (early ?? request.read((from) => store.list(query, from)))).items)
    })
  }
}
