import { formatDate } from '#contract/lib/format.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { CONFIRM_DAYS } from '#contract/tracking/tracking-links.ts'
import type { PublicFacts } from '#server/tracking/facts.ts'
import type { SharedDocument } from '#server/tracking/readers/shared-documents.ts'
import type { OpenedSubscription } from '#server/tracking/readers/subscriptions.ts'
import type { OpenedTrackingLink, TrackingRenewal } from '#server/tracking/readers/tracking-links.ts'
import { type Html, html } from './html.ts'
import { layout, messagePage } from './layout.ts'
import { RENEWED, renewalForm } from './link-pages.ts'
import { type Clock, shipment, subscribeForm } from './tracking.ts'

const personal = 'tracking'

/** A page with a message, and what can be done about it. */
export const readerMessage = (title: string, text: string, more?: Html) => messagePage({ title, personal }, text, more)

const KB = 1024
const sizeOf = (bytes: number) =>
  bytes < KB * KB ? `${Math.max(1, Math.round(bytes / KB))} KB` : `${(bytes / KB / KB).toFixed(1)} MB`

function documentList(documents: readonly SharedDocument[], address: string, timeZone: string): Html {
  const items = documents.map(
    ({ id, name, category, size, sentAt }) =>
      html`<li><a href="${address}/documents/${id}">${name}</a> <span class="dim">${category}, ${sizeOf(size)}, sent ${formatDate(sentAt, timeZone)}</span></li>`,
  )
  return html`<section class="panel" aria-labelledby="documents"><h2 id="documents">Documents</h2>
${items.length > 0 ? html`<ul class="documents">${items}</ul>` : html`<p class="dim">There are none yet. What we email you about this shipment will appear here too.</p>`}</section>`
}

interface Personal {
  token: string
  facts: PublicFacts
  /** Null where the link shows none. */
  documents: readonly SharedDocument[] | null
  /** Whether this server serves the public pages. */
  calendar: boolean
}

/** The tracking page of one reader. */
export function personalPage({ token, facts, documents, calendar }: Personal, clock: Clock): string {
  const what = documents === null ? 'what we write to you' : 'the documents'
  const body = html`<h1>Your shipment</h1>
${shipment(facts, clock, { calendar })}
${documents && documentList(documents, `/site/tracking/personal/${token}`, clock.timeZone)}
${subscribeForm(facts)}
<p class="dim">This link is yours: whoever has it sees ${what}. For others, the tracking code is enough.</p>`
  return layout({ title: 'Your shipment', body, personal })
}

/** The page of a link that does not work any more. */
export function deadLinkPage(token: string, { state }: Pick<OpenedTrackingLink, 'state'>): string {
  if (state === 'revoked')
    return readerMessage(
      'This link no longer works',
      'We have withdrawn it. Please use the newest email about your shipment, or ask us for another.',
    )
  return readerMessage(
    'This link has expired',
    'A link to your shipment works for a year.',
    renewalForm(`/site/tracking/personal/${token}`, 'Do you still need it?'),
  )
}

/** What came of the wish for a new link. */
export const TRACKING_RENEWED: Record<TrackingRenewal, readonly [title: string, text: string]> = {
  ...RENEWED,
  works: ['Your link works', 'Please open it from the email again.'],
  dead: ['This link no longer works', 'Please use the newest email about your shipment, or ask us for another.'],
}

/** The same whether there is such a shipment or such a subscription, or not. */
export const askedPage = () =>
  readerMessage(
    'Please check your email',
    `If this shipment is under way and you do not get updates on it yet, we have sent you an email. Open the link in it within ${CONFIRM_DAYS} days to confirm.`,
  )

const CONFIRMED: Record<OpenedSubscription['state'], readonly [title: string, text: string]> = {
  pending: [
    'You will get updates',
    'One email for each new status, and when a date moves. You can unsubscribe with one click.',
  ],
  live: ['You already get updates', 'One email for each new status, and when a date moves.'],
  late: [
    'This link has expired',
    `It worked for ${CONFIRM_DAYS} days. You can ask for updates again on the tracking page.`,
  ],
  ended: ['You get no more updates', 'They have ended. You can ask for them again on the tracking page.'],
}

/** The outcome of a confirmation. */
export const confirmedPage = (state: OpenedSubscription['state']) => readerMessage(...CONFIRMED[state])

/** Asks before a subscription ends: programs that check mails open links too. */
export const unsubscribePage = (token: string, { trackingCode }: Pick<OpenedSubscription, 'trackingCode'>) =>
  readerMessage(
    'Stop these updates?',
    `You will get no more emails about shipment ${formatTrackingCode(trackingCode)}.`,
    html`<form class="panel" method="post" action="/site/tracking/unsubscribe/${token}"><input type="hidden" name="List-Unsubscribe" value="One-Click">
<button type="submit">Unsubscribe</button></form>`,
  )

/** The page after a subscription has ended, and where there is none. */
export const unsubscribedPage = () =>
  readerMessage(
    'You get no more updates',
    'We have deleted your address. You can ask for updates again on the tracking page.',
  )
