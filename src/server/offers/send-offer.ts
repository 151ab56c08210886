import { sql } from 'kysely'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { cancelDeliveries, lockDeliveries } from '#server/mail/cancel-mails.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { checkVersion, nextVersion } from '#server/resource/versions.ts'
import { type LockedOffer, lockOffer, lockOfferIn } from './lock-offer.ts'
import { nextFollowUp } from './offer-days.ts'
import { offerTemplate, queueOfferMail } from './offer-mail.ts'
import { type PrintedOffer, requireSendable } from './offer-pdf.ts'
import { offerReads } from './read-offers.ts'

/** Why the mails of an offer are cancelled. */
const WITHDRAWN = 'The offer was withdrawn'
const REPLACED = 'The offer was replaced'

interface Mailing {
  id: number
  /** A template of staff's; null for the system's. */
  emailTemplateId: number | null
  /** The run that sends it. */
  runId?: number
}

/**
 * Sends a draft: the time that its PDF prints is fixed, and the mail with its link and PDF queued and held. The offer that
 * it replaces is replaced from now on. `printed` may still be on its way to the database. Returns the mail's id. Throws
 * 404; 409 also if it was changed after its PDF was made; 400 at `email`, `validUntil`, `options.0.price` or `emailTemplateId`.
 */
export async function sendOffer(
  tx: Tx,
  services: MailSettings,
  { id, emailTemplateId, runId, ...sent }: Mailing & { printed: PrintedOffer | Promise<PrintedOffer> },
  actor: Actor,
): Promise<number> {
  const { timeZone } = services.config
  const [locked, printed, template] = await Promise.all([
    lockOfferIn(tx, id, ['draft']),
    sent.printed,
    offerTemplate(tx, MailPurpose.OFFER, emailTemplateId),
  ])
  const { documentId, updatedAt, validUntil } = printed
  await checkVersion(tx, updatedAt, locked, 'offers', () => offerReads(tx, { timeZone }).find(tx, id))
  // Options of this version had prices when it was printed.
  requireSendable({ email: locked.email, validUntil, options: [] })
  if (locked.replacesId !== null) await replaceBy(tx, locked.replacesId)
  const offer = { ...locked, validUntil }
  const followUpAt = locked.followUpAt ?? nextFollowUp(new Date(), timeZone)
  const note = (mailId: number) =>
    Promise.all([
      tx
        .updateTable('offers')
        .set({ state: 'sent', validUntil, mailId, documentId, followUpAt, updatedAt: nextVersion() })
        .where('id', '=', id)
        .execute(),
      record(tx, actor, 'send', id),
    ])
  const mail = { offer, template, documentIds: [documentId], runId: runId ?? null, alongside: note }
  return queueOfferMail(tx, services, mail, actor)
}

/** Takes the earlier offer out of the way. Throws 409 if it was accepted meanwhile. */
async function replaceBy(tx: Tx, replacesId: number): Promise<void> {
  const earlier = await lockOffer(tx, replacesId)
  if (earlier.state === 'accepted') throw new AppError(409, `Offer ${earlier.reference} was accepted meanwhile.`)
  await close(tx, earlier, 'replaced', REPLACED)
}

/** Ends an offer: its links lead to no prices any more, and its held mails do not leave. Returns how many. */
async function close(tx: Tx, offer: LockedOffer, state: 'withdrawn' | 'replaced', reason: string): Promise<number> {
  const cancelled = await cancelMailsOf(tx, offer.id, reason)
  await tx
    .updateTable('offers')
    .set({ state, stateBefore: sql`state`, followUpAt: null, updatedAt: nextVersion() })
    .where('id', '=', offer.id)
    .execute()
  return cancelled
}

/** Cancels the held mails of an offer. Returns how many deliveries. */
async function cancelMailsOf(tx: Tx, offerId: number, reason: string): Promise<number> {
  const links = await tx
    .selectFrom('offerLinks')
    .select('mailId')
    .where('offerId', '=', offerId)
    .where('mailId', 'is not', null)
    .execute()
  let cancelled = 0
  for (const { mailId } of links) {
    await lockDeliveries(tx, mailId ?? 0)
    cancelled += await cancelDeliveries(tx, mailId ?? 0, reason)
  }
  return cancelled
}

/** Asks again: a mail with a link of its own. Returns the mail's id. Throws 404, and 409 unless the offer waits for an answer. */
export async function followUpOffer(
  tx: Tx,
  services: MailSettings,
  { id, emailTemplateId, runId }: Mailing,
  actor: Actor,
): Promise<number> {
  const offer = await lockOfferIn(tx, id, ['sent'])
  const template = await offerTemplate(tx, MailPurpose.OFFER_FOLLOW_UP, emailTemplateId)
  const mail = { offer: { ...offer, validUntil: offer.validUntil ?? '' }, template, runId: runId ?? null }
  const mailId = await queueOfferMail(tx, services, mail, actor)
  await tx
    .updateTable('offers')
    .set({ followUps: sql`follow_ups + 1`, followUpAt: nextFollowUp(new Date(), services.config.timeZone) })
    .set({ updatedAt: nextVersion() })
    .where('id', '=', id)
    .execute()
  await record(tx, actor, 'follow-up', id)
  return mailId
}

/**
 * Withdraws an offer that waits or expired; its page shows no prices any more. Returns how many held mails do not leave.
 */
export async function withdrawOffer(tx: Tx, _: unknown, id: number, actor: Actor): Promise<number> {
  const cancelled = await close(tx, await lockOfferIn(tx, id, ['sent', 'expired']), 'withdrawn', WITHDRAWN)
  await record(tx, actor, 'withdraw', id)
  return cancelled
}

const record = (tx: Tx, actor: Actor, verb: string, entityId: number) =>
  recordAudit(tx, actor, { action: `offer.${verb}`, entity: 'offers', entityId })
