import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { actionOf } from '#web/features/attention/actions/item-actions.ts'
import { ClientDocuments } from '#web/features/attention/client-documents.tsx'
import { PriceDialog } from '#web/features/attention/price-dialog.tsx'
import { refreshQueue } from '#web/features/attention/shared/attention.ts'
import type { ActionKind } from '#web/features/attention/shared/rule-words.ts'
import { TodayView } from '#web/features/attention/today-view.tsx'
import { MailDialog } from '#web/features/mail/mail-dialog.tsx'
import { useEventOver, useSetEventOver } from '#web/features/orders/shared/set-event-over.ts'
import { ChangeDatesOf } from '#web/features/sailings/shared/date-change/change-dates.tsx'
import { sailingQuery } from '#web/features/sailings/shared/sailings.ts'
import { confirmLeave } from '#web/lib/browser/unsaved.ts'
import { SideDrawer } from '#web/ui/dialog/side-drawer.tsx'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { OnDemand } from '#web/ui/parts/on-demand.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'
import { loadSetEvent } from './load-set-event.ts'
import { MISSED } from './over-queue/missed.ts'
import type { SelectedOrders } from './over-queue/over-selected.tsx'

const SetEventDrawer = lazyPart(loadSetEvent)
const OverSelected = lazyPart(async () => (await import('./over-queue/over-selected.tsx')).OverSelected)
const LoadOrderDialog = lazyPart(
  async () => (await import('#web/features/sailings/shared/load-order-dialog.tsx')).LoadOrderDialog,
)
const OrderPapers = lazyPart(async () => (await import('./order-papers.tsx')).OrderPapers)
const OrderQuote = lazyPart(async () => (await import('./over-queue/order-quote.tsx')).OrderQuote)
const SailingOrders = lazyPart(async () => (await import('./over-queue/sailing-orders.tsx')).SailingOrders)
const NotesList = lazyPart(async () => (await import('#web/features/notes/notes-list.tsx')).NotesList)
/** Widths in px of a drawer over the queue, and of one with a list. */
const WIDTH = 640
const WIDE = 1080

/** The queue, with the drawers that its actions open over it. */
export function TodayPage() {
  const router = useRouter()
  const event = useEventOver()
  const { open: setEvent } = useSetEventOver()
  const [opened, setOpened] = useState<{ kind: ActionKind; item: AttentionItem } | null>(null)
  const [act] = useState(() => (item: AttentionItem) => {
    const { kind } = actionOf(item)
    const { orderId } = item
    if (kind === 'webhooks') return void router.navigate({ to: '/integrations', search: { tab: 'webhooks' } })
    if (orderId === null) return
    if (kind === 'set-event') return setEvent(orderId)
    setOpened({ kind, item })
  })
  const [selected, setSelected] = useState<SelectedOrders | null>(null)
  const closeSelected = () => {
    setSelected(null)
    void refreshQueue()
  }
  const close = () => {
    setOpened(null)
    void refreshQueue()
  }
  return (
    <>
      <TodayView act={act} actAll={(action, rows) => setSelected({ action, rows })} setEvent={setEvent} />
      <OnDemand opened={selected !== null}>
        {selected && <OverSelected {...selected} onClose={closeSelected} />}
      </OnDemand>
      {opened && <Opened {...opened} onClose={close} />}
      <OnDemand opened={event !== undefined}>
        <SetEventDrawer orderId={event} />
      </OnDemand>
    </>
  )
}

interface OpenedProps {
  item: AttentionItem
  onClose: () => void
}

function Opened({ kind, ...over }: OpenedProps & { kind: ActionKind }) {
  const { item, onClose } = over
  const { orderId, sailing, detail } = item
  if (kind === 'mail') return <MailDialog id={Number(detail.mailId)} onClose={onClose} />
  if (kind === 'dates' && sailing) return <SailingDates id={sailing.id} onClose={onClose} />
  if (orderId === null) return null
  if (kind === 'load' || kind === 'roll') {
    const order = {
      id: orderId,
      trackingCode: item.trackingCode ?? '',
      cbm: null,
      from: kind === 'roll' ? sailing : null,
    }
    return (
      <PartBoundary>
        <Suspense fallback={null}>
          <LoadOrderDialog orders={[order]} reason={MISSED} onClose={onClose} />
        </Suspense>
      </PartBoundary>
    )
  }
  if (kind === 'price') return <PriceDialog item={item} orderId={orderId} onClose={onClose} />
  if (kind === 'papers')
    return (
      <PartOver title="Papers" {...over}>
        <OrderPapers orderId={orderId} />
      </PartOver>
    )
  if (kind === 'sailing' && sailing)
    return (
      <PartOver title={`Orders on ${sailing.reference}, with the measurements`} width={WIDE} {...over}>
        <SailingOrders sailingId={sailing.id} />
      </PartOver>
    )
  if (kind === 'order')
    return (
      <PartOver title="Quote summary" {...over}>
        <OrderQuote orderId={orderId} />
      </PartOver>
    )
  if (kind === 'notes')
    return (
      <PartOver title="Notes" {...over}>
        <NotesList orderId={orderId} />
      </PartOver>
    )
  return kind === 'documents' ? <ClientDocuments item={item} orderId={orderId} onClose={onClose} /> : null
}

interface PartOverProps extends OpenedProps {
  title: string
  children: ReactNode
  width?: number
}

/** A part of an order over the queue, which stays beneath; typed input is asked about before it is lost. */
function PartOver({ title, item, onClose, children, width = WIDTH }: PartOverProps) {
  return (
    <SideDrawer
      opened
      onClose={() => void confirmLeave().then((leave) => leave && onClose())}
      title={`${title} of ${item.trackingCode ? formatTrackingCode(item.trackingCode) : ''}`}
      width={width}
      returnTo={() => document.querySelector('main')}
    >
      <PartBoundary>
        <Suspense fallback={null}>{children}</Suspense>
      </PartBoundary>
    </SideDrawer>
  )
}

function SailingDates({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useQuery(sailingQuery(id))
  return data ? <ChangeDatesOf sailing={data} onClose={onClose} /> : null
}
