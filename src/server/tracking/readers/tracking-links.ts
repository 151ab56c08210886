import { sql } from 'kysely'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import type { TrackingLink, TrackingReaders } from '#contract/tracking/tracking-links.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { isToken } from '#server/http/tokens.ts'
import { giveOwnLink } from '#server/mail/links/own-link.ts'
import { canSend } from '#server/mail/mail-server.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { bySecret, type Renewal, renewLink, revokeLink } from '#server/orders/secret-links.ts'
import { type PublicFacts, publicFacts } from '#server/tracking/facts.ts'
import { readTrackedById } from '#server/tracking/read-tracked.ts'
import { composePublicMail } from './public-mail.ts'
import { datesKnownTo, noteShown } from './reader-dates.ts'

/** SQL: whether a link `l` works. One whose mail was cancelled does not, until that is sent after all. */
const LINK_STATE = sql<TrackingLink['state']>`case when l.revoked_at is not null then 'revoked'
  when exists (select from mail_deliveries d where d.mail_id = l.mail_id and d.role = 'to' and d.state = 'cancelled') then 'cancelled'
  when l.expires_at <= now() then 'expired' else 'live' end`

/** A personal link that was opened. */
export interface OpenedTrackingLink {
  id: number
  orderId: number
  /** Id of the client. */
  userId: number
  email: string | null
  documents: boolean
  state: 'live' | 'expired' | 'revoked'
}

/** Finds a link; null for an unknown one, one that was never sent, and when order or client were deleted. */
export async function openTrackingLink(db: Db, token: string): Promise<OpenedTrackingLink | null> {
  if (!isToken(token)) return null
  const found = await db
    .selectFrom('trackingLinks as l')
    .innerJoin('orders as o', 'o.id', 'l.orderId')
    .innerJoin('users as u', 'u.id', 'o.userId')
    .select(['l.id', 'l.orderId', 'o.userId', 'l.email', 'l.documents', LINK_STATE.as('state')])
    .where(bySecret('l.tokenHash', token))
    .executeTakeFirst()
  return found && found.state !== 'cancelled' ? { ...found, state: found.state } : null
}

/**
 * The facts that the reader of a link is shown now, with the dates that this reader was shown or told last.
 * Counts the opening, and keeps the shown dates. Null if the order is gone.
 */
export async function showToReader(
  tx: Tx,
  { id, orderId, email }: Pick<OpenedTrackingLink, 'id' | 'orderId' | 'email'>,
  clock: { now: Date; timeZone: string },
): Promise<PublicFacts | null> {
  const order = await readTrackedById(tx, orderId)
  if (!order) return null
  const told = email === null ? null : await datesKnownTo(tx, { orderId, email })
  const facts = publicFacts(order, { ...clock, told })
  if (email !== null) await noteShown(tx, { orderId, email }, facts.dates)
  await sql`update tracking_links set opens = opens + 1, opened_at = now() where id = ${id}`.execute(tx)
  return facts
}

/** Counts a document that was downloaded by a link. */
export const countDownload = (db: Db, id: number) =>
  db
    .updateTable('trackingLinks')
    .set((eb) => ({ downloads: eb('downloads', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** What became of the wish for a new tracking link. */
export type TrackingRenewal = Renewal | 'works'

/**
 * Mails a new link to the address of one that has expired. See `renewLink`. A link that was revoked stays
 * dead: staff did not want it read any more.
 */
export const renewTrackingLink = (
  tx: Tx,
  services: MailSettings,
  { token }: { token: string },
  actor: Actor,
): Promise<TrackingRenewal> =>
  renewLink(tx, actor, {
    table: 'tracking_links',
    action: 'order.renew-tracking-link',
    asked: sql`renewal`,
    open: async (db) => {
      const link = await openTrackingLink(db, token)
      return link && link.state !== 'revoked' && link.email !== null ? { ...link, email: link.email } : null
    },
    refusal: ({ state }) => (state === 'live' ? 'works' : null),
    mail: async (link) => {
      await mailNewLink(tx, services, link)
      return {}
    },
  })

/** The mail is not held: the reader has just asked for it. */
async function mailNewLink(
  tx: Tx,
  services: MailSettings,
  { orderId, userId, email, documents }: OpenedTrackingLink & { email: string },
): Promise<void> {
  const order = await readTrackedById(tx, orderId)
  if (!order) throw notFound('Order')
  const facts = publicFacts(order, { now: new Date(), timeZone: services.config.timeZone })
  const more = { 'tracking.news': '<p style="margin:0 0 12px;">This is the new link that you asked for.</p>' }
  const purpose = MailPurpose.TRACKING_UPDATE
  const { mail, publicUrl } = await composePublicMail(tx, services, { purpose, facts, more, personal: true })
  const given = giveOwnLink(mail, services.appUrl())
  await queueMail(
    tx,
    {
      ...(given?.texts ?? mail),
      to: { name: '', address: email },
      orderId,
      userId,
      ownLink: given && { tokenHash: given.tokenHash, email, documents, renewal: true, publicUrl },
    },
    { configured: await canSend(tx, services) },
  )
}

export const revokeTrackingLink = revokeLink('tracking_links', 'order.revoke-tracking-link')

/** The newest personal links of an order, and how many people get its news by mail. */
export async function readersOf(db: Db, orderId: number): Promise<TrackingReaders> {
  const [links, { subscribers }] = await Promise.all([
    db
      .selectFrom('trackingLinks as l')
      .select(['l.id', 'l.email', 'l.documents', 'l.createdAt', 'l.expiresAt', 'l.openedAt', 'l.opens', 'l.downloads'])
      .select(LINK_STATE.as('state'))
      .where('l.orderId', '=', orderId)
      .orderBy('l.id', 'desc')
      .limit(50)
      .execute(),
    db
      .selectFrom('trackingSubscriptions')
      .select((eb) => eb.fn.countAll<number>().as('subscribers'))
      .where('orderId', '=', orderId)
      .where('confirmedAt', 'is not', null)
      .where('endedAt', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return { links, subscribers }
}
