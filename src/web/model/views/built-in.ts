import { OrderStatus } from '#contract/codes/order-codes.ts'
import { type FilterTexts, ME } from '#contract/lib/filters.ts'
import type { ViewedList } from '#contract/views/view.ts'
import type { SeenViews } from './view-state.ts'

/** A view that every member of staff has and nobody can change. */
export interface BuiltIn {
  /** The name in the address. */
  key: string
  name: string
  filters: FilterTexts
}

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
    { key: 'waiting', name: 'Waiting', filters: { state: 'is:sent' } },
    { key: 'expiring', name: 'Expiring', filters: { state: 'is:sent', validUntil: 'next:3d' } },
    { key: 'answered', name: 'Answered', filters: { state: 'in:accepted,declined' } },
    { key: 'mine', name: 'Mine', filters: { ownerId: `is:${ME}` } },
  ],
}

/**
 * The view that a bare address opens: the person's default, else the one that they opened last. Undefined if that is
 * the whole list, or gone.
 */
export function firstView(list: ViewedList, { views, last }: SeenViews): number | string | undefined {
  const [, ...narrower] = BUILT_IN[list]
  return (
    views.find(({ isDefault }) => isDefault)?.id ??
    views.find(({ id }) => String(id) === last)?.id ??
    narrower.find(({ key }) => key === last)?.key
  )
}
