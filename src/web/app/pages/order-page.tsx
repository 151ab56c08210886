import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { OrderNotices } from '#web/features/attention/order-notices.tsx'
import { orderAttentionQuery } from '#web/features/attention/shared/attention.ts'
import type { Act } from '#web/features/attention/shared/item-actions.ts'
import { RecordChanges } from '#web/features/audit/record-history.tsx'
import { ChangedMail } from '#web/features/mail/changed-mail.tsx'
import { MailDialog } from '#web/features/mail/mail-dialog.tsx'
import { MailHistory } from '#web/features/mail/mail-history.tsx'
import { useOrderMails } from '#web/features/mail-in/order-mails.tsx'
import { NotesFact, useOrderNotes } from '#web/features/notes/order-notes.tsx'
import { MakeDocuments } from '#web/features/orders/detail/make-documents.tsx'
import { OrderView } from '#web/features/orders/detail/order-view.tsx'
import { EventStatusTab } from '#web/features/orders/history/event-status-tab.tsx'
import { newestFirst } from '#web/features/orders/history/merge-history.ts'
import { QuotesTable } from '#web/features/orders/list/quotes-table.tsx'
import { panelWords } from '#web/features/orders/panels/shipment-panels.ts'
import { ShipmentTab } from '#web/features/orders/panels/shipment-tab.tsx'
import { usePanelDrafts } from '#web/features/orders/panels/use-panel-drafts.ts'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import { useSetEventOver } from '#web/features/orders/shared/set-event-over.ts'
import { OrderDiffers } from '#web/features/sailings/of-order/order-differs.tsx'
import { differenceOf, TakeFromSailing } from '#web/features/sailings/of-order/take-from-sailing.tsx'
import { loadingOf, loadingOrder, mayLoad } from '#web/features/sailings/shared/loading-order.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { Presence } from '#web/model/live/presence.tsx'
import { useOpened } from '#web/model/search/search-calls.ts'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { OnDemand } from '#web/ui/parts/on-demand.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'
import { loadSetEvent } from './load-set-event.ts'
import { useOrderActs } from './over-order/order-acts.tsx'
import { SailingOfOrder } from './over-order/sailing-of-order.tsx'

const SetEventDrawer = lazyPart(loadSetEvent)
const LoadOrderDialog = lazyPart(
  async () => (await import('#web/features/sailings/shared/load-order-dialog.tsx')).LoadOrderDialog,
)
const OrderContainers = lazyPart(
  async () => (await import('#web/features/sailings/of-order/order-containers.tsx')).OrderContainers,
)

const OrderArrival = lazyPart(async () => (await import('./order-arrival.tsx')).OrderArrival)
const OrderPapers = lazyPart(async () => (await import('./order-papers.tsx')).OrderPapers)

const route = getRouteApi('/staff/orders/$orderId')

export function OrderPage() {
  const { orderId } = route.useParams()
  const { event, step } = route.useSearch()
  const opened = event === orderId
  const { open } = useSetEventOver()
  const navigate = route.useNavigate()
  useOpened('orders', orderId)
  usePageActions([
    { label: 'Set event', name: `event ${orderId}`, keys: 'e', run: () => open(orderId, { step: true }) },
    { label: 'Notes', run: () => void navigate({ search: (now) => ({ ...now, notes: true }) }) },
    {
      label: 'Papers',
      name: `papers ${orderId}`,
      run: () => void navigate({ search: (now) => ({ ...now, papers: true }), resetScroll: false }),
    },
    {
      label: 'Free time and release',
      run: () => void navigate({ search: (now) => ({ ...now, arrival: true }), resetScroll: false }),
    },
  ])
  return (
    <>
      <OneOrder key={orderId} id={orderId} setsEvent={opened} />
      <OnDemand opened={opened}>
        <SetEventDrawer orderId={opened ? orderId : undefined} step={step} />
      </OnDemand>
      <LoadOrder orderId={orderId} />
      <SailingOfOrder orderId={orderId} />
    </>
  )
}

const closeLoading = () => loadingOrder.set(null)

/** The choice of a sailing for this order, and the actions that open it. */
function LoadOrder({ orderId }: { orderId: number }) {
  const loading = useStore(loadingOrder)
  const { data: order } = useQuery(orderQuery(orderId))
  const open = () => order && loadingOrder.set(loadingOf(order))
  const can = order !== undefined && mayLoad(order)
  usePageActions([
    { label: 'Load on sailing', name: `load ${orderId}`, run: open, can: () => can && !order.sailing },
    { label: 'Roll to another sailing', name: `load ${orderId}`, run: open, can: () => can && order.sailing !== null },
  ])
  useEffect(() => closeLoading, [])
  return (
    <OnDemand opened={loading !== null}>
      {loading && <LoadOrderDialog key={loading.id} orders={[loading]} onClose={closeLoading} />}
    </OnDemand>
  )
}

/** A lazy part: few orders have containers of their own. */
const Containers = ({ orderId }: { orderId: number }) => (
  <PartBoundary>
    <Suspense fallback={null}>
      <OrderContainers orderId={orderId} />
    </Suspense>
  </PartBoundary>
)

/** The drawer loads them when it opens. */
const Papers = ({ orderId }: { orderId: number }) => (
  <PartBoundary>
    <Suspense fallback={null}>
      <OrderPapers orderId={orderId} />
    </Suspense>
  </PartBoundary>
)

/** The drawer loads them when it opens. */
const Arrival = ({ orderId }: { orderId: number }) => (
  <PartBoundary>
    <Suspense fallback={null}>
      <OrderArrival orderId={orderId} />
    </Suspense>
  </PartBoundary>
)

/** An order with its history and mails, its panels, and the other orders of its client. */
function OneOrder({ id, setsEvent }: { id: number; setsEvent: boolean }) {
  const drafts = usePanelDrafts()
  const { act, opened: acted } = useOrderActs(id)
  // Offline, the order shows from the cache without its notices.
  const { isFetched, isPaused } = useQuery(orderAttentionQuery(id))
  return (
    <>
      <OrderView
        id={id}
        notices={<Notices orderId={id} act={act} />}
        noticesKnown={isFetched || isPaused}
        upload={
          <>
            <Papers orderId={id} />
            <MakeDocuments orderId={id} />
          </>
        }
        arrival={<Arrival orderId={id} />}
        notes={<NotesFact orderId={id} />}
        changes={(onClose) => <RecordChanges of="orders" id={id} onClose={onClose} />}
        presence={
          <Presence entity="orders" entityId={id} part={setsEvent ? 'the next event' : panelWords(drafts.editing)} />
        }
        quotes={(head) => <QuotesTable head={head} />}
        events={(head) => <Events head={head} />}
        shipment={(order) => (
          <ShipmentTab
            order={order}
            drafts={drafts}
            notified={<ChangedMail orderId={id} />}
            differs={order && <OrderDiffers order={order} />}
            containers={order?.transportationMode === TransportationMode.FCL && <Containers orderId={id} />}
          />
        )}
      />
      {acted}
    </>
  )
}

/** The queue's notices about an order, and whether its confirmation differs from its sailing. */
function Notices({ orderId, act }: { orderId: number; act: Act }) {
  const { data: order } = useQuery(orderQuery(orderId))
  const difference = order && differenceOf(order)
  const own = difference &&
    order.sailing && {
      ...difference,
      title: 'Booking confirmation',
      action: <TakeFromSailing orderId={orderId} sailing={order.sailing} />,
    }
  return <OrderNotices orderId={orderId} act={act} own={own ?? null} />
}

const mailDialog = (mail: number, onClose: () => void) => <MailDialog id={mail} onClose={onClose} />

/** The tab 'Event status': notes and mails in both directions stand in the history. */
function Events({ head }: { head: OrderListItem }) {
  const notes = useOrderNotes(head.id)
  const mails = useOrderMails(head.id, mailDialog)
  const older = (notes.older || mails.older) && (
    <>
      {notes.older} {mails.older}
    </>
  )
  const lines = notes.lines && mails.lines && newestFirst([...notes.lines, ...mails.lines])
  return (
    <EventStatusTab head={head} besides={{ form: notes.form, lines, older }} mailDialog={mailDialog}>
      <MailHistory orderId={head.id} />
    </EventStatusTab>
  )
}
