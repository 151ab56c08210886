import type { z } from 'zod'
import { formatDate } from '#contract/lib/format.ts'
import { STATUS_LABELS } from '#contract/orders/codes.ts'
import type { publicTracking } from '#contract/orders/orders.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'

type Tracked = z.infer<typeof publicTracking>

const row = (label: string, value: string) => html`<dt>${label}</dt><dd>${value || '-'}</dd>`

function shipment(found: Tracked, timeZone: string): Html {
  return html`<section class="panel" aria-labelledby="found"><h2 id="found" class="code">${formatTrackingCode(found.trackingCode)}</h2><dl>
${row('Status', STATUS_LABELS[found.status] ?? '')}
${row('Last update', [found.lastEventPublicStatus, formatDate(found.lastEventTime, timeZone)].filter(Boolean).join(', '))}
${row('Origin', found.cityName)}
${row('Destination', found.cartageName)}
${row('Estimated departure', formatDate(found.estimatedTimeOfDepartureAt))}
${row('Estimated arrival', formatDate(found.estimatedTimeOfArrivalAt))}
</dl></section>`
}

/** The tracking page: the form and, for a full tracking code, what the public may see. */
export function trackingPage(typed: string, found: Tracked | null, timeZone: string): string {
  const missing =
    typed && !found ? html`<p class="panel notice" role="alert">No shipment has this tracking code.</p>` : null
  const body = html`<h1>Track a shipment</h1>
<p class="lead">The tracking code has 4 letters and 8 digits; it is in every mail about your booking.</p>
<form class="panel" method="get" action="/site/tracking" role="search">
<label>Tracking code<input name="code" value="${typed}" placeholder="ABCD - 1234 - 5678" maxlength="60" required autocomplete="off"></label>
<button type="submit">Track</button></form>
${missing}${found && shipment(found, timeZone)}`
  return layout({ title: 'Tracking', section: 'tracking', body })
}
