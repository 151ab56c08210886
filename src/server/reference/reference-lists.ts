import type { z } from 'zod'
import type { ResourceKey } from '#contract/api/resources.ts'
import type { Resource } from '#contract/lib/resource.ts'
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
import { type ExportColumn, exportedList } from '#server/resource/exports/exported-list.ts'
import type { Store } from '#server/resource/store.ts'
import { tableStore } from '#server/resource/table-store.ts'
import { LOCATION_EXPORT } from './location-import.ts'
import { carrierStore } from './stores/carrier-store.ts'
import { cartageStore } from './stores/cartage-store.ts'
import { depotStore } from './stores/depot-store.ts'
import { eventStore } from './stores/event-store.ts'
import { HINT_EXPORT, hintStore } from './stores/hint-store.ts'
import { locationStore } from './stores/location-store.ts'
import { cityStore, portStore } from './stores/place-stores.ts'
import { requirementStore } from './stores/requirement-store.ts'
import { vesselStore } from './stores/vessel-store.ts'

/** Makes something of each entity, whose rows and fields differ. */
type Use = <R extends z.ZodObject, I extends z.ZodObject>(
  resource: Resource<R, I, ResourceKey>,
  storeOn: (db: Db) => Store<z.output<R>, z.output<I>>,
) => void

/** An entity of reference data; without a store of its own it is only a table. */
function entity<R extends z.ZodObject, I extends z.ZodObject>(
  resource: Resource<R, I, ResourceKey>,
  storeOn: (db: Db) => Store<z.output<R>, z.output<I>> = (on) => tableStore(on, resource),
  exported?: readonly ExportColumn<z.output<R>>[],
) {
  return {
    key: resource.key,
    use: (use: Use) => use(resource, storeOn),
    list: exportedList(resource, storeOn, exported ? { exported } : {}),
  }
}

/** Reference data: each has the routes of a resource, and an export, which a thread makes from this list. */
export const REFERENCE = [
  entity(events, eventStore),
  entity(ports, portStore),
  entity(cities, cityStore),
  entity(vessels, vesselStore),
  entity(carriers, carrierStore),
  entity(documentRequirements, requirementStore),
  entity(depots, depotStore),
  entity(freight),
  entity(cartages, cartageStore),
  entity(constants),
  entity(hints, hintStore, HINT_EXPORT),
  entity(locations, locationStore, LOCATION_EXPORT),
  entity(mailAddresses),
]
export const REFERENCE_LISTS = REFERENCE.map(({ list }) => list)
