import { useQuery } from '@tanstack/react-query'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { ClocksPanel } from '#web/features/free-time/clocks-panel.tsx'
import { loadedQuery } from '#web/features/sailings/shared/loaded-query.ts'
import { containersQuery } from '#web/features/sailings/shared/sailings.ts'

/** The clocks of all cargo of a sailing; those of its containers can be set. */
export function SailingClocks({ sailingId }: { sailingId: number }) {
  const { data: containers } = useQuery(containersQuery({ sailingId }))
  const { data: orders } = useQuery(loadedQuery(sailingId, null))
  const nameOfOrder = (id: number) => {
    const order = orders?.find(({ orderId }) => orderId === id)
    return order ? formatTrackingCode(order.trackingCode) : `Order No. ${id}`
  }
  return <ClocksPanel owner={{ sailingId }} containers={containers ?? []} nameOfOrder={nameOfOrder} />
}
