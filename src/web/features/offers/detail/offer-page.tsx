import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Offer } from '#contract/offers/offers.ts'
import { wasLeft } from '#web/features/offers/shared/form/offer-draft.ts'
import { OfferForm } from '#web/features/offers/shared/form/offer-form.tsx'
import { saveOffer } from '#web/features/offers/shared/form/save-offer.ts'
import { addressedTo, offerStateLook } from '#web/features/offers/shared/offer-looks.ts'
import { findSeenOffer, offerQuery } from '#web/features/offers/shared/offer-queries.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useLeaveFailed } from '#web/lib/saving/use-leave-failed.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import classes from './offer.module.css'
import { OfferFacts } from './offer-facts.tsx'
import { OfferOptions } from './offer-options.tsx'
import { OfferTools } from './offer-tools.tsx'
import { Questions } from './questions.tsx'

interface OfferPageProps {
  id: number
  /** Who else is here, and what was changed. */
  beside: ReactNode
}

/** An offer: whom it addresses, its options, what became of it, and what comes next. */
export function OfferPage({ id, beside }: OfferPageProps) {
  const query = useQuery({ ...offerQuery(id), placeholderData: () => findSeenOffer(id) })
  const offer = query.data
  // A form that was left by a reload opens again.
  const [editing, setEditing] = useState<boolean | 'left'>(() => wasLeft(id) && 'left')
  useLeaveFailed(offer ? null : query.error, '/offers', { mayGoBack: true })
  if (!offer) return <Waiting />
  const fault = faultOf(query.error)
  const isEdited = editing === 'left' ? offer.state === 'draft' && !query.isPlaceholderData : editing
  return (
    <Page>
      <PageTitle
        title={offer.reference}
        documentTitle={`${offer.reference} ${addressedTo(offer)}`}
        aside={
          <>
            <StatusBadge {...offerStateLook(offer.state)} />
            {beside}
          </>
        }
      >
        {!isEdited && <OfferTools offer={offer} onEdit={() => setEditing(true)} />}
      </PageTitle>
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {isEdited ? (
        <OfferForm
          offer={offer}
          now={offer}
          save={async (body, { base, release, ...saving }) => {
            await saveOffer({ base: base ?? offer, body, ...saving })
            release()
            setEditing(false)
            showSuccess(`Draft ${offer.reference} was saved`)
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <OfferView offer={offer} />
      )}
    </Page>
  )
}

function OfferView({ offer }: { offer: Offer }) {
  return (
    <>
      <Related offer={offer} />
      <OfferFacts offer={offer} />
      <h2 className={classes.heading}>{offer.options.length === 1 ? 'Option' : 'Options'}</h2>
      <OfferOptions options={offer.options} />
      {offer.note && (
        <>
          <h2 className={classes.heading}>Note</h2>
          <p className={classes.note}>{offer.note}</p>
        </>
      )}
      <Questions offer={offer} />
    </>
  )
}

/** The order of an offer, and the offers before and after it. */
function Related({ offer: { state, orderId, replacesId, replacedById } }: { offer: Offer }) {
  if (orderId === null && replacesId === null && replacedById === null) return null
  const offerLink = (id: number, words: string) => (
    <TextLink to="/offers/$offerId" params={{ offerId: String(id) }}>
      {words}
    </TextLink>
  )
  return (
    <div className={classes.related}>
      <Notice>
        {orderId !== null && (
          <div>
            <TextLink to="/orders/$orderId" params={{ orderId }}>
              {state === 'accepted' ? 'Open the order with this price' : 'Open the quote request that this prices'}
            </TextLink>
          </div>
        )}
        {replacedById !== null && (
          <div>
            {offerLink(
              replacedById,
              state === 'replaced' ? 'See the offer that replaced it' : 'A draft replaces it once it is sent',
            )}
          </div>
        )}
        {replacesId !== null && <div>{offerLink(replacesId, 'See the offer that it replaces')}</div>}
      </Notice>
    </div>
  )
}

const Waiting = () => (
  <Page>
    <div aria-hidden>
      <Skeleton h={30} w={220} mb={20} />
      <Skeleton h={120} mb={20} />
      <Skeleton h={280} />
    </div>
  </Page>
)
