import { AddDocuments } from '#web/features/orders/detail/add-documents.tsx'
import { PapersPanel } from '#web/features/papers/papers-panel.tsx'
import { TrackingLinks } from '#web/features/tracking/tracking-links.tsx'

/** The checklist of an order, the ways to add documents, and the links by which its client reads them. */
export const OrderPapers = ({ orderId }: { orderId: number }) => (
  <>
    <PapersPanel orderId={orderId} />
    <AddDocuments orderId={orderId} />
    <TrackingLinks orderId={orderId} />
  </>
)
