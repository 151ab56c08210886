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
import { exportedList } from '#server/resource/exports/exported-list.ts'
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

/** The lists of reference data that are exported. */
export const REFERENCE_LISTS = [
  exportedList(events, eventStore),
  exportedList(ports, portStore),
  exportedList(cities, cityStore),
  exportedList(vessels, vesselStore),
  exportedList(carriers, carrierStore),
  exportedList(documentRequirements, requirementStore),
  exportedList(depots, depotStore),
  exportedList(freight, (on) => tableStore(on, 'freight', freight)),
  exportedList(cartages, cartageStore),
  exportedList(constants, (on) => tableStore(on, 'constants', constants)),
  exportedList(hints, hintStore, { exported: HINT_EXPORT }),
  exportedList(locations, locationStore, { exported: LOCATION_EXPORT }),
  exportedList(mailAddresses, (on) => tableStore(on, 'mailAddresses', mailAddresses)),
]
