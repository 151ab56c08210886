import { defineFilters } from '#contract/lib/filters.ts'
import { IN_CHARGE, STAFF_PATH } from '#contract/orders/in-charge.ts'

/** Filters of the list of arrivals. */
export const ARRIVAL_FILTERS = defineFilters({
  sailing: { kind: 'ref', label: 'Sailing', from: 'sailing', name: 'reference' },
  place: { kind: 'ref', label: 'Place', from: 'place', name: 'name' },
  inCharge: { kind: 'ref', label: IN_CHARGE, from: STAFF_PATH, name: 'name', me: true },
})
