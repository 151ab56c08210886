import { getRouteApi } from '@tanstack/react-router'
import { RecordHistory } from '#web/features/audit/record-history.tsx'
import { ChangedMail } from '#web/features/mails/changed-mail.tsx'
import { MailDialog } from '#web/features/mails/mail-dialog.tsx'
import { MailHistory } from '#web/features/mails/mail-history.tsx'
import { AddDocuments } from '#web/features/orders/detail/add-documents.tsx'
import { OrderView } from '#web/features/orders/detail/order-view.tsx'
import { EventStatusTab } from '#web/features/orders/history/event-status-tab.tsx'
import { QuotesTable } from '#web/features/orders/list/quotes-table.tsx'
import { ShipmentTab } from '#web/features/orders/panels/shipment-tab.tsx'
import { usePanelDrafts } from '#web/features/orders/panels/use-panel-drafts.ts'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { useSetEventOver } from '#web/model/orders/set-event-over.ts'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { OnDemand } from '#web/ui/page/on-demand.tsx'
import { loadSetEvent } from './load-set-event.ts'

const SetEventDrawer = lazyPart(loadSetEvent)

const route = getRouteApi('/staff/orders/$orderId')

export function OrderPage() {
  const { orderId } = route.useParams()
  const opened = route.useSearch().event === orderId
  const { open } = useSetEventOver()
  useShortcuts({ e: () => open(orderId) })
  return (
    <>
      <OneOrder key={orderId} id={orderId} />
      <OnDemand opened={opened}>
        <SetEventDrawer orderId={opened ? orderId : undefined} />
      </OnDemand>
    </>
  )
}

/** An order with its events and mails, its panels, and the other orders of its client. */
function OneOrder({ id }: { id: number }) {
  const drafts = usePanelDrafts()
  return (
    <OrderView
      id={id}
      upload={<AddDocuments orderId={id} />}
      tools={<RecordHistory of="orders" id={id} />}
      quotes={(head) => <QuotesTable head={head} />}
      events={(head) => (
        <EventStatusTab head={head} mailDialog={(mail, onClose) => <MailDialog id={mail} onClose={onClose} />}>
          <MailHistory orderId={id} />
        </EventStatusTab>
      )}
      shipment={(order) => <ShipmentTab order={order} drafts={drafts} notified={<ChangedMail orderId={id} />} />}
    />
  )
}
