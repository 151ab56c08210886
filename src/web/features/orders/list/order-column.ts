import { COLUMN_TITLES, ORDER_SORTS, type OrderColumnName } from '#contract/orders/list/order-columns.ts'
import type { OrderListRow } from '#contract/orders/order-list.ts'
import type { Column } from '#web/ui/list/list-columns.ts'

export type OrderColumn = Column<OrderListRow> & { id: OrderColumnName }

/** A column with its title, sortable where an index allows. */
export const orderColumn = (
  id: OrderColumnName,
  width: number,
  cell: OrderColumn['cell'],
  rest: Partial<OrderColumn> = {},
): OrderColumn => ({ id, header: COLUMN_TITLES[id], width, cell, sortable: ORDER_SORTS[id] !== undefined, ...rest })
