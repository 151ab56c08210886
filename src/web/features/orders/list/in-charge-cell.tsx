import { Suspense } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'

const InCharge = lazyPart(async () => (await import('#web/features/orders/shared/in-charge.tsx')).InCharge)

/** A cell that is loaded with its column, which few people show. */
export const InChargeCell = ({ order }: { order: OrderListItem }) => (
  <Suspense fallback={null}>
    <InCharge order={order} />
  </Suspense>
)
