import { defineFilters } from '#contract/lib/filters.ts'
import { STAFF_PATH } from '#contract/orders/in-charge.ts'

/** What the audit trail can be filtered by. `user` is who did it, or in whose account. */
export const AUDIT_FILTERS = defineFilters({
  at: { kind: 'date', label: 'Time' },
  user: { kind: 'ref', label: 'Who', from: STAFF_PATH, name: 'name', me: true },
  action: { kind: 'text', label: 'Action' },
  entity: { kind: 'text', label: 'Record' },
  recordId: { kind: 'number', label: 'Record ID' },
  ip: { kind: 'text', label: 'IP address' },
})
