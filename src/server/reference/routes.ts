import { z } from 'zod'
import { envelope, MAX_PER_PAGE, type Page } from '#contract/lib/envelope.ts'
import { pathId, version } from '#contract/lib/fields.ts'
import { documentRequirements } from '#contract/papers/document-requirements.ts'
import { carriers } from '#contract/reference/carriers.ts'
import { cartages } from '#contract/reference/cartages.ts'
import { cities } from '#contract/reference/cities.ts'
import { constants } from '#contract/reference/constants.ts'
import { depots } from '#contract/reference/depots.ts'
import { events } from '#contract/reference/events.ts'
import { freight } from '#contract/reference/freight.ts'
import { hints } from '#contract/reference/hints.ts'
import { locations } from '#contract/reference/locations.ts'
import { mailAddresses } from '#contract/reference/mail-addresses.ts'
import { ports } from '#contract/reference/ports.ts'
import { vessels } from '#contract/reference/vessels.ts'
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
import { REFERENCE_LISTS } from './reference-lists.ts'
import { carrierStore } from './stores/carrier-store.ts'
import { cartageStore } from './stores/cartage-store.ts'
import { depotStore } from './stores/depot-store.ts'
import { eventStore } from './stores/event-store.ts'
import { hintStore } from './stores/hint-store.ts'
import { locationStore } from './stores/location-store.ts'
import { cityStore, portStore } from './stores/place-stores.ts'
import { requirementStore } from './stores/requirement-store.ts'
import { vesselStore } from './stores/vessel-store.ts'

export function referenceRoutes(app: App, services: Services): void {
  const { db } = services
  lookupRoutes(app)
  crudRoutes(app, db, events, eventStore)
  crudRoutes(app, db, ports, portStore)
  crudRoutes(app, db, cities, cityStore)
  crudRoutes(app, db, vessels, vesselStore)
  crudRoutes(app, db, carriers, carrierStore)
  crudRoutes(app, db, documentRequirements, requirementStore)
  crudRoutes(app, db, depots, depotStore)
  crudRoutes(app, db, freight, (on) => tableStore(on, 'freight', freight))
  crudRoutes(app, db, cartages, cartageStore)
  crudRoutes(app, db, constants, (on) => tableStore(on, 'constants', constants))
  constantTrialRoute(app, services)
  crudRoutes(app, db, hints, hintStore)
  importRoutes(app, services, freightImport)
  locationRoutes(app, services)
  mailAddressRoutes(app, services)
  exportRoutes(app, services, REFERENCE_LISTS, { file: 'reference-export-thread', beside: import.meta.url })
}

function locationRoutes(app: App, services: Services): void {
  const { db } = services
  const store = locationStore(db)
  crudRoutes(app, db, locations, locationStore)
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
function mailAddressRoutes(app: App, { db }: Services): void {
  const { path, name, row, sortable } = mailAddresses
  const storeOn = (on: Db) => tableStore(on, 'mailAddresses', mailAddresses)
  const store = storeOn(db)
  crudRoutes(app, db, mailAddresses, storeOn)
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
