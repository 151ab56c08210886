import { choicesOf, defineFilters } from '#contract/lib/filters.ts'
import { STAFF_PATH } from '#contract/orders/in-charge.ts'
import { OFFER_STATE_LABELS } from './offer-codes.ts'

/** Filters of the list of offers. */
export const OFFER_FILTERS = defineFilters({
  state: { kind: 'enum', label: 'State', choices: choicesOf(OFFER_STATE_LABELS) },
  ownerId: { kind: 'ref', label: 'In charge', from: STAFF_PATH, name: 'name', me: true },
  clientId: { kind: 'ref', label: 'Client', from: 'admin/user', name: 'companyName' },
  sentAt: { kind: 'date', label: 'Sent' },
  validUntil: { kind: 'date', label: 'Valid until' },
  followUpAt: { kind: 'date', label: 'Follow up' },
})
