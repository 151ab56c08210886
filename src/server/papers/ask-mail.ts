import { sql } from 'kysely'
import { MailKind } from '#contract/mail/mail-codes.ts'
import { askedBy } from '#contract/papers/format-due.ts'
import { isMissing, LINK_DAYS } from '#contract/papers/paper-codes.ts'
import type { Paper } from '#contract/papers/papers.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import type { Actor } from '#server/http/app-types.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { HIDDEN, uploadUrl } from '#server/mail/links/secret-links.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import type { TemplateRef } from '#server/mail/render-mail.ts'
import type { TemplateValues } from '#server/mail/rendering/render-template.ts'
import { waitingMail } from '#server/mail/waiting-mail.ts'
import { composeMail, type MailParts, queueOrderMail, recomposeOrderMail } from '#server/orders/mails/order-mail.ts'
import { readPapers } from '#server/orders/papers/read-papers.ts'
import { type AskedOfOrder, type AskedShipment, nameShipments } from './shipments.ts'

/** Orders whose papers one mail asks for, at most. */
export const MOST_ORDERS = 50

type Listed = Pick<Paper, 'name' | 'dueAt' | 'basis' | 'offsetDays' | 'dueByHand' | 'overdue' | 'reason'>

/** One paper as the mail lists it: its due date, and why the last file was rejected. */
function lineOf(paper: Listed, timeZone: string): string {
  const { name, reason } = paper
  const by = askedBy(paper, timeZone)
  const why = reason === '' ? '' : `<br>The last one was rejected: ${escapeHtml(reason)}`
  return `<li><strong>${escapeHtml(name)}</strong>${by && `, ${by}`}${why}</li>`
}

const listOf = (papers: readonly Listed[], timeZone: string) =>
  `<ul style="margin:0 0 12px;padding-left:20px;">${papers.map((paper) => lineOf(paper, timeZone)).join('')}</ul>`

/** 'A', 'A and B', 'A, B and C', 'A, B and 4 more'. */
function inShort(names: readonly string[]): string {
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names
  return [shown.slice(0, -1).join(', '), shown.at(-1)].filter(Boolean).join(' and ')
}

/** Values of `request.*`. A mail about several orders lists the papers of each, and its code means all of them. */
function requestValues(shipments: readonly AskedShipment<Listed>[], url: string, timeZone: string): TemplateValues {
  const [only] = shipments
  if (only && shipments.length === 1) return { 'request.url': url, 'request.documents': listOf(only.papers, timeZone) }
  const lists = shipments.map(
    ({ words, papers }) =>
      `<p style="margin:0 0 4px;"><strong>${escapeHtml(words)}</strong></p>${listOf(papers, timeZone)}`,
  )
  return {
    'request.url': url,
    'request.documents': lists.join(''),
    'order.trackingCode': inShort(shipments.map(({ trackingCode }) => trackingCode)),
  }
}

/** The mail that asks for papers, with the link's secret hidden. The first order is that of its parts. */
export async function composeAsking(
  db: Db,
  services: MailSettings,
  parts: MailParts,
  asked: readonly AskedOfOrder[],
): ReturnType<typeof composeMail> {
  const url = uploadUrl(services.appUrl(), HIDDEN)
  const more = requestValues(await nameShipments(db, asked), url, services.config.timeZone)
  return composeMail(services, parts, undefined, { more })
}

/** A link to be mailed, to the papers of these orders. */
interface NewLink {
  asked: readonly AskedOfOrder[]
  email: string
  template: TemplateRef
}

/** Inserts the links of a secret, one an order. Returns their ids. */
async function insertLinks(
  tx: Tx,
  { asked, email }: NewLink,
  tokenHash: Buffer,
  { userId }: Pick<Actor, 'userId'>,
): Promise<number[]> {
  const rows = await tx
    .insertInto('uploadLinks')
    .values(
      asked.map(({ orderId, papers }) => ({
        tokenHash,
        orderId,
        email,
        createdBy: userId,
        requirementIds: papers.map(({ id }) => id),
        expiresAt: sql<string>`now() + make_interval(days => ${LINK_DAYS})`,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists a mail with the orders that it asks about beside its own. */
async function listWith(tx: Tx, mailId: number, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  await tx
    .insertInto('mailOrders')
    .values(orderIds.map((orderId) => ({ mailId, orderId })))
    .execute()
}

/** The links that a mail of a run has so far, in their order, and what is still missing of their papers. */
async function linksOf(tx: Tx, runId: number, mailId: number): Promise<{ ids: number[]; asked: AskedOfOrder[] }> {
  const { rows } = await sql<{ id: number; orderId: number; requirementIds: number[] }>`
    select l.id, l.order_id, l.requirement_ids from run_items i join upload_links l on l.id = (i.result->>'linkId')::int
    where i.run_id = ${runId} and i.state = 'done' and i.result @> ${JSON.stringify({ mailId })}::jsonb
    order by l.id`.execute(tx)
  const papers = await readPapers(
    tx,
    rows.map(({ orderId }) => orderId),
    rows.flatMap(({ requirementIds }) => requirementIds),
  )
  const asked = rows.map(({ orderId }) => ({
    orderId,
    papers: papers.filter((paper) => paper.orderId === orderId && isMissing(paper)),
  }))
  return { ids: rows.map(({ id }) => id), asked: asked.filter((each) => each.papers.length > 0) }
}

/**
 * Adds an order to the mail that its run has for this address already. Nobody has got that mail, so its links
 * get a new secret. Returns the ids of link and mail; null if there is no such mail, or if it is full.
 */
async function addToMail(
  tx: Tx,
  services: MailSettings & { runId: number },
  link: NewLink,
  actor: Pick<Actor, 'userId'>,
): Promise<{ linkId: number; mailId: number } | null> {
  const { runId } = services
  const mailId = await waitingMail(tx, { runId, address: link.email })
  if (mailId === undefined) return null
  const earlier = await linksOf(tx, runId, mailId)
  if (earlier.ids.length === 0 || earlier.ids.length >= MOST_ORDERS) return null
  const token = newToken()
  const tokenHash = hashToken(token)
  await tx.updateTable('uploadLinks').set({ tokenHash }).where('id', 'in', earlier.ids).execute()
  const [linkId = 0] = await insertLinks(tx, link, tokenHash, actor)
  await listWith(
    tx,
    mailId,
    link.asked.map(({ orderId }) => orderId),
  )
  const { orderId } = await tx.selectFrom('mails').select('orderId').where('id', '=', mailId).executeTakeFirstOrThrow()
  const shipments = await nameShipments(tx, [...earlier.asked, ...link.asked])
  const more = requestValues(shipments, uploadUrl(services.appUrl(), token), services.config.timeZone)
  await recomposeOrderMail(tx, services, { mailId, orderId: orderId ?? 0, template: link.template, more })
  return { linkId, mailId }
}

/**
 * Makes an upload link to papers of one or more orders of a client, and queues the mail that has it, in the
 * name of the first. Only the mail knows its secret. A run adds to the mail that it has for the address
 * already. Returns the ids of the first order's link and of the mail.
 */
export async function mailLink(
  tx: Tx,
  services: MailSettings,
  link: NewLink,
  actor: Pick<Actor, 'userId'>,
): Promise<{ linkId: number; mailId: number }> {
  const { runId } = services
  const added = runId ? await addToMail(tx, { ...services, runId }, link, actor) : null
  if (added) return added
  const token = newToken()
  const [linkId = 0] = await insertLinks(tx, link, hashToken(token), actor)
  const shipments = await nameShipments(tx, link.asked)
  const more = requestValues(shipments, uploadUrl(services.appUrl(), token), services.config.timeZone)
  const [orderId = 0, ...others] = link.asked.map((each) => each.orderId)
  const mail = { orderId, template: link.template, more, kind: MailKind.DOCUMENTS_REQUESTED, address: link.email }
  const mailId = await queueOrderMail(tx, services, mail, actor)
  await listWith(tx, mailId, others)
  return { linkId, mailId }
}
