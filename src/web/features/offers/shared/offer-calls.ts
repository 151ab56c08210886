import { z } from 'zod'
import { type bookOfferInput, offerBooked, offerBooking } from '#contract/offers/book-offer.ts'
import { type Offer, offerQuestion, offers } from '#contract/offers/offers.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showError, showSuccess, type ToastAction } from '#web/lib/feedback/toast.ts'
import { markAdded } from '#web/lib/list/added-row.ts'
import { offerQuery, refreshOffers } from './offer-queries.ts'

/** The body of a new offer. */
export type NewOffer = z.input<typeof offers.input>
type Booking = z.input<typeof bookOfferInput>

const path = ({ id }: Pick<Offer, 'id'>, act: string) => `${offers.path}/${id}/${act}`

/** Shows an offer as an answer has it, and reads again what else shows it. */
async function took(offer: Offer): Promise<Offer> {
  queryClient.setQueryData(offerQuery(offer.id).queryKey, offer)
  await refreshOffers()
  return offer
}

/** Makes a draft; the key keeps a double click from making two. */
export async function makeOffer(body: Partial<NewOffer>, idempotencyKey: string): Promise<Offer> {
  const made = await request(offers.row, `${offers.path}/add`, { method: 'POST', body, idempotencyKey })
  markAdded({ key: [offers.key] }, made.id)
  return took(made)
}

/** Saves changes of an offer that starts from a version; a stale one is refused (409). */
export async function changeOffer(id: number, changes: object, updatedAt: unknown): Promise<Offer> {
  const body = { ...changes, updatedAt }
  return took(await request(offers.row, `${offers.path}/edit/${id}`, { method: 'PUT', body }))
}

/** Does something to an offer and takes over what it is then. */
export async function actOn(offer: Offer, act: string, body: object, idempotencyKey: string): Promise<Offer> {
  return took(await request(offers.row, path(offer, act), { method: 'POST', body, idempotencyKey }))
}

/** Says that a mail about an offer is on its way, and offers to stop it while it is held. */
export function showMailed(said: string, { mail }: Offer, holdSeconds: number): void {
  const undo: ToastAction[] =
    mail && holdSeconds > 0
      ? [
          {
            label: 'Undo',
            shortcut: 'u',
            lasts: holdSeconds * 1000,
            until: 'Mail leaves',
            run: () => void cancelMail(mail.id),
          },
        ]
      : []
  showSuccess(said, ...undo)
}

async function cancelMail(id: number): Promise<void> {
  try {
    await request(z.unknown(), `admin/mail/${id}/cancel`, { method: 'POST' })
    showSuccess('No mail was sent')
  } catch (error) {
    showError(error)
  }
  await refreshOffers()
}

/** What is known of the client and the order of an accepted offer. */
export const readBooking = (offer: Pick<Offer, 'id'>) => request(offerBooking, path(offer, 'book'))

/** Makes the client and the order of an accepted offer. */
export async function bookOffer(offer: Offer, body: Booking, idempotencyKey: string) {
  const made = await request(offerBooked, path(offer, 'book'), { method: 'POST', body, idempotencyKey })
  await refreshOffers()
  return made
}

/** Says that what was asked about an offer is dealt with. */
export async function closeQuestions(offer: Offer): Promise<void> {
  await request(z.array(offerQuestion), path(offer, 'questions/close'), { method: 'POST' })
  await refreshOffers()
}
