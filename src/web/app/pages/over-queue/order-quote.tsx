import { useQuery } from '@tanstack/react-query'
import { ORDER_PANELS } from '#contract/orders/order-fields.ts'
import { EditablePanel } from '#web/features/orders/panels/editable-panel.tsx'
import { usePanelDrafts } from '#web/features/orders/panels/use-panel-drafts.ts'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'

const [QUOTE] = ORDER_PANELS.filter(({ fields }) => fields.some((field) => field === 'shipmentVolume'))

/** The quote panel of an order, with its form. */
export function OrderQuote({ orderId }: { orderId: number }) {
  const query = useQuery(orderQuery(orderId))
  const drafts = usePanelDrafts()
  const fault = faultOf(query.error)
  if (!query.data) return fault && <Fault {...fault} onRetry={() => void query.refetch()} />
  return QUOTE ? <EditablePanel panel={QUOTE} order={query.data} drafts={drafts} /> : null
}
