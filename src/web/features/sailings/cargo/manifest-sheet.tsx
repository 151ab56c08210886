import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { LoadedOrder } from '#contract/sailings/loadings.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { loadedQuery } from '#web/features/sailings/shared/loaded-query.ts'
import { boxName, ofCapacity, sizeTypeLabel, vesselAndVoyage } from '#web/features/sailings/shared/sailing-looks.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { datesIn, EMPTY } from '#web/lib/format/dates.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'
import { PrintFrame } from '#web/ui/page/print-frame.tsx'

const { date } = datesIn('UTC')
const NONE: LoadedOrder[] = []

/** The cargo manifest on paper: orders by container. */
export function ManifestSheet({ sailing }: { sailing: Sailing }) {
  const { data = NONE } = useQuery(loadedQuery(sailing.id, null))
  // The sheet is deferred, so that the screen comes first.
  const orders = useDeferredValue(data, NONE)
  const live = orders.filter(({ status }) => status !== OrderStatus.CANCELLED)
  const byContainer = Map.groupBy(live, ({ container }) => container?.id ?? null)
  const { portNames, portOfLoading, portOfDischarge, masterBill } = sailing
  return (
    <PrintFrame
      title={`Manifest ${sailing.reference}`}
      about={[
        vesselAndVoyage(sailing),
        `${portNames.portOfLoading || portOfLoading} → ${portNames.portOfDischarge || portOfDischarge}`,
        `ETD ${date(sailing.etd)}`,
        `ETA ${date(sailing.portEta)}`,
        masterBill && `master bill ${masterBill}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      {sailing.containers.map((box) => (
        <Part
          key={box.id}
          title={`${boxName(box)}, ${sizeTypeLabel(box.sizeType)}: ${ofCapacity(box.usedCbm, box.maxCbm, 'CBM')}, ${ofCapacity(box.usedKg, box.maxKg, 'kg')}`}
          orders={byContainer.get(box.id) ?? []}
        />
      ))}
      <Part title="In no container" orders={byContainer.get(null) ?? []} />
    </PrintFrame>
  )
}

function Part({ title, orders }: { title: string; orders: readonly LoadedOrder[] }) {
  const { date: dayOf } = useDates()
  if (orders.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            <th>Tracking code</th>
            <th>Received</th>
            <th>Pieces</th>
            <th>CBM</th>
            <th>kg</th>
            <th>Destination</th>
            <th>Company</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.orderId}>
              <td>{formatTrackingCode(order.trackingCode)}</td>
              <td>{dayOf(order.receivedAt)}</td>
              <td>{order.pieces ?? EMPTY}</td>
              <td>{shortQuantity(order.usedCbm)}</td>
              <td>{shortQuantity(order.usedKg)}</td>
              <td>{order.cartageName || EMPTY}</td>
              <td>{order.companyName || order.username}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
