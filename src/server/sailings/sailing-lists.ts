import { containers } from '#contract/sailings/containers.ts'
import { SAILING_FILTERS } from '#contract/sailings/sailing-filters.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { exportedList } from '#server/resource/exports/exported-list.ts'
import { containerStore } from './container-store.ts'
import { sailingStore } from './sailing-store.ts'

/** The lists of sailings and containers that are exported. */
export const SAILING_LISTS = [
  exportedList(sailings, sailingStore, { filters: SAILING_FILTERS }),
  exportedList(containers, containerStore),
]
