import { OrderStatus } from '#contract/codes/order-codes.ts'
import { type FilterTexts, ME } from '#contract/lib/filters.ts'
import type { ViewDefinition, ViewedList } from '#contract/views/view.ts'

/** A view that every member of staff has and nobody can change. */
export interface BuiltIn {
  /** The name in the address. */
  key: string
  name: string
  filters: FilterTexts
  /** By what it is sorted; as the list is usually, if absent. */
  sort?: ViewDefinition['sort']
}

const soonest = (field: string): ViewDefinition['sort'] => [{ field, direction: 'asc' }]
const ALL: BuiltIn = { key: 'all', name: 'All', filters: {} }

/** Built-in views of each list; the first one shows all of it. */
export const BUILT_IN: Record<ViewedList, readonly [BuiltIn, ...BuiltIn[]]> = {
  orders: [
    ALL,
    { key: 'in-progress', name: 'In progress', filters: { status: `is:${OrderStatus.IN_PROGRESS}` } },
    { key: 'attention', name: 'Needs attention', filters: { attention: 'filled' } },
    { key: 'mine', name: 'Mine', filters: { inCharge: `is:${ME}` } },
  ],
  clients: [ALL],
  mails: [ALL],
  audit: [ALL],
  // The list's own status filter narrows it, and begins with sailings that have not departed.
  sailings: [{ ...ALL, name: 'Sailings' }],
  offers: [
    ALL,
    { key: 'to-send', name: 'To send', filters: { state: 'is:draft' } },
    { key: 'waiting', name: 'Waiting', filters: { state: 'is:sent' }, sort: soonest('followUpAt') },
    {
      key: 'expiring',
      name: 'Expiring',
      filters: { state: 'is:sent', validUntil: 'next:3d' },
      sort: soonest('validUntil'),
    },
    { key: 'answered', name: 'Answered', filters: { state: 'in:accepted,declined' } },
    { key: 'mine', name: 'Mine', filters: { ownerId: `is:${ME}` } },
  ],
  arrivals: [ALL, { key: 'mine', name: 'Mine', filters: { inCharge: `is:${ME}` } }],
}
