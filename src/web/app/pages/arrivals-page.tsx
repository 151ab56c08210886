import { Suspense, useState } from 'react'
import { ArrivalsList, type Notified } from '#web/features/arrivals/list/arrivals-list.tsx'
import { BulkSelection } from '#web/features/orders/bulk/bulk-dialog-props.ts'
import { namedOrder } from '#web/model/bulk/picked.ts'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'

const BulkDialog = lazyPart(async () => (await import('#web/features/orders/bulk/bulk-dialogs.tsx')).BulkDialog)

/** What has arrived; arrival notices are sent over it. */
export function ArrivalsPage() {
  const [whom, setWhom] = useState<Notified | null>(null)
  return (
    <>
      <ArrivalsList notify={setWhom} />
      {whom && (
        <PartBoundary>
          <Suspense fallback={null}>
            <Notices whom={whom} onClose={() => setWhom(null)} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
}

function Notices({ whom, onClose }: { whom: Notified; onClose: () => void }) {
  const orders =
    'rows' in whom
      ? [
          ...new Map(
            whom.rows.flatMap(({ order }) => (order ? [[order.id, namedOrder(order.id, order)]] : [])),
          ).values(),
        ]
      : []
  const selection =
    'rows' in whom ? { ids: orders.map(({ id }) => id) } : { filters: { sailing: `is:${whom.sailingId}` }, search: '' }
  return (
    <BulkSelection value={selection}>
      <BulkDialog kind="arrival-notice" count={orders.length} orders={orders} onClose={onClose} />
    </BulkSelection>
  )
}
