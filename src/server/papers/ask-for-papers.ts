import { sql } from 'kysely'
import type { z } from 'zod'
import { CHOOSE } from '#contract/lib/messages.ts'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { isMissing } from '#contract/papers/paper-codes.ts'
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
import type { Actor } from '#server/http/app-types.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { emptyVariables, findMailTemplate, type TemplateRef } from '#server/mail/render-mail.ts'
import { lockOrder } from '#server/orders/lock-order.ts'
import { readMailParts } from '#server/orders/mails/order-mail.ts'
import { readLinks, readPapers } from '#server/orders/papers/read-papers.ts'
import { revokeLink } from '#server/orders/secret-links.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { nextVersion } from '#server/resource/versions.ts'
import { composeAsking, mailLink } from './ask-mail.ts'

type Asking = z.output<typeof askInput> & { orderId: number }
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

/** The mail that `askForPapers` would send. Throws 404; 400 at the fields. */
export async function previewAsking(db: Db, services: MailSettings, input: Asking): Promise<AskPreview> {
  // The order matters: a missing order is always reported first.
  const papers = await papersToAsk(db, input)
  const template = await askTemplate(db, input.emailTemplateId)
  const parts = await readMailParts(db, { orderId: input.orderId, template })
  const { rendered, to, values } = await composeAsking(db, services, parts, [{ orderId: input.orderId, papers }])
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

/** The order's address. Throws 400 without one. */
async function addressOf(tx: Tx, orderId: number): Promise<string> {
  const { email } = await tx.selectFrom('orders').select('email').where('id', '=', orderId).executeTakeFirstOrThrow()
  if (email === '') throw invalid({ ids: NO_ADDRESS })
  return email
}

/**
 * Asks the client for papers: one mail with a link to upload them; in a run, one for the orders of an address. They are 'requested' afterwards; the
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
  const { linkId, mailId } = await mailLink(tx, services, { asked: [{ orderId, papers }], email, template }, actor)
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
