import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'

const ReceiveOrders = lazyPart(async () => (await import('#web/app/pages/over-queue/receive-orders.tsx')).ReceiveOrders)
const SailingDates = lazyPart(async () => (await import('./sailing-dates.tsx')).SailingDates)

/** What the box offers on an order's page about its sailing: to receive its cargo, and to change the dates. */
export function SailingOfOrder({ orderId }: { orderId: number }) {
  const [opened, setOpened] = useState<'receive' | 'dates' | null>(null)
  const sailing = useQuery(orderQuery(orderId)).data?.sailing
  const close = () => setOpened(null)
  usePageActions(
    sailing
      ? [
          { label: 'Receive cargo', name: `receive ${sailing.id}`, run: () => setOpened('receive') },
          {
            label: `Change dates of ${sailing.reference}`,
            name: `dates ${sailing.id}`,
            run: () => setOpened('dates'),
          },
        ]
      : [],
  )
  if (!sailing || opened === null) return null
  return (
    <PartBoundary>
      <Suspense fallback={null}>
        {opened === 'receive' ? (
          <ReceiveOrders sailingId={sailing.id} orderIds={new Set([orderId])} onClose={close} />
        ) : (
          <SailingDates id={sailing.id} onClose={close} />
        )}
      </Suspense>
    </PartBoundary>
  )
}
