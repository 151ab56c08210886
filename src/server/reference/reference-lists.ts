import type { z } from 'zod'
import { REFERENCE_DATA } from '#contract/api/resources.ts'
import type { Resource } from '#contract/lib/resource.ts'
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
import { placeStore } from './stores/place-store.ts'
import { cityStore, portStore } from './stores/port-stores.ts'
import { requirementStore } from './stores/requirement-store.ts'
import { vesselStore } from './stores/vessel-store.ts'

type Entity = (typeof REFERENCE_DATA)[number]
type Row<E extends Entity> = z.output<E['row']>
type StoreOn<E extends Entity> = (on: Db) => Store<Row<E>, z.output<E['input']>>

/** Stores of entities that are more than a table. */
const STORES: { [E in Entity as E['key']]?: StoreOn<E> } = {
  events: eventStore,
  ports: portStore,
  cities: cityStore,
  vessels: vesselStore,
  carriers: carrierStore,
  places: placeStore,
  documentRequirements: requirementStore,
  depots: depotStore,
  cartages: cartageStore,
  hints: hintStore,
  locations: locationStore,
}
/** Columns of exports that differ from those of the list. */
const EXPORTED: { [E in Entity as E['key']]?: readonly ExportColumn<Row<E>>[] } = {
  hints: HINT_EXPORT,
  locations: LOCATION_EXPORT,
}

/**
 * Reference data with its stores: each has the routes of a resource, and an export, which a thread makes from
 * this list.
 */
export const REFERENCE = REFERENCE_DATA.map((resource: Resource<z.ZodObject, z.ZodObject, Entity['key']>) => {
  const storeOn = STORES[resource.key] ?? ((on: Db) => tableStore(on, resource))
  return { resource, storeOn }
})
export const REFERENCE_LISTS = REFERENCE.map(({ resource, storeOn }) => {
  const exported = EXPORTED[resource.key]
  return exportedList(resource, storeOn, exported ? { exported } : {})
})
