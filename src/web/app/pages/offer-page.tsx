import { getRouteApi, Navigate } from '@tanstack/react-router'
import { RecordHistory } from '#web/features/audit/record-history.tsx'
import { OfferPage } from '#web/features/offers/detail/offer-page.tsx'
import { recordId } from '#web/lib/browser/record-id.ts'
import { useHasUnsaved } from '#web/lib/browser/unsaved.ts'
import { Presence } from '#web/model/live/presence.tsx'
import { useOpened } from '#web/model/search/search-calls.ts'

const route = getRouteApi('/staff/offers/$offerId')

/** An offer with the history of its changes. */
export function OneOfferPage() {
  const id = recordId(route.useParams().offerId)
  const edits = useHasUnsaved()
  useOpened('offers', id)
  if (id === 0) return <Navigate to="/offers" replace />
  return (
    <OfferPage
      key={id}
      id={id}
      beside={
        <>
          <RecordHistory of="offers" id={id} />
          <Presence entity="offers" entityId={id} part={edits ? 'this offer' : null} />
        </>
      }
    />
  )
}
