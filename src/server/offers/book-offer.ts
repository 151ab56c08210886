import type { z } from 'zod'
import type { bookOfferInput, OfferBooking } from '#contract/offers/book-offer.ts'
import { registerClient } from '#server/clients/save-client.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { addNote } from '#server/notes/write-notes.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { nextVersion } from '#server/resource/versions.ts'
import type { Services } from '#server/services.ts'
import { lockOfferIn } from './lock-offer.ts'
import { orderFromOffer } from './order-from-offer.ts'
import { offerReads } from './read-offers.ts'

const BOOKED = 'This offer became an order already.'

/** What is known of an accepted offer's client and order, to be filled up. Throws 404, 409. */
export async function readBooking(db: Db, { timeZone }: { timeZone: string }, id: number): Promise<OfferBooking> {
  const offer = await offerReads(db, { timeZone }).find(db, id)
  if (offer.state !== 'accepted') throw new AppError(409, 'This offer is not accepted.')
  if (offer.orderId !== null) throw new AppError(409, BOOKED)
  const { name, company, email, note } = offer
  return {
    client: { username: name, companyName: company, email, phone: '', companyAddress: '', canadianBusinessNumber: '' },
    order: {
      yourName: offer.answeredName ?? name,
      email,
      phone: '',
      companyName: company,
      additionalInformation: note,
    },
  }
}

type Booking = Omit<z.output<typeof bookOfferInput>, 'client'> & {
  client: Omit<z.output<typeof bookOfferInput>['client'], 'password'> & { passwordHash: string }
}

/**
 * Makes the client of an accepted offer and its order at the accepted price, in one transaction. Throws 404, 409, and
 * 400 at the fields.
 */
export async function bookOffer(
  tx: Tx,
  services: Services,
  { id, client: registration, order: typed }: Booking & { id: number },
  actor: Actor,
): Promise<{ clientId: number; orderId: number }> {
  const locked = await lockOfferIn(tx, id, ['accepted'])
  if (locked.orderId !== null) throw new AppError(409, BOOKED)
  const offer = await offerReads(tx, services.config).find(tx, id)
  const option = offer.options.find(({ chosen }) => chosen)
  if (!option) throw new Error('An accepted offer has a chosen option')
  const { id: clientId } = await registerClient(tx, services, registration, actor)
  const { username, companyName, companyAddress, phone } = registration
  const client = { id: clientId, username, companyName, companyAddress, phone }
  const orderId = await orderFromOffer(tx, { offer, option, client, typed }, actor)
  // What staff noted when the client accepted waited for this order.
  const note = { orderId, body: offer.answeredNote, mentions: [], dueAt: null, assigneeId: null }
  if (note.body !== '') await addNote(tx, services, note, actor)
  await tx.updateTable('offers').set({ clientId, orderId, updatedAt: nextVersion() }).where('id', '=', id).execute()
  const after = { clientId, orderId }
  await recordAudit(tx, actor, { action: 'offer.book', entity: 'offers', entityId: id, after }, Object.keys(after))
  return { clientId, orderId }
}
