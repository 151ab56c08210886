import { ASKED_OF_CLIENT, isMissing } from '#contract/papers/paper-codes.ts'
import { NO_ADDRESS, type Paper } from '#contract/papers/papers.ts'
import { type Bulk, bulkKind } from '#server/bulk/bulk-kind.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { TemplateRef } from '#server/mail/render-mail.ts'
import { readPapers } from '#server/orders/papers/read-papers.ts'
import { askForPapers, askTemplate, revokeUploadLink } from '#server/papers/ask-for-papers.ts'
import { composeAsking, MOST_ORDERS } from '#server/papers/ask-mail.ts'
import { nextVersion } from '#server/resource/versions.ts'
import { ABOUT_ORDERS } from '#server/runs/run-needs.ts'

interface Plan {
  emailTemplateId: number | null
  template: TemplateRef
}

interface Done {
  linkId: number
  /** The mail that asks for them, which other orders of the run may share. */
  mailId: number
  /** The papers before they were asked for, with the version that asking gave them. */
  papers: (Pick<Paper, 'id' | 'state' | 'documentId' | 'requestedAt' | 'requestedTo'> & { version: string })[]
}

const NOTHING_MISSING = 'No paper of the client is missing'

/** Papers that the client of these orders is asked for: all missing ones of the client and the shipper. */
const askedOf = async (db: Db, orderIds: readonly number[]) =>
  (await readPapers(db, orderIds)).filter((paper) => isMissing(paper) && ASKED_OF_CLIENT.includes(paper.supplier))

/** Restores papers to their state before they were asked for. Returns why not, if one has changed since. */
async function takeBack(tx: Tx, orderId: number, papers: Done['papers']): Promise<string | null> {
  const now = new Map((await readPapers(tx, orderId)).map((paper) => [paper.id, paper]))
  const changed = papers.map(({ id, version }) => ({ paper: now.get(id), version }))
  const other = changed.find(({ paper, version }) => paper && paper.updatedAt !== version)
  if (other) return `${other.paper?.name} has changed since`
  for (const { id, version: _, ...before } of papers)
    await tx
      .updateTable('orderRequirements')
      .set({ ...before, updatedAt: nextVersion() })
      .where('id', '=', id)
      .execute()
  return null
}

/** Asks the client of each order for its missing papers, with one mail and upload page per address. */
export const ASK_DOCUMENTS: Bulk = bulkKind<'ask-documents', Plan, Done>('ask-documents', {
  needs: ABOUT_ORDERS,
  skipsCancelled: true,
  async plan(db, { emailTemplateId }) {
    const template = await askTemplate(db, emailTemplateId)
    const named = 'id' in template ? db.selectFrom('mailTemplates').where('id', '=', template.id) : null
    const title = (await named?.select('title').executeTakeFirst())?.title ?? 'Documents requested'
    return { title, plan: { emailTemplateId, template } }
  },
  isThere: (_, { missingPapers }) => (missingPapers === 0 ? NOTHING_MISSING : null),
  cannot: (_, { email }) => (email === '' ? NO_ADDRESS : null),
  template: ({ template }) => template,
  ordersOfMail: MOST_ORDERS,
  async compose(services, parts, _, { db, orderIds }) {
    const papers = await askedOf(db, orderIds)
    const asked = orderIds.map((orderId) => ({ orderId, papers: papers.filter((paper) => paper.orderId === orderId) }))
    return composeAsking(db, services, parts, asked)
  },
  async apply(tx, services, { plan: { emailTemplateId }, order }, actor) {
    const before = await askedOf(tx, [order.id])
    const ids = before.map(({ id }) => id)
    const { link, items, mail } = await askForPapers(tx, services, { orderId: order.id, ids, emailTemplateId }, actor)
    const version = new Map(items.map(({ id, updatedAt }) => [id, updatedAt]))
    return {
      linkId: link.id,
      mailId: mail.id,
      papers: before.map(({ id, state, documentId, requestedAt, requestedTo }) => ({
        id,
        state,
        documentId,
        requestedAt,
        requestedTo,
        version: version.get(id) ?? '',
      })),
    }
  },
  async undo(tx, services, { order, done: { linkId, papers } }, actor) {
    const reason = await takeBack(tx, order.id, papers)
    if (reason) return reason
    await revokeUploadLink(tx, services, { orderId: order.id, linkId }, actor)
    return null
  },
})
