import { z } from 'zod'
import type { ColumnName } from '#contract/accounts/session.ts'
import { clientListFields, listFields } from './order-fields.ts'

/** A row of the orders list. */
export const orderListItem = z.object({
  id: z.int(),
  created: z.int(),
  updatedAt: z.string(),
  hashSum: z.string(),
  customCode: z.string(),
  userId: z.int(),
  username: z.string(),
  lastEventEntryId: z.int().nullable(),
  lastEventName: z.string().nullable(),
  lastEventId: z.int().nullable(),
  lastEventTime: z.string().nullable(),
  lastEventPublicStatus: z.string().nullable(),
  cityName: z.string(),
  cartageName: z.string(),
  inChargeId: z.int().nullable(),
  ...listFields,
})
export type OrderListItem = z.infer<typeof orderListItem>

/** Sort keys of the list as the specification names them; the ID and Date headers both send `created`. */
export const ORDER_SORT_KEYS = [
  'id',
  'created',
  'username',
  'companyName',
  'shipment_volume',
  'status',
  'event_data_update',
] as const
export type OrderSortKey = (typeof ORDER_SORT_KEYS)[number]

/** Sort keys by column; ID sorts by created, as Date does. */
export const ORDER_SORTS: Partial<Record<ColumnName, OrderSortKey>> = {
  id: 'created',
  date: 'created',
  user: 'username',
  company: 'companyName',
  volume: 'shipment_volume',
  status: 'status',
  lastUpdate: 'event_data_update',
}

/** Sort keys of one client's orders: those of the list and those of the columns of the quotes table. */
export const CLIENT_ORDER_SORT_KEYS = [...ORDER_SORT_KEYS, 'tracking_code', 'companyNameShipper', 'shipmentId'] as const
export type ClientOrderSortKey = (typeof CLIENT_ORDER_SORT_KEYS)[number]

/** A row of the quotes table ('See all orders'). */
export const quoteListItem = orderListItem.extend(clientListFields)
export type QuoteListItem = z.infer<typeof quoteListItem>
