import { useQuery } from '@tanstack/react-query'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import type { Order } from '#contract/orders/orders.ts'
import { ClocksPanel } from '#web/features/free-time/clocks-panel.tsx'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import { ReleasePanel } from '#web/features/releases/release-panel.tsx'
import { containersQuery } from '#web/features/sailings/shared/sailings.ts'

/** The container of a sailing that an LCL order is in. */
const sharedContainer = ({ sailing }: Pick<Order, 'sailing'>) =>
  sailing?.container ? { sailing, container: sailing.container } : null

/** What happens to an order after its arrival: its clocks and its release. */
export function OrderArrival({ orderId }: { orderId: number }) {
  const { data: order } = useQuery(orderQuery(orderId))
  const isFcl = order?.transportationMode === TransportationMode.FCL
  const { data: containers } = useQuery({ ...containersQuery({ orderId }), enabled: isFcl })
  return (
    <>
      {order && (
        <ClocksPanel
          owner={{ orderId }}
          isLcl={!isFcl}
          containers={containers ?? []}
          shared={isFcl ? null : sharedContainer(order)}
        />
      )}
      <ReleasePanel orderId={orderId} />
    </>
  )
}
