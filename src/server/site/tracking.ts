import { OrderStatus, STATUS_LABELS } from '#contract/codes/order-codes.ts'
import { formatDate } from '#contract/lib/format.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { hasDates } from '#server/tracking/calendar.ts'
import { dayOf, nameOfDay } from '#server/tracking/days.ts'
import type { PublicFacts } from '#server/tracking/facts.ts'
import type { Step } from '#server/tracking/steps.ts'
import type { CutOff } from '#server/tracking/tracked.ts'
import { type DateWords, wordsOfCutOff, wordsOfStep } from '#server/tracking/words.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'

/** When and where the page is read. */
export interface Clock {
  now: Date
  timeZone: string
}

const row = (label: string, value: string | Html) => html`<dt>${label}</dt><dd>${value || '-'}</dd>`

const dateOf = ({ text, distance, day }: DateWords): Html =>
  html`${day ? html`<time datetime="${day}">${text}</time>` : text}${distance && ` · ${distance}`}`

/** The line of steps; the furthest that was reached is the current one. */
function line(steps: readonly Step[], clock: Clock): Html {
  const current = steps.findLastIndex(({ done }) => done)
  const items = steps.map((step, index) => {
    const state = html`${step.done && html` class="done"`}${index === current && html` aria-current="step"`}`
    return html`<li${state}><strong>${step.label}</strong> <span>${dateOf(wordsOfStep(step, clock))}</span></li>`
  })
  return html`<h3>From booking to delivery</h3><ol class="line">
${items}
</ol>`
}

/** Cut-offs that are still to come; past ones are of no use to anybody. */
function cutOffs({ cargoCutOff, documentationCutOff, steps }: PublicFacts, clock: Clock): Html | null {
  const isOpen = (cutOff: CutOff | null): cutOff is CutOff =>
    cutOff !== null && Date.parse(cutOff.at) >= clock.now.getTime()
  const isInLine = steps.some(({ by, done }) => by && !done)
  const rows = [
    { label: 'Cargo cut-off', cutOff: isInLine ? null : cargoCutOff },
    { label: 'Documents due by', cutOff: documentationCutOff },
  ].flatMap(({ label, cutOff }) => (isOpen(cutOff) ? [row(label, dateOf(wordsOfCutOff(cutOff, clock)))] : []))
  return rows.length > 0 ? html`<h3>Deadlines</h3><dl>${rows}</dl>` : null
}

function carriage({ carriage: shown }: PublicFacts): Html | null {
  if (!shown?.vessel && !shown?.containers.length) return null
  const { vessel, voyage, containers } = shown
  return html`<h3>Transport</h3><dl>${row('Vessel', [vessel, voyage].filter(Boolean).join(' '))}
${containers.length > 0 && row(containers.length > 1 ? 'Containers' : 'Container', containers.join(', '))}</dl>`
}

function pickUp({ pickUp: ready }: PublicFacts, { now, timeZone }: Clock): Html | null {
  if (!ready) return null
  const shortDay = (day: string) => nameOfDay(day, dayOf(now.toISOString(), timeZone))
  const free = ready.freeUntil ? `, free until ${shortDay(ready.freeUntil)}` : ''
  return html`<h3>Pick-up</h3><p>Ready for pick-up since ${shortDay(ready.since)}${free}</p>
${ready.place && html`<dl>${row('Place', [ready.place, ready.address].filter(Boolean).join(', '))}</dl>`}`
}

/**
 * The part of a shipment that one reader may see. `calendar` is off where this server does not serve the calendar of
 * its dates.
 */
export function shipment(found: PublicFacts, clock: Clock, { calendar }: { calendar: boolean }): Html {
  const { timeZone } = clock
  return html`<section class="panel shipment" aria-labelledby="found"><h2 id="found" class="code">${formatTrackingCode(found.trackingCode)}</h2>
<p class="next">${found.nextStep}</p>
<div class="parts"><div>
${line(found.steps, clock)}
</div><div>
<h3>Shipment</h3><dl>
${row('Status', STATUS_LABELS[found.status] ?? '')}
${row('Last update', [found.lastStatus, formatDate(found.lastStatusAt, timeZone)].filter(Boolean).join(', '))}
${row('Origin', found.origin)}
${row('Destination', found.destination)}
${row('Estimated departure', formatDate(found.estimatedDeparture))}
${row('Estimated arrival', formatDate(found.estimatedArrival))}
</dl>
${cutOffs(found, clock)}
${pickUp(found, clock)}
${carriage(found)}
${calendar && hasDates(found) && html`<p><a href="/site/tracking/${found.trackingCode}.ics">Add the dates to your calendar</a></p>`}
${(found.cargoCutOff || found.documentationCutOff) && html`<p class="dim">Time zone: ${timeZone}</p>`}
</div></div></section>`
}

/** The form that asks for updates on a shipment by mail; nothing once there are no more to come. */
export function subscribeForm({ trackingCode, status }: PublicFacts): Html | null {
  if (status !== OrderStatus.IN_PROGRESS) return null
  return html`<section class="panel" aria-labelledby="subscribe"><h2 id="subscribe">Get updates by email</h2>
<p>One email for each new status, and when a date moves. You can unsubscribe with one click.</p>
<form method="post" action="/site/tracking/subscribe"><input type="hidden" name="code" value="${trackingCode}">
<label>Your email address<input type="email" name="mail" maxlength="100" required autocomplete="email"></label>
<button type="submit">Send me updates</button></form></section>`
}

const UNKNOWN = 'No shipment has this tracking code.'
const FORM = 'A code has 4 letters and 8 digits, like ABCD - 1234 - 5678.'

interface Asked {
  typed: string
  /** Whether what was typed contains a full tracking code. */
  isCode: boolean
  found: PublicFacts | null
}

/** The tracking page: the form and, for a full tracking code, what the public may see. */
export function trackingPage({ typed, isCode, found }: Asked, clock: Clock): string {
  const missing =
    typed && !found
      ? html`<p class="panel notice" role="alert">${UNKNOWN} ${!isCode && FORM} Please check it against our email.</p>`
      : null
  const body = html`<h1>Track a shipment</h1>
<p class="lead">The tracking code has 4 letters and 8 digits; you find it in every email about your booking.</p>
<form class="panel" method="get" action="/site/tracking" role="search">
<label>Tracking code<input name="code" value="${typed}" placeholder="ABCD - 1234 - 5678" maxlength="60" required autocomplete="off"></label>
<button type="submit">Track</button></form>
${missing}${found && shipment(found, clock, { calendar: true })}${found && subscribeForm(found)}`
  const description = typed
    ? undefined
    : 'Follow a shipment with its tracking code: where it is, when it departs and when it arrives.'
  return layout({ title: 'Tracking', description, section: 'tracking', body })
}
