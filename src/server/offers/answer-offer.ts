import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { noSuch } from '#contract/lib/messages.ts'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import type { DeclineReason } from '#contract/offers/offer-codes.ts'
import type { Offer } from '#contract/offers/offers.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { nextVersion } from '#server/resource/versions.ts'
import { lockOffer, wrongState } from './lock-offer.ts'
import { offerTemplate, queueOfferMail } from './offer-mail.ts'
import { type OrderingClient, orderFromOffer } from './order-from-offer.ts'
import { offerReads } from './read-offers.ts'
import { snapshotOf } from './snapshot.ts'

/** An answer, who gives it, and from which address; null for a member of staff who answers for the client. */
export interface Acceptance {
  id: number
  optionId: number
  name: string
  from: string | null
  /** How the client accepted, if a member of staff answers. */
  note?: string
}

/** The client of an offer, kept from being deleted until the transaction ends; null for nobody's, or one that is gone. */
async function clientOf(tx: Tx, clientId: number | null): Promise<OrderingClient | null> {
  if (clientId === null) return null
  const client = await tx
    .selectFrom('users')
    .select(['id', 'username', 'companyName', 'companyAddress', 'phone'])
    .where('id', '=', clientId)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`role = array[${sql.lit(Role.CLIENT)}]`)
    .forShare()
    .executeTakeFirst()
  return client ?? null
}

/**
 * Accepts an option, in one transaction: what was shown is kept with its hash, and a client's offer becomes an order
 * at exactly this price; anybody else's waits in the queue until staff book it. A second acceptance changes nothing and
 * reads the first. Throws 404, 409 if it cannot be accepted any more, and 400 at `optionId`.
 */
export async function acceptOffer(
  tx: Tx,
  services: MailSettings,
  { id, optionId, name, from, note = '' }: Acceptance,
  actor: Actor,
): Promise<Offer> {
  const reads = offerReads(tx, services.config)
  const { state } = await lockOffer(tx, id)
  const offer = await reads.find(tx, id)
  if (state === 'accepted') return offer
  if (state !== 'sent' && !(state === 'expired' && from === null)) throw wrongState(state)
  const option = offer.options.find((each) => each.id === optionId)
  if (!option) throw invalid({ optionId: noSuch('option') })
  if (option.price === null) throw invalid({ optionId: option.missing ?? 'This option has no price' })
  const client = await clientOf(tx, offer.clientId)
  const orderId = client ? await orderFromOffer(tx, { offer, option, client }, actor) : offer.orderId
  await tx.updateTable('offerOptions').set({ chosen: true }).where('id', '=', optionId).execute()
  await tx
    .updateTable('offers')
    .set({
      state: 'accepted',
      orderId,
      answeredAt: sql`now()`,
      answeredName: name,
      answeredFrom: from,
      answeredNote: note,
    })
    .set({ seenAt: sql`coalesce(seen_at, case when ${from !== null}::boolean then now() end)`, followUpAt: null })
    .set({ ...snapshotOf(offer), updatedAt: nextVersion() })
    .where('id', '=', id)
    .execute()
  const after = { state: 'accepted', optionId, answeredName: name, orderId }
  await recordAudit(tx, actor, { action: 'offer.accept', entity: 'offers', entityId: id, after }, Object.keys(after))
  if (offer.email !== '') {
    const mailed = { ...offer, validUntil: offer.validUntil ?? '', answeredName: name }
    const template = await offerTemplate(tx, MailPurpose.OFFER_ACCEPTED)
    await queueOfferMail(tx, services, { offer: mailed, template }, actor)
  }
  return reads.find(tx, id)
}

/** Declines an offer with a reason. A second time changes nothing. Throws 404, 409. */
export async function declineOffer(
  tx: Tx,
  services: MailSettings,
  { id, reason, note, from }: { id: number; reason: DeclineReason; note: string; from: string },
  actor: Actor,
): Promise<Offer> {
  const reads = offerReads(tx, services.config)
  const { state } = await lockOffer(tx, id)
  if (state === 'declined') return reads.find(tx, id)
  if (state !== 'sent') throw wrongState(state)
  await tx
    .updateTable('offers')
    .set({ state: 'declined', answeredAt: sql`now()`, answeredFrom: from, declineReason: reason, declineNote: note })
    .set({ seenAt: sql`coalesce(seen_at, now())`, followUpAt: null, updatedAt: nextVersion() })
    .where('id', '=', id)
    .execute()
  const after = { state: 'declined', declineReason: reason }
  await recordAudit(tx, actor, { action: 'offer.decline', entity: 'offers', entityId: id, after }, Object.keys(after))
  return reads.find(tx, id)
}
