import { getRouteApi } from '@tanstack/react-router'
import { RecordHistory } from '#web/features/audit/record-history.tsx'
import { ClientPage } from '#web/features/clients/client-page.tsx'
import { QuotesTable } from '#web/features/orders/list/quotes-table.tsx'
import { useHasUnsaved } from '#web/lib/browser/unsaved.ts'
import { Presence } from '#web/model/live/presence.tsx'
import { useOpened } from '#web/model/search/search-calls.ts'

const route = getRouteApi('/staff/clients/$userId')

/** A client with the orders of that client. */
export function ClientDetailPage() {
  const id = Number(route.useParams().userId)
  const edits = useHasUnsaved()
  useOpened('clients', id)
  return (
    <ClientPage
      key={id}
      id={id}
      tools={
        <>
          <RecordHistory of="clients" id={id} />
          <Presence entity="clients" entityId={id} part={edits ? 'this client' : null} />
        </>
      }
    >
      {({ username }) => <QuotesTable head={{ userId: id, username }} />}
    </ClientPage>
  )
}
