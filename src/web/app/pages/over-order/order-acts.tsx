import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { actionOf } from '#web/features/attention/actions/item-actions.ts'
import { refreshQueue } from '#web/features/attention/shared/attention.ts'
import type { ActionKind } from '#web/features/attention/shared/rule-words.ts'
import { MailDialog } from '#web/features/mail/mail-dialog.tsx'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import { useSetEventOver } from '#web/features/orders/shared/set-event-over.ts'
import { loadingOf, loadingOrder } from '#web/features/sailings/shared/loading-order.ts'
import { sailingQuery } from '#web/features/sailings/shared/sailings.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'

const route = getRouteApi('/staff/orders/$orderId')
const PriceDialog = lazyPart(async () => (await import('#web/features/attention/price-dialog.tsx')).PriceDialog)
const ClientDocuments = lazyPart(
  async () => (await import('#web/features/attention/client-documents.tsx')).ClientDocuments,
)
const ChangeDatesOf = lazyPart(
  async () => (await import('#web/features/sailings/shared/date-change/change-dates.tsx')).ChangeDatesOf,
)

/**
 * The actions of the queue on this order's page: what is a part of the page is shown there, anything else opens
 * over it. `opened` is what is open.
 */
export function useOrderActs(orderId: number) {
  const navigate = route.useNavigate()
  const { open: setEvent } = useSetEventOver()
  const [acted, setActed] = useState<{ kind: ActionKind; item: AttentionItem } | null>(null)
  const show = (search: object) => void navigate({ search: (before) => ({ ...before, ...search }), resetScroll: false })
  const act = (item: AttentionItem) => {
    const { kind } = actionOf(item)
    if (kind === 'set-event') setEvent(orderId)
    else if (kind === 'papers') show({ papers: true })
    else if (kind === 'notes') show({ notes: true })
    else if (kind === 'order') show({ tab: 'shipment', panel: 'quote' })
    else if (kind === 'load' || kind === 'roll') {
      const order = queryClient.getQueryData(orderQuery(orderId).queryKey)
      if (order) loadingOrder.set(loadingOf(order))
    } else if (kind === 'sailing' && item.sailing)
      void navigate({ to: '/sailings/$sailingId', params: { sailingId: String(item.sailing.id) } })
    else setActed({ kind, item })
  }
  const close = () => {
    setActed(null)
    void refreshQueue()
  }
  return { act, opened: acted && <Acted {...acted} orderId={orderId} onClose={close} /> }
}

interface ActedProps {
  kind: ActionKind
  item: AttentionItem
  orderId: number
  onClose: () => void
}

function Acted({ kind, ...rest }: ActedProps): ReactNode {
  const { item, onClose } = rest
  if (kind === 'mail') return <MailDialog id={Number(item.detail.mailId)} onClose={onClose} />
  return (
    <PartBoundary over>
      <Suspense fallback={null}>
        {kind === 'price' && <PriceDialog {...rest} />}
        {kind === 'documents' && <ClientDocuments {...rest} />}
        {kind === 'dates' && item.sailing && <SailingDates id={item.sailing.id} onClose={onClose} />}
      </Suspense>
    </PartBoundary>
  )
}

function SailingDates({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useQuery(sailingQuery(id))
  return data ? <ChangeDatesOf sailing={data} onClose={onClose} /> : null
}
