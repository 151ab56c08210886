import { getRouteApi } from '@tanstack/react-router'
import { RecordHistory } from '#web/features/audit/record-history.tsx'
import { ClientPage } from '#web/features/clients/client-page.tsx'
import { QuotesTable } from '#web/features/orders/list/quotes-table.tsx'

const route = getRouteApi('/staff/clients/$userId')

/** A client with the orders of that client. */
export function ClientDetailPage() {
  const id = Number(route.useParams().userId)
  return (
    <ClientPage key={id} id={id} tools={<RecordHistory of="clients" id={id} />}>
      {({ username }) => <QuotesTable head={{ userId: id, username }} />}
    </ClientPage>
  )
}
