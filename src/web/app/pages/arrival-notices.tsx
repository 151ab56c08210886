import type { Notified } from '#web/features/arrivals/list/arrivals-list.tsx'
import { BulkSelection } from '#web/features/orders/bulk/bulk-dialog-props.ts'
import { BulkDialog } from '#web/features/orders/bulk/bulk-dialogs.tsx'
import { namedOrder } from '#web/model/bulk/picked.ts'

/** Asks before arrival notices go to the orders of a sailing, or to some. */
export function ArrivalNotices({ whom, onClose }: { whom: Notified; onClose: () => void }) {
  const orders =
    'rows' in whom
      ? [
          ...new Map(
            whom.rows.flatMap(({ order }) => (order ? [[order.id, namedOrder(order.id, order)]] : [])),
          ).values(),
        ]
      : []
  const selection =
    'rows' in whom ? { ids: orders.map(({ id }) => id) } : { filters: { sailing: `is:${whom.sailingId}` }, search: '' }
  return (
    <BulkSelection value={selection}>
      <BulkDialog kind="arrival-notice" count={orders.length} orders={orders} onClose={onClose} />
    </BulkSelection>
  )
}
