import { z } from 'zod'
import { eventSearch } from '#web/features/orders/shared/set-event-over.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

/**
 * The search params of an order: tab, panel of 'Shipment information', open parts, sort and page of the
 * client's orders.
 */
export const orderSearch = z.object({
  tab: z.enum(['events', 'shipment', 'documents']).optional().catch(undefined),
  panel: z.string().max(40).optional().catch(undefined),
  contact: z.coerce.boolean().optional().catch(undefined),
  notes: z.coerce.boolean().optional().catch(undefined),
  papers: z.coerce.boolean().optional().catch(undefined),
  arrival: z.coerce.boolean().optional().catch(undefined),
  quotes: z.coerce.boolean().optional().catch(undefined),
  ...listSearch.pick({ sort: true, page: true, per_page: true }).shape,
  ...eventSearch,
})
