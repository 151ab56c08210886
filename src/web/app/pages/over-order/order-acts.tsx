import { getRouteApi } from '@tanstack/react-router'
import { OverQueue } from '#web/app/pages/over-queue/over-queue.tsx'
import { useOverQueue } from '#web/app/pages/over-queue/use-over-queue.ts'
import type { Act } from '#web/features/attention/shared/item-actions.ts'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import { loadingOf, loadingOrder } from '#web/features/sailings/shared/loading-order.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

const route = getRouteApi('/staff/orders/$orderId')

/**
 * The actions of the queue on this order's page: what is a part of the page is shown there, anything else opens
 * over it, as over the queue. `opened` is what is open.
 */
export function useOrderActs(orderId: number) {
  const navigate = route.useNavigate()
  const over = useOverQueue()
  const show = (search: object) => void navigate({ search: (before) => ({ ...before, ...search }), resetScroll: false })
  const act: Act = (action, items) => {
    const { kind } = action
    const sailing = items[0]?.sailing
    if (kind === 'papers') show({ papers: true })
    else if (kind === 'free-time' || kind === 'release') show({ arrival: true })
    else if (kind === 'notes') show({ notes: true })
    else if (kind === 'order') show({ tab: 'shipment', panel: 'quote' })
    else if (kind === 'load' || kind === 'roll') {
      const order = queryClient.getQueryData(orderQuery(orderId).queryKey)
      if (order) loadingOrder.set(loadingOf(order))
    } else if (kind === 'sailing' && sailing)
      void navigate({ to: '/sailings/$sailingId', params: { sailingId: String(sailing.id) } })
    else over.act(action, items)
  }
  return { act, opened: over.taken && <OverQueue {...over.taken} onClose={over.close} /> }
}
