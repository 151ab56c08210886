import { getRouteApi, Navigate } from '@tanstack/react-router'
import { recordId } from '#web/lib/browser/record-id.ts'
import { OfferPage } from './offer-page.tsx'

const route = getRouteApi('/staff/offers/$offerId')

/** The offer of an address. */
export function OneOfferPage() {
  const id = recordId(route.useParams().offerId)
  return id === 0 ? <Navigate to="/offers" replace /> : <OfferPage key={id} id={id} />
}
