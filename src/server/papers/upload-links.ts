import { sql } from 'kysely'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
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
import { mailLink } from './ask-mail.ts'
import { receivePaper } from './change-papers.ts'
import { type AskedOfOrder, shipmentInWords } from './shipments.ts'

type LinkState = 'live' | 'used' | 'expired' | 'revoked' | 'closed'

/** The papers of one order that a link asks for, or asked for. */
export interface LinkedShipment {
  id: number
  orderId: number
  /** Id of the client. */
  userId: number
  /** 'closed': the order was cancelled. */
  state: LinkState
  /** The tracking code as shown. */
  code: string
  /** See `shipmentInWords`. */
  words: string
  papers: Paper[]
}

/** An opened upload link: it works as long as it does for one of its shipments. */
export interface OpenedLink {
  email: string
  state: LinkState
  /** At least one. */
  shipments: LinkedShipment[]
}

/** What a link of several shipments says: the first of these that is true of one of them. */
const STATES: readonly LinkState[] = ['live', 'expired', 'used', 'revoked', 'closed']

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
    .orderBy('l.id')
    .execute()
  const [first] = found
  if (!first) return null
  const papers = await readPapers(
    db,
    found.map(({ orderId }) => orderId),
    found.flatMap(({ requirementIds }) => requirementIds),
  )
  const shipments = found.map(({ id, orderId, userId, status, ...link }): LinkedShipment => {
    const state = status === OrderStatus.CANCELLED ? 'closed' : link.state
    const own = papers.filter((paper) => paper.orderId === orderId)
    return {
      id,
      orderId,
      userId,
      state,
      code: formatTrackingCode(link.trackingCode),
      words: shipmentInWords(link),
      papers: own,
    }
  })
  const state = STATES.find((each) => shipments.some((shipment) => shipment.state === each)) ?? 'closed'
  return { email: first.email, state, shipments }
}

/** The shipment of a link that asks for this paper. */
const shipmentOf = (link: OpenedLink | null, paperId: number) =>
  link?.shipments.find(({ papers }) => papers.some(({ id }) => id === paperId))

/** Those papers of a link that are missing, by order; orders that were cancelled need none. */
const missingOf = ({ shipments }: OpenedLink): AskedOfOrder[] =>
  shipments.flatMap(({ orderId, state, papers }) => {
    const missing = state === 'closed' ? [] : papers.filter(isMissing)
    return missing.length > 0 ? [{ orderId, papers: missing }] : []
  })

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
  const shipment = shipmentOf(link, paperId)
  const asked = shipment?.papers.find(({ id }) => id === paperId)
  if (!shipment || !asked) return false
  const { orderId, userId: uploadedBy } = shipment
  const storing = { files: [file], categoryId: asked.categoryId, uploadedBy, orderId }
  try {
    await storeDocuments(services, storing, actor, {
      before: async (tx) => {
        await lockOrder(tx, orderId)
        const now = shipmentOf(await openUploadLink(tx, token), paperId)
        const paper = now?.state === 'live' ? now.papers.find(({ id }) => id === paperId) : undefined
        if (!paper || !isMissing(paper)) throw new TooLate()
        return paper
      },
      after: async (tx, [documentId = 0], paper) => {
        await receivePaper(tx, { paper, documentId, link: link.email }, actor)
        const now = await openUploadLink(tx, token)
        if (now && now.state !== 'live') await endLinks(tx, now)
      },
    })
    return true
  } catch (error) {
    if (error instanceof TooLate) return false
    throw error
  }
}

/** Ends those links of a page that have got everything: what is rejected later needs another. */
async function endLinks(tx: Tx, { shipments }: OpenedLink): Promise<void> {
  const ids = shipments.map(({ id }) => id)
  await sql`update upload_links l set used_at = now()
    where l.id = any(${ids}::int[]) and l.used_at is null and ${LINK_STATE} = 'used'`.execute(tx)
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
      if (!link || link.state === 'closed') return null
      const asked = missingOf(link)
      // The limit of new links is that of the first order that lacks something.
      const orderId = asked[0]?.orderId ?? link.shipments[0]?.orderId
      return orderId === undefined ? null : { email: link.email, orderId, asked }
    },
    refusal: ({ asked }) => (asked.length > 0 ? null : 'nothing-missing'),
    mail: async ({ email, asked }) => {
      const template = { purpose: MailPurpose.DOCUMENTS_REQUESTED }
      // Asked for just now, it is not held.
      const unheld = { ...services, config: { ...services.config, mailHoldSeconds: 0 } }
      await mailLink(tx, unheld, { asked, email, template }, actor)
      return { papers: asked.flatMap(({ papers }) => papers.map(({ name }) => name)) }
    },
  })
