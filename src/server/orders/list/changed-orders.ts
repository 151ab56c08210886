import type { ChangedPage } from '#contract/lib/envelope.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Db } from '#server/db/client.ts'
import type { ChangedQuery } from '#server/resource/changed/asked.ts'
import { readChanged } from '#server/resource/changed/read-changed.ts'
import { LIST_COLUMNS } from './list-columns.ts'

const LIST = { kind: 'orders', columns: LIST_COLUMNS, table: 'orders o', id: 'o.id', live: 'o.deleted_at is null' }

/** A page of the orders that were changed or deleted since a time, the earliest change first. Throws 400. */
export const changedOrders = (db: Db, query: ChangedQuery): Promise<ChangedPage<OrderListItem>> =>
  readChanged(db, LIST, query)
