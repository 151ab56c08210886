import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { formatDays, formatMoney, formatZoned } from '#contract/lib/format.ts'
import { DECLINE_REASON_LABELS } from '#contract/offers/offer-codes.ts'
import { type Offer, type OfferOption, offerQuestion, offers } from '#contract/offers/offers.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { request } from '#web/lib/api/api.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { useLeaveFailed } from '#web/lib/saving/use-leave-failed.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { type Detail, Details } from '#web/ui/page/details.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import classes from './offer.module.css'
import { OfferActions } from './offer-actions.tsx'
import { offerHref, offerLook, offerQuery, priceWords, questionsQuery, refreshOffers } from './shared/offers.ts'

/** An offer: whom it addresses, its prices, what became of it, and what comes next. */
export function OfferPage({ id }: { id: number }) {
  const query = useQuery(offerQuery(id))
  const offer = query.data
  const router = useRouter()
  useLeaveFailed(offer ? null : query.error, '/offers', { mayGoBack: true })
  if (!offer)
    return (
      <Page>
        <Skeleton h={30} w={220} mb={20} />
        <Skeleton h={200} />
      </Page>
    )
  const { reference, note, options } = offer
  return (
    <Page>
      <PageTitle title={`Offer ${reference}`} aside={<StatusBadge {...offerLook(offer.state)} />}>
        <OfferActions
          offer={offer}
          onOpen={(next) => void router.navigate({ href: next ? offerHref(next) : '/offers' })}
        />
      </PageTitle>
      <OfferDetails offer={offer} />
      {note !== '' && <p className={classes.note}>{note}</p>}
      <div className={classes.options}>
        {options.map((option) => (
          <OptionCard key={option.id} option={option} />
        ))}
      </div>
      <Questions offer={offer} />
    </Page>
  )
}

function OptionCard({ option }: { option: OfferOption }) {
  const { label, lines, days, manual, missing, chosen } = option
  return (
    <section className={classes.option} data-chosen={chosen || undefined} aria-label={label}>
      <h2>{label}</h2>
      <p className={classes.total}>{priceWords(option)}</p>
      <p>
        {[chosen && 'Accepted', manual && 'Typed price', days !== null && formatDays(days), missing]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {lines.length > 0 && (
        <table className={classes.lines}>
          <tbody>
            {lines.map(({ code, label: charge, formula, amount }) => (
              <tr key={code} title={formula}>
                <td>{charge}</td>
                <td>{formatMoney(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function OfferDetails({ offer }: { offer: Offer }) {
  const { dateTime, timeZone } = useDates()
  const { name, company, email, owner, validUntil, followUpAt, followUps, sentAt, answeredAt, answeredName } = offer
  const { answeredFrom, declineReason, declineNote, orderId, replacesId, replacedById, seenAt } = offer
  const answer = [
    answeredName,
    declineReason && DECLINE_REASON_LABELS[declineReason],
    declineNote,
    answeredAt && dateTime(answeredAt),
    answeredFrom && `from ${answeredFrom}`,
  ].filter(Boolean)
  const items: Detail[] = [
    { label: 'For', value: [name, company].filter(Boolean).join(', ') },
    { label: 'Email', value: email || EMPTY },
    { label: 'In charge', value: owner.name },
    { label: 'Valid until', value: validUntil ? formatZoned(validUntil, timeZone) : EMPTY },
    { label: 'Sent', value: dateTime(sentAt) },
    { label: 'Seen', value: dateTime(seenAt) },
    { label: 'Follow up', value: `${dateTime(followUpAt)}${followUps > 0 ? `, asked ${followUps}×` : ''}` },
    ...(answer.length > 0 ? [{ label: 'Answer', value: answer.join(' · '), wide: true }] : []),
    ...(orderId === null ? [] : [{ label: 'Order', value: <a href={`/orders/${orderId}`}>Open the order</a> }]),
    ...(replacesId === null ? [] : [{ label: 'Replaces', value: <a href={`/offers/${replacesId}`}>Earlier offer</a> }]),
    ...(replacedById === null
      ? []
      : [{ label: 'Replaced by', value: <a href={`/offers/${replacedById}`}>Newer offer</a> }]),
  ]
  return <Details items={items} />
}

function Questions({ offer }: { offer: Offer }) {
  const { dateTime } = useDates()
  const { data = [] } = useQuery(questionsQuery(offer.id))
  const [busy, setBusy] = useState(false)
  if (data.length === 0) return null
  const close = async () => {
    setBusy(true)
    await request(z.array(offerQuestion), `${offers.path}/${offer.id}/questions/close`, { method: 'POST' })
      .then(() => refreshOffers())
      .finally(() => setBusy(false))
  }
  return (
    <section aria-label="Questions">
      <ul className={classes.questions}>
        {data.map(({ id, kind, name, message, askedAt, closedAt }) => (
          <li key={id}>
            {kind === 'question' ? `${name}: ${message}` : 'A new price is wanted'} ({dateTime(askedAt)}
            {closedAt && ', done'})
          </li>
        ))}
      </ul>
      {data.some(({ closedAt }) => closedAt === null) && (
        <Button variant="default" size="compact-sm" loading={busy} onClick={() => void close()}>
          Mark as dealt with
        </Button>
      )}
    </section>
  )
}
