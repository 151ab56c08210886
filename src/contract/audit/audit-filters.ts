import { defineFilters } from '#contract/lib/filters.ts'
import { STAFF_PATH } from '#contract/orders/in-charge.ts'

/** Filters of the audit trail. `user` is the account that acted, or that somebody acted in. */
export const AUDIT_FILTERS = defineFilters({
  at: { kind: 'date', label: 'Time' },
  user: { kind: 'ref', label: 'Who', from: STAFF_PATH, name: 'name', me: true },
  action: { kind: 'text', label: 'Action' },
  entity: { kind: 'text', label: 'Record' },
  recordId: { kind: 'number', label: 'Record ID' },
  ip: { kind: 'text', label: 'IP address' },
})
