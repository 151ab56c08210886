import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { OfferForm } from '#web/features/offers/shared/form/offer-form.tsx'
import type { Addressed } from '#web/features/offers/shared/form/offer-values.ts'
import { makeOffer } from '#web/features/offers/shared/offer-calls.ts'
import { keptQuotesQuery } from '#web/features/offers/shared/offer-queries.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useBackToList } from '#web/lib/list/last-list.ts'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'

const route = getRouteApi('/staff/offers/new')

/** The form of a new offer, which is a draft until it is sent. */
export function NewOfferPage() {
  const { quoteId, ...of } = route.useSearch()
  // Whoever offers a quote has just calculated it: it is among the newest.
  const quotes = useQuery({ ...keptQuotesQuery(null), enabled: quoteId !== undefined })
  if (quoteId !== undefined && quotes.isPending) return <LoadingBlock height={420} />
  return <NewOffer of={{ ...of, quote: quotes.data?.find(({ id }) => id === quoteId) }} />
}

function NewOffer({ of }: { of: Addressed }) {
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
