import { OFFER_DELETED } from '#contract/runs/runs.ts'
import type { OfferKind } from '#contract/runs/start-run.ts'
import { inTransaction, type Tx } from '#server/db/client.ts'
import { StaleError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { unsendOffer } from '#server/mail/cancel-mail.ts'
import { lockDeliveries } from '#server/mail/cancel-mails.ts'
import { mailHasLeft } from '#server/mail/mail-site.ts'
import { addOfferPdf, makeOfferPdf, withOfferPdf } from '#server/offers/offer-pdf.ts'
import { offerReads } from '#server/offers/read-offers.ts'
import { followUpOffer, sendOffer, withdrawOffer } from '#server/offers/send-offer.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { nextVersion } from '#server/resource/versions.ts'
import { changedBy } from '#server/runs/changed-by.ts'
import type { Prepared, RunKind, RunNeeds } from '#server/runs/run-kind.ts'
import type { Services } from '#server/services.ts'
import { judgeOffer, type RunOffer, runOffers } from './run-offers.ts'

/** What a row changed, as an undo needs it. */
interface Done {
  /** The mail that it queued; null for none. */
  mailId: number | null
  /** When to ask again, as it was before. */
  followUpAt: string | null
  /** Whether it stopped held mails, which an undo cannot send again. */
  stoppedMails: boolean
}

/** What a run does to one offer: the single act, with its usual mail. */
interface OfferAct {
  apply(
    tx: Tx,
    services: Services & { runId: number },
    row: { offer: RunOffer; prepared: Prepared },
    actor: Actor,
  ): Promise<Omit<Done, 'followUpAt'>>
  /** Takes it back. Returns why the offer stays as it is; null if it is as before. */
  undo(tx: Tx, row: { offerId: number; done: Done }): Promise<string | null>
}

const SEND: OfferAct = {
  async apply(tx, services, { offer, prepared: { documents, version } }, actor) {
    const [documentId] = documents
    // An offer without a PDF could not be sent when that was to be made: it was changed meanwhile.
    if (documentId === undefined || version === null) throw new StaleError(await changedSince(tx, services, offer))
    const { runId, config } = services
    const { validUntil } = await offerReads(tx, config).find(tx, offer.id)
    const printed = { documentId, updatedAt: version, validUntil: validUntil ?? '' } // a draft has at least its usual time
    const mailId = await sendOffer(tx, services, { id: offer.id, emailTemplateId: null, runId, printed }, actor)
    return { mailId, stoppedMails: false }
  },
  async undo(tx, { offerId, done }) {
    await unsendOffer(tx, done.mailId ?? 0)
    await planFollowUp(tx, offerId, done)
    return null
  },
}

const FOLLOW_UP: OfferAct = {
  async apply(tx, services, { offer }, actor) {
    const { runId } = services
    const mailId = await followUpOffer(tx, services, { id: offer.id, emailTemplateId: null, runId }, actor)
    return { mailId, stoppedMails: false }
  },
  undo: SEND.undo,
}

const WITHDRAW: OfferAct = {
  apply: async (tx, services, { offer }, actor) => ({
    mailId: null,
    stoppedMails: (await withdrawOffer(tx, services, offer.id, actor)) > 0,
  }),
  async undo(tx, { offerId, done }) {
    if (done.stoppedMails) return 'Its mail was stopped'
    if (await hasOther(tx, offerId)) return 'This quote request has an open offer'
    await tx
      .updateTable('offers')
      .set({ state: 'sent', followUpAt: done.followUpAt, updatedAt: nextVersion() })
      .where('id', '=', offerId)
      .execute()
    return null
  },
}

const ACTS: Record<OfferKind, OfferAct> = {
  'offer-send': SEND,
  'offer-follow-up': FOLLOW_UP,
  'offer-withdraw': WITHDRAW,
}

const planFollowUp = (tx: Tx, id: number, { followUpAt }: Done) =>
  tx.updateTable('offers').set({ followUpAt }).where('id', '=', id).execute()

/** Whether the quote request of an offer has another one by now that is open. */
const hasOther = async (tx: Tx, id: number): Promise<boolean> => {
  const other = await tx
    .selectFrom('offers as mine')
    .innerJoin('offers as other', (join) =>
      join.onRef('other.orderId', '=', 'mine.orderId').onRef('other.id', '<>', 'mine.id'),
    )
    .select('other.id')
    .where('mine.id', '=', id)
    .where('mine.replacesId', 'is', null)
    .where('other.replacesId', 'is', null)
    .where('other.state', 'in', ['draft', 'sent'])
    .executeTakeFirst()
  return other !== undefined
}

const changedSince = (tx: Tx, { config }: Services, offer: RunOffer) => changedBy(tx, offer, 'offers', config.timeZone)

/** Locks an offer until the transaction ends, and reads it; undefined if it is gone. */
async function lockRunOffer(tx: Tx, id: number): Promise<{ offer: RunOffer; followUpAt: string | null } | undefined> {
  const locked = await tx.selectFrom('offers').select('followUpAt').where('id', '=', id).forUpdate().executeTakeFirst()
  const offer = locked && (await runOffers(tx, [id])).get(id)
  return offer && { offer, ...locked }
}

const needs: RunNeeds = { access: 'staff', about: [{ nouns: ['offers'] }] }

/** Makes a kind of run from the act on one offer. */
function offerRun(kind: OfferKind): RunKind {
  const act = ACTS[kind]
  const isOpen = (offer: RunOffer, version: string | null) =>
    judgeOffer(kind, offer).outcome === 'changes' && (!version || version === offer.updatedAt)
  return {
    needs,
    ...(kind === 'offer-send' && {
      async prepare(services, { item: { recordId, version } }, { userId }) {
        const offer = (await runOffers(services.db, [recordId])).get(recordId)
        // No PDF is made for a row that will not be done.
        if (!offer || userId === null || !isOpen(offer, version)) return { documents: [], version: null }
        const pdf = await makeOfferPdf(services, recordId, userId)
        const { documentId, updatedAt } = await withOfferPdf(services, pdf, () =>
          inTransaction(services.db, async (tx) => {
            await pdf.stored
            return addOfferPdf(tx, pdf, userId)
          }),
        )
        return { documents: [documentId], version: updatedAt }
      },
    }),
    async apply(tx, services, { item: { recordId, version }, prepared }, actor) {
      const locked = await lockRunOffer(tx, recordId)
      const { outcome, reason } = judgeOffer(kind, locked?.offer)
      if (!locked || outcome !== 'changes') return { state: 'skipped', reason: reason ?? '' }
      const { offer, followUpAt } = locked
      if (version && version !== offer.updatedAt) throw new StaleError(await changedSince(tx, services, offer))
      const done = await act.apply(tx, services, { offer, prepared }, actor)
      const now = (await runOffers(tx, [recordId])).get(recordId)?.updatedAt
      return { state: 'done', result: { ...done, followUpAt, version: now } }
    },
    async undo(tx, services, { item: { recordId, result } }, actor) {
      const done = result as Done & { version: string } // as apply stored it
      const { timeZone } = services.config
      const locked = await lockRunOffer(tx, recordId)
      if (!locked) return OFFER_DELETED
      const leftAt = done.mailId === null ? null : await lockDeliveries(tx, done.mailId)
      if (leftAt) return mailHasLeft(leftAt, timeZone).messageIn(timeZone)
      if (locked.offer.updatedAt !== done.version) return changedSince(tx, services, locked.offer)
      const stays = await act.undo(tx, { offerId: recordId, done })
      if (stays === null)
        await recordAudit(tx, actor, {
          action: `offer.undo-${kind.slice('offer-'.length)}`,
          entity: 'offers',
          entityId: recordId,
        })
      return stays
    },
  }
}

/** Runs over a selection of offers. */
export const OFFER_RUNS: Readonly<Record<OfferKind, RunKind>> = {
  'offer-send': offerRun('offer-send'),
  'offer-follow-up': offerRun('offer-follow-up'),
  'offer-withdraw': offerRun('offer-withdraw'),
}
