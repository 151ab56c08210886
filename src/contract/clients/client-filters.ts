import { defineFilters } from '#contract/lib/filters.ts'
import { CLIENT_LABELS } from './clients.ts'

/** Filters of the list of clients. */
export const CLIENT_FILTERS = defineFilters({
  username: { kind: 'text', label: CLIENT_LABELS.username },
  company: { kind: 'text', label: CLIENT_LABELS.companyName },
  email: { kind: 'text', label: CLIENT_LABELS.email },
  phone: { kind: 'text', label: CLIENT_LABELS.phone },
  address: { kind: 'text', label: CLIENT_LABELS.companyAddress },
  businessNumber: { kind: 'text', label: CLIENT_LABELS.canadianBusinessNumber },
  confirmed: {
    kind: 'enum',
    label: 'Email confirmed',
    choices: [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ],
  },
  created: { kind: 'date', label: 'Registered' },
})
