import { STATUS_LABELS } from '#contract/codes/order-codes.ts'
import type { Page } from '#contract/lib/envelope.ts'
import { formatDate, formatTime } from '#contract/lib/format.ts'
import type { QuoteListItem } from '#contract/orders/order-list.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { Db } from '#server/db/client.ts'
import type { Session } from '#server/http/session.ts'
import { type Html, html } from './html.ts'
import { layout, siteMessage } from './layout.ts'

/** The token in a Cookie header, or ''. */
export function tokenOf(cookies: string | undefined): string {
  return /(?:^|;\s*)token=([A-Za-z0-9_-]{1,100})(?:;|$)/.exec(cookies ?? '')?.[1] ?? ''
}

const orderRow =
  (timeZone: string) =>
  (order: QuoteListItem): Html => {
    const code = order.hashSum + order.customCode
    const created = new Date(order.created * 1000).toISOString()
    return html`<tr><td data-label="Shipment"><a class="code" href="/site/tracking?code=${code}">${formatTrackingCode(code)}</a></td>
<td data-label="Date">${formatDate(created, timeZone)}</td><td data-label="Origin">${order.cityName || '-'}</td><td data-label="Destination">${order.cartageName || '-'}</td>
<td data-label="Last update">${order.lastEventPublicStatus || '-'}</td><td data-label="Status">${STATUS_LABELS[order.status] ?? ''}</td></tr>`
  }

const orderTable = (orders: QuoteListItem[], timeZone: string) => html`<div class="scroll"><table class="orders">
<thead><tr><th>Shipment</th><th>Date</th><th>Origin</th><th>Destination</th><th>Last update</th><th>Status</th></tr></thead>
<tbody>${orders.map(orderRow(timeZone))}</tbody></table></div>`

const field = (label: string, value: string) => html`<dt>${label}</dt><dd>${value || '-'}</dd>`

/** Shows staff when their view of the client's account ends. */
async function viewNotice(db: Db, session: Session, timeZone: string): Promise<Html | null> {
  if (session.impersonatorId === null) return null
  const found = await db.selectFrom('sessions').select('expiresAt').where('id', '=', session.id).executeTakeFirst()
  return html`<p class="panel notice">You are viewing this account as ${session.username}. The view ends at ${formatTime(found?.expiresAt, timeZone)} (${timeZone}).</p>`
}

/** The account page: the client's details and orders. */
export async function accountPage(
  db: Db,
  session: Session,
  { items: orders, totalCount }: Page<QuoteListItem>,
  timeZone: string,
): Promise<string> {
  const client = await db
    .selectFrom('users')
    .select(['username', 'companyName', 'companyAddress', 'email', 'phone', 'canadianBusinessNumber'])
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow()
  const body = html`<h1>${client.username}</h1>
<p class="lead">${client.companyName}</p>
${await viewNotice(db, session, timeZone)}
<div class="panel"><dl>${field('Email', client.email)}${field('Phone', client.phone && `+${client.phone}`)}${field('Company address', client.companyAddress)}
${client.canadianBusinessNumber ? field('Canadian Business Number', client.canadianBusinessNumber) : null}</dl></div>
<h2>My shipments (${totalCount})</h2>
${orders.length > 0 ? orderTable(orders, timeZone) : html`<p class="dim">You have no shipments yet.</p>`}`
  return layout({ title: 'My account', section: 'account', body })
}

export const signedOutPage = () =>
  siteMessage('You are not signed in', 'Please sign in to see your shipments.', 'account')
