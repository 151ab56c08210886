import type { StandingRow } from '#web/features/attention/changes/row-items.ts'
import type { SelectedAction } from '#web/features/attention/changes/selected-actions.ts'
import { BulkSelection } from '#web/features/orders/bulk/bulk-dialog-props.ts'
import { BulkDialog } from '#web/features/orders/bulk/bulk-dialogs.tsx'
import { LoadOrderDialog } from '#web/features/sailings/shared/load-order-dialog.tsx'
import type { LoadingOrder } from '#web/features/sailings/shared/loading-order.ts'
import { namedOrder } from '#web/model/bulk/picked.ts'
import { MISSED } from './missed.ts'

/** Selected rows of the queue, and the action on their orders. */
export interface SelectedOrders {
  action: SelectedAction
  rows: readonly StandingRow[]
}

/** An order of the queue, to be rolled from its sailing. */
const rolled = ({ orderId, trackingCode, sailing }: StandingRow): LoadingOrder[] =>
  orderId === null ? [] : [{ id: orderId, trackingCode: trackingCode ?? '', cbm: null, from: sailing }]

/** The dialog of an action on the orders of selected items: the one of the list of orders. */
export function OverSelected({ action: { kind, milestone }, rows, onClose }: SelectedOrders & { onClose: () => void }) {
  const orders = [...new Map(rows.flatMap((row) => (row.orderId === null ? [] : [[row.orderId, row] as const])))].map(
    ([id, row]) => namedOrder(id, row),
  )
  if (kind === 'roll') {
    const [first, ...others] = rows.flatMap(rolled)
    return first && <LoadOrderDialog orders={[first, ...others]} reason={MISSED} onClose={onClose} />
  }
  return (
    <BulkSelection value={{ ids: orders.map(({ id }) => id) }}>
      <BulkDialog kind={kind} count={orders.length} orders={orders} milestone={milestone} onClose={onClose} />
    </BulkSelection>
  )
}
