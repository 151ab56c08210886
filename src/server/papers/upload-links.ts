import { sql } from 'kysely'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { isMissing } from '#contract/papers/paper-codes.ts'
import type { Paper } from '#contract/papers/papers.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { isToken } from '#server/http/tokens.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { lockOrder } from '#server/orders/lock-order.ts'
import { LINK_STATE, readPapers } from '#server/orders/papers/read-papers.ts'
import { bySecret, type Renewal, renewLink } from '#server/orders/secret-links.ts'
import { storeDocuments, type UploadedFile } from '#server/orders/store-documents.ts'
import type { Services } from '#server/services.ts'
import { mailLink } from './ask-for-papers.ts'
import { receivePaper } from './change-papers.ts'

/** An opened upload link, and the papers it asks for. */
export interface OpenedLink {
  id: number
  orderId: number
  /** Id of the client. */
  userId: number
  email: string
  /** 'closed': the order was cancelled. */
  state: 'live' | 'used' | 'expired' | 'revoked' | 'closed'
  /** Papers that it asks for, or asked for. */
  papers: Paper[]
  /** The shipment as the client knows it: our code, their PO number and the lane. */
  shipment: { trackingCode: string; purchase: string; lane: string }
}

/**
 * Finds a link; null for an unknown one, and when order or client were deleted: then it is dead, and says
 * nothing.
 */
export async function openUploadLink(db: Db, token: string): Promise<OpenedLink | null> {
  if (!isToken(token)) return null
  const found = await db
    .selectFrom('uploadLinks as l')
    .innerJoin('orders as o', 'o.id', 'l.orderId')
    .innerJoin('users as u', 'u.id', 'o.userId')
    .select(['l.id', 'l.orderId', 'o.userId', 'l.email', 'l.requirementIds', 'o.status', LINK_STATE.as('state')])
    .select(['o.trackingCode', 'o.shipmentPurchase as purchase', 'o.cityName', 'o.cartageName'])
    .where(bySecret('l.tokenHash', token))
    .executeTakeFirst()
  if (!found) return null
  const { requirementIds, status, trackingCode, purchase, cityName, cartageName, ...link } = found
  const shipment = { trackingCode, purchase, lane: [cityName, cartageName].filter(Boolean).join(' → ') }
  const papers = await readPapers(db, link.orderId, requirementIds)
  return { ...link, state: status === OrderStatus.CANCELLED ? 'closed' : link.state, papers, shipment }
}

/** Message for a correct file that was not accepted. */
export const CAME_TOO_LATE = 'This document is not needed any more'

/**
 * Stores a file that a client sent by a link, for one paper that is still missing; the link is used once
 * nothing is missing any more. Returns false, and stores nothing, if the link or the paper has changed
 * meanwhile.
 */
export async function takeUpload(
  services: Pick<Services, 'db' | 'files'>,
  { token, link, paperId, file }: { token: string; link: OpenedLink; paperId: number; file: UploadedFile },
  actor: Actor,
): Promise<boolean> {
  const asked = link.papers.find(({ id }) => id === paperId)
  if (!asked) return false
  const storing = { files: [file], categoryId: asked.categoryId, uploadedBy: link.userId, orderId: link.orderId }
  try {
    await storeDocuments(services, storing, actor, {
      before: async (tx) => {
        await lockOrder(tx, link.orderId)
        const now = await openUploadLink(tx, token)
        const paper = now?.state === 'live' ? now.papers.find(({ id }) => id === paperId) : undefined
        if (!paper || !isMissing(paper)) throw new TooLate()
        return paper
      },
      after: async (tx, [documentId = 0], paper) => {
        await receivePaper(tx, { paper, documentId, link: link.email }, actor)
        await sql`update upload_links l set used_at = now() where l.id = ${link.id} and ${LINK_STATE} = 'used'`.execute(
          tx,
        )
      },
    })
    return true
  } catch (error) {
    if (error instanceof TooLate) return false
    throw error
  }
}

class TooLate extends Error {}

/** What became of the wish for a new upload link. */
export type UploadRenewal = Renewal | 'nothing-missing'

/** Mails a new link for those papers of a link that are missing. See `renewLink`. */
export const renewUploadLink = (
  tx: Tx,
  services: MailSettings,
  { token }: { token: string },
  actor: Actor,
): Promise<UploadRenewal> =>
  renewLink(tx, actor, {
    table: 'upload_links',
    action: 'order.renew-link',
    asked: sql`created_by is null`,
    open: async (db) => {
      const link = await openUploadLink(db, token)
      return link?.state === 'closed' ? null : link
    },
    refusal: ({ papers }) => (papers.some(isMissing) ? null : 'nothing-missing'),
    mail: async ({ orderId, email, ...link }) => {
      const papers = link.papers.filter(isMissing)
      const template = { purpose: MailPurpose.DOCUMENTS_REQUESTED }
      // Asked for just now, it is not held.
      const unheld = { ...services, config: { ...services.config, mailHoldSeconds: 0 } }
      await mailLink(tx, unheld, { orderId, papers, email, template }, actor)
      return { papers: papers.map(({ name }) => name) }
    },
  })
