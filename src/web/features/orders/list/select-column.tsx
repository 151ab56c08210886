import { Suspense, useMemo } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { isPicked, shown, tick, tickPage, usePicked } from '#web/model/bulk/picked.ts'
import type { Column } from '#web/ui/list/list-columns.ts'
import { TickBox } from '#web/ui/list/tick-box.tsx'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'
import classes from './orders.module.css'

// Few people ever see a failed order: the mark is no part of the first screen.
const FailedMark = lazyPart(async () => (await import('./failed-mark.tsx')).FailedMark)

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
  fits: [],
  room: 20,
  noLink: true,
  card: 'aside',
  cell: (order) => (
    <span className={classes.ticked}>
      <OrderBox order={order} />
      <Mark id={order.id} />
    </span>
  ),
}
/** The column with the marks of orders that the last run could not do, while such an order is selected. */
const WITH_MARKS = { ...SELECT, width: 62, room: 48 }

function Mark({ id }: { id: number }) {
  const reason = usePicked(({ reasons }) => reasons.get(id))
  return reason === undefined ? null : (
    <PartBoundary>
      <Suspense>
        <FailedMark reason={reason} />
      </Suspense>
    </PartBoundary>
  )
}

/** Columns of the list with the boxes that select, and the marks of failed orders. */
export function useSelectColumns(columns: readonly Column<OrderListItem>[]) {
  const failed = usePicked(({ reasons }) => reasons.size > 0)
  return useMemo(() => [failed ? WITH_MARKS : SELECT, ...columns], [columns, failed])
}
