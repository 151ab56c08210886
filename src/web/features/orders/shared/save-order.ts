import type { OrderField } from '#contract/orders/field-table.ts'
import { ORDER_FIELD_KEYS, type OrderFields } from '#contract/orders/order-fields.ts'
import { type Order, order } from '#contract/orders/orders.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { type AskSides, saveMerging } from '#web/lib/saving/save-merging.ts'
import { orderQuery } from './orders.ts'

/** Groups of fields that only make sense as a whole: mode and terms decide which origins are possible. */
const TOGETHER: readonly (readonly OrderField[])[] = [
  ['transportationMode', 'shipmentTradeTerms', 'shipmentOriginPort'],
]

interface SaveOrder {
  /** The order that editing began with. */
  base: Order
  values: Partial<OrderFields>
  notify: boolean
  ask: AskSides
}

/** Saves the whole order with the changed fields; keeps what others changed meanwhile, or asks. */
export async function saveOrder({ base, values, notify, ask }: SaveOrder): Promise<Order> {
  const saved = await saveMerging<Order>({
    base,
    values,
    ask,
    groups: TOGETHER,
    besides: notify,
    readCurrent: (data) => order.safeParse(data).data ?? null,
    send: (changes, updatedAt, from) =>
      request(order, `request/booking/edit/${from.id}`, {
        method: 'PUT',
        query: { notify: notify ? 1 : 0 },
        body: { ...Object.fromEntries(ORDER_FIELD_KEYS.map((key) => [key, from[key]])), ...changes, updatedAt },
      }),
  })
  showSavedOrder(saved)
  return saved
}

/** Shows a saved order and refreshes all data that includes part of it. */
export function showSavedOrder(saved: Order): void {
  queryClient.setQueryData(orderQuery(saved.id).queryKey, saved)
  for (const part of ['list', 'quotes', 'mails']) void queryClient.invalidateQueries({ queryKey: ['orders', part] })
}
