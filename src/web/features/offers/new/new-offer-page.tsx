import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation, useRouter } from '@tanstack/react-router'
import { OfferForm } from '#web/features/offers/shared/form/offer-form.tsx'
import type { Addressed } from '#web/features/offers/shared/form/offer-values.ts'
import { type RefusedOffer, refusedOffer } from '#web/features/offers/shared/form/refused-offer.ts'
import { makeOffer } from '#web/features/offers/shared/offer-calls.ts'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useBackToList } from '#web/lib/list/last-list.ts'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'

const route = getRouteApi('/staff/offers/new')

/** The form of a new offer, which is a draft until it is sent. */
export function NewOfferPage() {
  const of = route.useSearch()
  const { orderId } = of
  const request = useQuery({ ...orderQuery(orderId ?? 0), enabled: orderId !== undefined })
  const sent = useLocation({ select: ({ state }) => state.refused })
  const refused = refusedOffer.safeParse(sent).data
  if (orderId !== undefined && request.isPending) return <LoadingBlock height={420} />
  // The form says why a request that is gone cannot be priced.
  return <NewOffer of={{ ...of, request: request.data }} refused={refused} />
}

function NewOffer({ of, refused }: { of: Addressed; refused: RefusedOffer | undefined }) {
  const router = useRouter()
  const keyOf = useSubmissionKey()
  const back = useBackToList('/offers')
  return (
    <Page>
      <PageTitle title="New offer" />
      <OfferForm
        key={JSON.stringify([of.clientId, of.orderId])}
        offer={null}
        of={of}
        refused={refused}
        save={async (body, { release }) => {
          const made = await makeOffer(body, keyOf(body))
          release()
          showSuccess(`Draft ${made.reference} was saved`)
          await router.navigate({ to: '/offers/$offerId', params: { offerId: String(made.id) }, replace: true })
        }}
        onCancel={() => (router.history.canGoBack() ? router.history.back() : back(undefined))}
      />
    </Page>
  )
}
