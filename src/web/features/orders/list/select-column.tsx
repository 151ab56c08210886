import { useMemo } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { isPicked, shown, tick, tickPage, usePicked } from '#web/model/bulk/picked.ts'
import type { Column } from '#web/ui/list/list-columns.ts'
import { TickBox } from '#web/ui/list/tick-box.tsx'

function OrderBox({ order }: { order: OrderListItem }) {
  const checked = usePicked((now) => isPicked(now, order.id))
  return (
    <TickBox
      checked={checked}
      label={`Select ${formatTrackingCode(trackingCodeOf(order))}`}
      onTick={(range) => tick(order, range)}
    />
  )
}

/** The box that selects the page, once its rows are there. */
function PageBox() {
  const rows = useStore(shown)
  const count = usePicked((now) => rows.filter(({ id }) => isPicked(now, id)).length)
  const every = count > 0 && count === rows.length
  return (
    <TickBox
      checked={every}
      some={count > 0 && !every}
      label="Select this page"
      disabled={rows.length === 0}
      onTick={tickPage}
    />
  )
}

const SELECT: Column<OrderListItem> = {
  id: 'select',
  header: 'Select',
  control: <PageBox />,
  width: 34,
  noLink: true,
  card: 'aside',
  cell: (order) => <OrderBox order={order} />,
}

/** The column with the reasons why the last run left orders as they are, while such an order is selected. */
const REASON: Column<OrderListItem> = {
  id: 'reason',
  header: 'Not done',
  width: 220,
  wraps: 'whole',
  noLink: true,
  card: 'wide',
  cell: ({ id }) => <Reason id={id} />,
}

const Reason = ({ id }: { id: number }) => usePicked(({ reasons }) => reasons.get(id))

/** Columns of the list with the boxes that select, and the reasons of failed orders. */
export function useSelectColumns(columns: readonly Column<OrderListItem>[]) {
  const failed = usePicked(({ reasons }) => reasons.size > 0)
  return useMemo(() => [SELECT, ...(failed ? [REASON] : []), ...columns], [columns, failed])
}
