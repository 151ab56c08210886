import { STATUS_LABELS } from '#contract/codes/order-codes.ts'
import { formatDate, formatTime } from '#contract/lib/format.ts'
import { cleanText } from '#contract/lib/text.ts'
import type { QuoteListItem } from '#contract/orders/order-list.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { Db } from '#server/db/client.ts'
import type { Session } from '#server/http/session.ts'
import { ordersOfClient } from '#server/orders/list/orders-of-client.ts'
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

/** Shipments on one page of the account. */
const PER_PAGE = 25
/** Characters of a search. */
const LONGEST = 100
const LAST_PAGE = 1_000_000

/** Which shipments of an account are asked for. */
interface ShipmentsAsked {
  /** A code, the start of one, or a part of the supplier's name or the PO; '' for all. */
  search: string
  /** From 1. */
  page: number
}

/** The shipments that an address asks for; what is no search or page counts as absent. */
export function shipmentsAsked({ search, page }: Record<string, unknown>): ShipmentsAsked {
  const clean = cleanText(typeof search === 'string' ? search.slice(0, LONGEST) : '')
  const number = typeof page === 'string' && /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1
  return { search: clean.ok ? clean.text : '', page: Math.min(number, LAST_PAGE) }
}

const searchForm = (search: string) => html`<form class="panel" method="get" action="/site/account" role="search">
<label>Find a shipment<input type="search" name="search" value="${search}" maxlength="${LONGEST}" placeholder="Tracking code, PO or supplier"></label>
<button type="submit">Search</button></form>`

/** Links to the pages before and after this one; nothing where all shipments are on one. */
function pager({ search, page }: ShipmentsAsked, total: number): Html | null {
  if (total <= PER_PAGE) return null
  const address = (to: number) =>
    `/site/account?${new URLSearchParams({ ...(search && { search }), page: String(to) })}`
  const first = (page - 1) * PER_PAGE + 1
  return html`<nav class="pages" aria-label="Pages of shipments">${page > 1 ? html`<a href="${address(page - 1)}" rel="prev">Newer</a>` : null}
<span class="dim">${first} to ${Math.min(first + PER_PAGE - 1, total)} of ${total}</span>
${page * PER_PAGE < total ? html`<a href="${address(page + 1)}" rel="next">Older</a>` : null}</nav>`
}

/** The account page: the client's details, and a page of the orders. */
export async function accountPage(db: Db, session: Session, asked: ShipmentsAsked, timeZone: string): Promise<string> {
  const read = (page: number) =>
    ordersOfClient(db, session.userId, { search: asked.search, page, perPage: PER_PAGE, order: [] })
  const wanted = await read(asked.page)
  const last = Math.max(1, Math.ceil(wanted.totalCount / PER_PAGE))
  const page = Math.min(asked.page, last)
  const { items: orders, totalCount } = page === asked.page ? wanted : await read(page)
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
${totalCount > PER_PAGE || asked.search !== '' ? searchForm(asked.search) : null}
${orders.length > 0 ? orderTable(orders, timeZone) : html`<p class="dim">${asked.search === '' ? 'You have no shipments yet.' : 'No shipment matches this search.'}</p>`}
${pager({ ...asked, page }, totalCount)}`
  return layout({ title: 'My account', section: 'account', body })
}

export const signedOutPage = () =>
  siteMessage('You are not signed in', 'Please sign in to see your shipments.', 'account')
