import { useEffect } from 'react'
import { STATUS_LABELS } from '#contract/codes/order-codes.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { orderCount } from '#web/features/runs/shared/run-words.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { quantity } from '#web/lib/format/money.ts'
import type { PickedOrder } from '#web/model/bulk/picked.ts'
import { PrintFrame } from '#web/ui/page/print-frame.tsx'

/** The selected orders on A4. The print dialog opens once they are there. */
export function PrintOrders({ orders, onPrinted }: { orders: readonly PickedOrder[]; onPrinted: () => void }) {
  const { date, dateTime } = useDates()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it prints once
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted, { once: true })
    const frame = requestAnimationFrame(() => window.print())
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('afterprint', onPrinted)
    }
  }, [])
  return (
    <PrintFrame title="Orders" about={`${orderCount(orders.length)}, ${dateTime(new Date().toISOString())}`}>
      <section>
        <table>
          <thead>
            <tr>
              {['Tracking code', 'Date', 'Company', 'Event', 'Origin', 'Destination', 'Volume', 'Status'].map(
                (title) => (
                  <th key={title}>{title}</th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.id}>
                <td>{formatTrackingCode(trackingCodeOf(order))}</td>
                <td>{order.created === undefined ? EMPTY : date(order.created)}</td>
                <td>{order.companyName || EMPTY}</td>
                <td>{order.lastEventName ?? EMPTY}</td>
                <td>{order.cityName || EMPTY}</td>
                <td>{order.cartageName || EMPTY}</td>
                <td>{order.shipmentVolume === undefined ? EMPTY : quantity(order.shipmentVolume)}</td>
                <td>{STATUS_LABELS[order.status ?? -1] ?? EMPTY}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </PrintFrame>
  )
}
