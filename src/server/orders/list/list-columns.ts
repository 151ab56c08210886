import { orderListItem } from '#contract/orders/order-list.ts'
import { columnsOf } from '#server/orders/columns.ts'

/** The columns of a list row, named by the contract's keys; `created` in unix seconds. */
export const LIST_COLUMNS = `extract(epoch from o.created_at)::bigint as created, ${columnsOf(
  Object.keys(orderListItem.shape).filter((key) => key !== 'created'),
)}`
