import { z } from 'zod'
import { RULE_LABELS } from '#contract/attention/rules.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { milestone } from '#contract/reference/milestones.ts'
import { clientListFields, listFields } from './order-fields.ts'
import { nextCutOffFields } from './progress.ts'

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

/** What further columns show, read only when it is asked for. Dates are those of the booking confirmation. */
export const furtherOfOrder = z.object({
  transportationMode: z.int(),
  shipmentTradeTerms: z.int(),
  estimatedTransportation: z.number().nullable(),
  lastMilestone: milestone,
  cargoCutOffAt: z.string().nullable(),
  nextCutOff: nextCutOffFields.nullable(),
  estimatedTimeOfDepartureAt: z.string().nullable(),
  portEstimatedTimeOfArrivalAt: z.string().nullable(),
  sailing: z.object({ id: z.int(), reference: z.string() }).nullable(),
  papers: z.object({ there: z.int(), total: z.int() }).describe('Papers that are there, of all that are wanted.'),
  attention: z
    .object({ rule: z.literal(keysOf(RULE_LABELS)), dueAt: z.string().nullable(), things: z.int() })
    .nullable()
    .describe('The most urgent item that waits about the order; null for none.'),
})
export type FurtherOfOrder = z.infer<typeof furtherOfOrder>

/** A row of the orders list, with what further columns show if the call asked for it. */
export const orderListRow = orderListItem.extend({ more: furtherOfOrder.optional() })
export type OrderListRow = z.infer<typeof orderListRow>

/**
 * Sort keys of the list as the specification names them, and those of further columns; the ID and Date headers
 * both send `created`.
 */
export const ORDER_SORT_KEYS = [
  'id',
  'created',
  'username',
  'companyName',
  'shipment_volume',
  'status',
  'event_data_update',
  'shipmentTradeTerms',
  'lastMilestone',
  'cargoCutOffAt',
  'estimatedTimeOfDepartureAt',
  'portEstimatedTimeOfArrivalAt',
] as const
export type OrderSortKey = (typeof ORDER_SORT_KEYS)[number]

/** Sort keys of one client's orders: those of the list and those of the columns of the quotes table. */
export const CLIENT_ORDER_SORT_KEYS = [...ORDER_SORT_KEYS, 'tracking_code', 'companyNameShipper', 'shipmentId'] as const
export type ClientOrderSortKey = (typeof CLIENT_ORDER_SORT_KEYS)[number]

/** A row of the quotes table ('See all orders'). */
export const quoteListItem = orderListItem.extend(clientListFields)
export type QuoteListItem = z.infer<typeof quoteListItem>
