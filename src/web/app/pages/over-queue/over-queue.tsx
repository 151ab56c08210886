import { type ReactNode, Suspense } from 'react'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { PLANNED_DEPARTURES } from '#contract/sailings/sailing-codes.ts'
import { SailingDates } from '#web/app/pages/over-order/sailing-dates.tsx'
import { ClientDocuments } from '#web/features/attention/client-documents.tsx'
import { PriceDialog } from '#web/features/attention/price-dialog.tsx'
import type { Action } from '#web/features/attention/shared/rule-words.ts'
import { MailDialog } from '#web/features/mail/mail-dialog.tsx'
import type { LoadingOrder } from '#web/features/sailings/shared/loading-order.ts'
import { confirmLeave } from '#web/lib/browser/unsaved.ts'
import { SideDrawer } from '#web/ui/dialog/side-drawer.tsx'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'
import { MISSED } from './missed.ts'
import { isRun } from './runs-of-queue.ts'

const OverSeveral = lazyPart(async () => (await import('./over-several.tsx')).OverSeveral)
const LoadOrderDialog = lazyPart(
  async () => (await import('#web/features/sailings/shared/load-order-dialog.tsx')).LoadOrderDialog,
)
const ReceiveOrders = lazyPart(async () => (await import('./receive-orders.tsx')).ReceiveOrders)
const AskClient = lazyPart(async () => (await import('./ask-client.tsx')).AskClient)
const OrderArrival = lazyPart(async () => (await import('#web/app/pages/order-arrival.tsx')).OrderArrival)
const SailingClocks = lazyPart(async () => (await import('#web/app/pages/sailing-clocks.tsx')).SailingClocks)
const OrderPapers = lazyPart(async () => (await import('#web/app/pages/order-papers.tsx')).OrderPapers)
const OrderQuote = lazyPart(async () => (await import('./order-quote.tsx')).OrderQuote)
const SailingOrders = lazyPart(async () => (await import('./sailing-orders.tsx')).SailingOrders)
const NotesList = lazyPart(async () => (await import('#web/features/notes/notes-list.tsx')).NotesList)
/** Widths in px of a drawer over the queue, and of one with a list. */
const WIDTH = 640
const WIDE = 1080

/** An action and the items that it is taken on. */
export interface Taken {
  action: Action
  items: readonly AttentionItem[]
}

interface OverQueueProps extends Taken {
  onClose: () => void
}

/** What an action on items opens over the page. */
export function OverQueue(over: OverQueueProps) {
  const { action, items, onClose } = over
  const [first] = items
  if (!first) return null
  const { sailing } = first
  if (isRun(action, items)) return <Lazy>{<OverSeveral action={action} items={items} onClose={onClose} />}</Lazy>
  if (action.kind === 'load' || action.kind === 'roll') return <Loading {...over} />
  if (action.kind === 'receive' && sailing)
    return (
      <Lazy>
        <ReceiveOrders sailingId={sailing.id} orderIds={ordersOf(items)} onClose={onClose} />
      </Lazy>
    )
  if (action.kind === 'dates' && sailing)
    return <SailingDates id={sailing.id} suggested={carrierDates(first)} onClose={onClose} />
  return <OverOne kind={action.kind} item={first} onClose={onClose} />
}

/** What the carrier says, to be filled in: of an item about that, and of a date that is planned. */
function carrierDates({ rule, detail: { field, carrier } }: AttentionItem) {
  const date = PLANNED_DEPARTURES.find((each) => each === field)
  return rule === 'carrier-differs' && date && typeof carrier === 'string' ? { [date]: carrier } : undefined
}

const Lazy = ({ children }: { children: ReactNode }) => (
  <PartBoundary>
    <Suspense fallback={null}>{children}</Suspense>
  </PartBoundary>
)

const ordersOf = (items: readonly AttentionItem[]) => new Set(items.flatMap(({ orderId }) => orderId ?? []))

/** The choice of a sailing, to load orders or to roll them from theirs. */
function Loading({ action, items, onClose }: OverQueueProps) {
  const orders = [...ordersOf(items)].flatMap((id): LoadingOrder[] => {
    const item = items.find(({ orderId }) => orderId === id)
    const from = action.kind === 'roll' ? (item?.sailing ?? null) : null
    return [{ id, trackingCode: item?.trackingCode ?? '', from }]
  })
  const [first, ...others] = orders
  return first ? (
    <Lazy>
      <LoadOrderDialog orders={[first, ...others]} reason={MISSED} onClose={onClose} />
    </Lazy>
  ) : null
}

interface OneProps {
  item: AttentionItem
  onClose: () => void
}

/** What an action on one item opens. */
function OverOne({ kind, ...over }: OneProps & Pick<Action, 'kind'>) {
  const { item, onClose } = over
  const { orderId, sailing, detail } = item
  if (kind === 'mail') return <MailDialog id={Number(detail.mailId)} onClose={onClose} />
  if (kind === 'free-time' && orderId === null && sailing)
    return (
      <SideDrawer
        opened
        onClose={onClose}
        title={`Free time of ${sailing.reference}`}
        width={WIDTH}
        returnTo={() => document.querySelector('main')}
      >
        <Lazy>{<SailingClocks sailingId={sailing.id} />}</Lazy>
      </SideDrawer>
    )
  if (orderId === null) return null
  if (kind === 'price') return <PriceDialog item={item} orderId={orderId} onClose={onClose} />
  if (kind === 'documents') return <ClientDocuments item={item} orderId={orderId} onClose={onClose} />
  if (kind === 'ask-client')
    return (
      <Lazy>
        <AskClient orderId={orderId} onClose={onClose} />
      </Lazy>
    )
  if (kind === 'free-time' || kind === 'release')
    return (
      <PartOver title="Free time and release" {...over}>
        <OrderArrival orderId={orderId} />
      </PartOver>
    )
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
  return kind === 'notes' ? (
    <PartOver title="Notes" {...over}>
      <NotesList orderId={orderId} />
    </PartOver>
  ) : null
}

interface PartOverProps extends OneProps {
  title: string
  children: ReactNode
  width?: number
}

/** A part of an order over the page, which stays beneath; typed input is asked about before it is lost. */
function PartOver({ title, item, onClose, children, width = WIDTH }: PartOverProps) {
  return (
    <SideDrawer
      opened
      onClose={() => void confirmLeave().then((leave) => leave && onClose())}
      title={`${title} of ${item.trackingCode ? formatTrackingCode(item.trackingCode) : ''}`}
      width={width}
      returnTo={() => document.querySelector('main')}
    >
      <Lazy>{children}</Lazy>
    </SideDrawer>
  )
}
