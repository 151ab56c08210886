import { Anchor } from '@mantine/core'
import { formatWeekday, formatZoned } from '#contract/lib/format.ts'
import { DECLINE_REASON_LABELS } from '#contract/offers/offer-codes.ts'
import type { Offer } from '#contract/offers/offers.ts'
import { IN_CHARGE } from '#contract/orders/in-charge.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { openInTab } from '#web/lib/api/download.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import type { Dates } from '#web/lib/format/dates.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { CopyOnClick } from '#web/ui/feedback/copy-on-click.tsx'
import { type Detail, Details } from '#web/ui/page/details.tsx'
import { TextLink } from '#web/ui/page/link.tsx'

/** Whom an offer addresses, until when, who looks after it, and what became of it. */
export function OfferFacts({ offer }: { offer: Offer }) {
  const dates = useDates()
  return <Details items={[...addressee(offer), ...times(offer, dates), ...answer(offer, dates)]} />
}

function addressee({ name, company, email, clientId, owner }: Offer): Detail[] {
  const shown = clientId ? (
    <TextLink to="/clients/$userId" params={{ userId: String(clientId) }}>
      {name}
    </TextLink>
  ) : (
    name
  )
  return [
    { label: 'Name', value: shown },
    { label: 'Company', value: company || EMPTY },
    { label: 'Email', value: email ? <CopyOnClick value={email} what="email" /> : 'None yet' },
    { label: IN_CHARGE, value: owner.name },
  ]
}

/** A time with its weekday: 'Fri Dec 11 2026 17:00'. */
const withDay = (at: string | null, shown: string, timeZone: string) => `${formatWeekday(at, timeZone)} ${shown}`

function times(offer: Offer, { dateTime, timeZone }: Dates): Detail[] {
  const { state, validUntil, sentAt, mail, followUpAt, followUps, seenAt } = offer
  const waits = state === 'sent'
  const until = validUntil ? withDay(validUntil, formatZoned(validUntil, timeZone), timeZone) : EMPTY
  return [
    { label: state === 'draft' ? 'Valid until, if sent now' : 'Valid until', value: until },
    ...(state === 'draft'
      ? []
      : [{ label: 'Sent', value: sentAt ? dateTime(sentAt) : mail?.sendAt ? 'The mail is held' : 'Not by mail' }]),
    ...(waits || followUps > 0
      ? [
          {
            label: 'Follow up',
            value: [
              followUpAt ? withDay(followUpAt, dateTime(followUpAt), timeZone) : 'Not planned',
              followUps > 0 ? `asked again ${followUps === 1 ? 'once' : `${followUps} times`}` : '',
            ]
              .filter(Boolean)
              .join(', '),
          },
        ]
      : []),
    ...(state === 'draft' ? [] : [{ label: 'Seen', value: seenAt ? dateTime(seenAt) : 'Not yet' }]),
  ]
}

function answer(offer: Offer, { dateTime }: Dates): Detail[] {
  const { answeredAt, answeredName, answeredNote, answeredFrom, declineReason, declineNote, snapshotHash } = offer
  if (!answeredAt) return []
  const who = [answeredName, answeredFrom && `from ${answeredFrom}`].filter(Boolean).join(', ')
  const reason = declineReason && DECLINE_REASON_LABELS[declineReason]
  return [
    {
      label: offer.state === 'declined' ? 'Declined' : 'Accepted',
      value: [dateTime(answeredAt), who && `by ${who}`].filter(Boolean).join(' '),
      wide: true,
    },
    ...(answeredNote ? [{ label: 'How it was accepted', value: answeredNote, wide: true }] : []),
    ...(reason ? [{ label: 'Reason', value: [reason, declineNote].filter(Boolean).join(': '), wide: true }] : []),
    ...(snapshotHash
      ? [{ label: 'What was shown', value: <Snapshot offer={offer} hash={snapshotHash} />, wide: true }]
      : []),
  ]
}

/** The bytes that were shown when the offer was accepted, and their hash. */
function Snapshot({ offer, hash }: { offer: Offer; hash: string }) {
  return (
    <>
      <Anchor
        component="button"
        type="button"
        inherit
        onClick={() => void openInTab(`offer/${offer.id}/snapshot`).catch(showError)}
      >
        Open
      </Anchor>
      {', SHA-256 '}
      <CopyOnClick value={hash} what="hash">
        {hash.slice(0, 12)}…
      </CopyOnClick>
    </>
  )
}
