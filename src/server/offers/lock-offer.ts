import type { OfferState } from '#contract/offers/offer-codes.ts'
import { offers } from '#contract/offers/offers.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError, notFound } from '#server/errors.ts'

/** Locks an offer until the transaction ends, and reads it with its state as it is now. Throws 404. */
export async function lockOffer(tx: Tx, id: number) {
  const stored = await tx.selectFrom('offers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!stored) throw notFound(offers.name)
  const expired = stored.state === 'sent' && Date.parse(stored.validUntil ?? '') <= Date.now()
  const state: OfferState = expired ? 'expired' : stored.state
  return { ...stored, state }
}
export type LockedOffer = Awaited<ReturnType<typeof lockOffer>>

/** Locks an offer. Throws 404, and 409 in any other than these states. */
export async function lockOfferIn(tx: Tx, id: number, states: readonly OfferState[]): Promise<LockedOffer> {
  const offer = await lockOffer(tx, id)
  if (!states.includes(offer.state)) throw wrongState(offer.state)
  return offer
}

/** 409 for what an offer in this state does not take. */
export const wrongState = (state: OfferState) =>
  new AppError(409, `This offer is ${state === 'draft' ? 'a draft' : state}.`)
