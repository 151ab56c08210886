import { z } from 'zod'
import { id, longText, tooMany } from '#contract/lib/fields.ts'
import { readFilters } from '#contract/lib/filters.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { LONGEST_ORDER_SEARCH, ORDER_FILTERS } from './order-filters.ts'

/** The most orders that a selection by filters may have. */
export const MOST_SELECTED = 5_000
export const TOO_MANY_SELECTED = `More than ${MOST_SELECTED} orders match. Please narrow the list.`

/**
 * The orders of a list by its filters, as it was when `asOfId` was the newest order: later orders stay out.
 * Filters are texts without their prefix: { status: 'in:0,2' }.
 */
export const matchingOrders = z.object({
  filters: z.record(z.string(), z.string()).superRefine((sent, ctx) => {
    for (const [field, message] of Object.entries(readFilters(ORDER_FILTERS, sent).errors))
      ctx.addIssue({ code: 'custom', message, path: [field] })
  }),
  /** As in the list: it may be several codes on lines of their own. */
  search: longText('Search', LONGEST_ORDER_SEARCH),
  asOfId: id(),
})
export type MatchingOrders = z.output<typeof matchingOrders>

/** The orders of an export by their ids: up to a whole selection, more than an address can hold. */
export const exportedOrders = z.object({
  ids: z.array(id()).min(1, REQUIRED).max(MOST_SELECTED, tooMany(MOST_SELECTED)),
})
