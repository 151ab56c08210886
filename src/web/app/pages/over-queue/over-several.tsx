import type { AttentionItem } from '#contract/attention/attention.ts'
import { BulkSelection } from '#web/features/orders/bulk/bulk-dialog-props.ts'
import { BulkDialog } from '#web/features/orders/bulk/bulk-dialogs.tsx'
import { namedOrder } from '#web/model/bulk/picked.ts'
import type { RunAction } from './runs-of-queue.ts'

interface OverSeveralProps {
  action: RunAction
  items: readonly AttentionItem[]
  onClose: () => void
}

/** The dialog of a run over the orders of items: the one of the list of orders. */
export function OverSeveral({ action: { kind, milestone }, items, onClose }: OverSeveralProps) {
  const byOrder = new Map(items.map((item) => [item.orderId, item]))
  const orders = [...byOrder].flatMap(([id, item]) => (id === null ? [] : [namedOrder(id, item)]))
  return (
    <BulkSelection value={{ ids: orders.map(({ id }) => id) }}>
      <BulkDialog kind={kind} count={orders.length} orders={orders} milestone={milestone} onClose={onClose} />
    </BulkSelection>
  )
}
