import { sql } from 'kysely'
import type { z } from 'zod'
import { CHOOSE } from '#contract/lib/messages.ts'
import { MailKind, MailPurpose } from '#contract/mail/mail-codes.ts'
import { askedBy } from '#contract/papers/format-due.ts'
import { isMissing, LINK_DAYS } from '#contract/papers/paper-codes.ts'
import {
  type AskPreview,
  type asked,
  type askInput,
  NO_ADDRESS,
  NO_LINK,
  NO_SUCH_PAPER,
  NOT_MISSING,
  type Paper,
} from '#contract/papers/papers.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid, notFound } from '#server/errors.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import type { Actor } from '#server/http/app-types.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { HIDDEN, uploadUrl } from '#server/mail/links/secret-links.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { emptyVariables, findMailTemplate, type TemplateRef } from '#server/mail/render-mail.ts'
import { lockOrder } from '#server/orders/lock-order.ts'
import { composeMail, type MailParts, queueOrderMail, readMailParts } from '#server/orders/mails/order-mail.ts'
import { readLinks, readPapers } from '#server/orders/papers/read-papers.ts'
import { revokeLink } from '#server/orders/secret-links.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { nextVersion } from '#server/resource/versions.ts'

type Asking = z.output<typeof askInput> & { orderId: number }
type Listed = Pick<Paper, 'name' | 'dueAt' | 'basis' | 'offsetDays' | 'dueByHand' | 'overdue' | 'reason'>

/** One paper as the mail lists it: its due date, and why the last file was rejected. */
function lineOf(paper: Listed, timeZone: string): string {
  const { name, reason } = paper
  const by = askedBy(paper, timeZone)
  const why = reason === '' ? '' : `<br>The last one was rejected: ${escapeHtml(reason)}`
  return `<li><strong>${escapeHtml(name)}</strong>${by && `, ${by}`}${why}</li>`
}

/** Values of `request.*`. */
const requestValues = (papers: readonly Listed[], url: string, timeZone: string) => ({
  'request.url': url,
  'request.documents': `<ul style="margin:0 0 12px;padding-left:20px;">${papers.map((paper) => lineOf(paper, timeZone)).join('')}</ul>`,
})

/** The template to ask with: the system mail, or one of the forwarder's that has the link. Throws 400. */
export async function askTemplate(db: Db, id: number | null): Promise<TemplateRef> {
  if (id === null) return { purpose: MailPurpose.DOCUMENTS_REQUESTED }
  const found = await findMailTemplate(db, { id })
  if (!found || found.system) throw invalid({ emailTemplateId: CHOOSE })
  const source = [found.subject, found.content, ...Object.values(found.blocks)].join('\n')
  if (!source.includes('request.url')) throw invalid({ emailTemplateId: NO_LINK })
  return { id }
}

/**
 * The requested papers, in their order. Throws 400 at one that the order does not have, or that is not
 * missing.
 */
async function papersToAsk(db: Db, { orderId, ids }: Pick<Asking, 'orderId' | 'ids'>): Promise<Paper[]> {
  const papers = await readPapers(db, orderId, ids)
  const known = new Map(papers.map((paper) => [paper.id, paper]))
  const errors: Record<string, string> = {}
  for (const [at, id] of ids.entries()) {
    const found = known.get(id)
    if (!found) errors[`ids.${at}`] = NO_SUCH_PAPER
    else if (!isMissing(found)) errors[`ids.${at}`] = NOT_MISSING
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return papers
}

/** The mail that asks for papers, with the link's secret hidden. */
export const composeAsking = (services: MailSettings, parts: MailParts, papers: readonly Listed[]) =>
  composeMail(services, parts, undefined, {
    more: requestValues(papers, uploadUrl(services.appUrl(), HIDDEN), services.config.timeZone),
  })

/** The mail that `askForPapers` would send. Throws 404; 400 at the fields. */
export async function previewAsking(db: Db, services: MailSettings, input: Asking): Promise<AskPreview> {
  // The order matters: a missing order is always reported first.
  const papers = await papersToAsk(db, input)
  const template = await askTemplate(db, input.emailTemplateId)
  const parts = await readMailParts(db, { orderId: input.orderId, template })
  const { rendered, to, values } = await composeAsking(services, parts, papers)
  const empty = await emptyVariables(db, parts.template, values)
  return {
    subject: rendered.subject,
    html: rendered.html,
    to: to.address,
    warnings: empty.map(({ identifier, label }) => ({
      variable: identifier,
      message: `${label} is empty in this order.`,
    })),
  }
}

/** A link to be mailed. */
interface NewLink {
  orderId: number
  papers: readonly Paper[]
  email: string
  template: TemplateRef
}

/**
 * Makes an upload link and queues the mail that has it. Only the mail knows its secret. Returns the ids of
 * both.
 */
export async function mailLink(
  tx: Tx,
  services: MailSettings,
  { orderId, papers, email, template }: NewLink,
  actor: Pick<Actor, 'userId'>,
): Promise<{ linkId: number; mailId: number }> {
  const token = newToken()
  const { id: linkId } = await tx
    .insertInto('uploadLinks')
    .values({
      tokenHash: hashToken(token),
      orderId,
      requirementIds: papers.map(({ id }) => id),
      email,
      expiresAt: sql`now() + make_interval(days => ${LINK_DAYS})`,
      createdBy: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const url = uploadUrl(services.appUrl(), token)
  const more = requestValues(papers, url, services.config.timeZone)
  const mail = { orderId, template, more, kind: MailKind.DOCUMENTS_REQUESTED, address: email }
  return { linkId, mailId: await queueOrderMail(tx, services, mail, actor) }
}

/** The order's address. Throws 400 without one. */
async function addressOf(tx: Tx, orderId: number): Promise<string> {
  const { email } = await tx.selectFrom('orders').select('email').where('id', '=', orderId).executeTakeFirstOrThrow()
  if (email === '') throw invalid({ ids: NO_ADDRESS })
  return email
}

/**
 * Asks the client for papers: one mail with a link to upload them. They are 'requested' afterwards; the
 * reason of a rejection stays until the next file. Returns papers, mail and link. Throws 404; 400 at the
 * fields.
 */
export async function askForPapers(
  tx: Tx,
  services: MailSettings,
  input: Asking,
  actor: Actor,
): Promise<z.infer<typeof asked>> {
  const { orderId, ids } = input
  await lockOrder(tx, orderId)
  const papers = await papersToAsk(tx, input)
  const template = await askTemplate(tx, input.emailTemplateId)
  const email = await addressOf(tx, orderId)
  const { linkId, mailId } = await mailLink(tx, services, { orderId, papers, email, template }, actor)
  await tx
    .updateTable('orderRequirements')
    .set({ state: 'requested', documentId: null, requestedAt: sql`now()`, requestedTo: email })
    .set({ updatedBy: actor.userId, updatedAt: nextVersion() })
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
  const after = { papers: papers.map(({ name }) => name), requestedTo: email }
  const event = { action: 'order.ask-papers', entity: 'orders', entityId: orderId, after }
  await recordAudit(tx, actor, event, Object.keys(after))
  const [mail, [link], items] = await Promise.all([
    tx.selectFrom('mails').select(['id', 'sendAt']).where('id', '=', mailId).executeTakeFirstOrThrow(),
    readLinks(tx, orderId, linkId),
    readPapers(tx, orderId),
  ])
  if (!link) throw notFound('Link')
  return { items, mail, link }
}

export const revokeUploadLink = revokeLink('upload_links', 'order.revoke-link')
