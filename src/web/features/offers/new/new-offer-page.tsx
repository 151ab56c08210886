import { getRouteApi, useRouter } from '@tanstack/react-router'
import { OfferForm } from '#web/features/offers/shared/form/offer-form.tsx'
import { makeOffer } from '#web/features/offers/shared/offer-calls.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useBackToList } from '#web/lib/list/last-list.ts'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'

const route = getRouteApi('/staff/offers/new')

/** The form of a new offer, which is a draft until it is sent. */
export function NewOfferPage() {
  const of = route.useSearch()
  const router = useRouter()
  const keyOf = useSubmissionKey()
  const back = useBackToList('/offers')
  return (
    <Page>
      <PageTitle title="New offer" />
      <OfferForm
        key={JSON.stringify(of)}
        offer={null}
        of={of}
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
