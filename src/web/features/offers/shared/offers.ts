import { IconBan, IconCheck, IconClockOff, IconHourglass, IconPencil, IconReplace, IconX } from '@tabler/icons-react'
import { z } from 'zod'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import { formatMoney } from '#contract/lib/format.ts'
import { OFFER_STATE_LABELS, type OfferState } from '#contract/offers/offer-codes.ts'
import { type Offer, type OfferOption, offerQuestion, offers } from '#contract/offers/offers.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'

/** The key of all queries about offers. */
export const OFFERS = [offers.key] as const
export const offerQuery = (id: number) => resourceQueries(offers).get(id)
export const offerHref = ({ id }: Pick<Offer, 'id'>) => `/offers/${id}`

/** What was asked on the page of an offer. */
export const questionsQuery = (id: number) => ({
  queryKey: [...OFFERS, 'questions', id],
  queryFn: () => request(z.array(offerQuestion), `${offers.path}/${id}/questions`),
})

/** Reads offers again, and what they change: orders and the queue. */
export const refreshOffers = () =>
  Promise.all([OFFERS, ['orders'], ['attention']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** Does something to an offer; answers the offer as it is then. */
export async function actOn(id: number, act: string, body: object = {}): Promise<Offer> {
  const offer = await request(offers.row, `${offers.path}/${id}/${act}`, { method: 'POST', body })
  void refreshOffers()
  return offer
}

/** Makes a draft with a kept quote as its first option. */
export async function offerQuote(quoteId: number, clientId: number): Promise<Offer> {
  const body = { clientId, options: [{ mode: TransportationMode.LCL, quoteId }] }
  const offer = await request(offers.row, offers.path, { method: 'POST', body })
  void refreshOffers()
  return offer
}

/** Confirms that a mail of an offer waits, and lets it be taken back until it leaves. */
export function showMailed(message: string, mailId: number | undefined, holdSeconds: number): void {
  const undo = async () => {
    try {
      await request(z.unknown(), `admin/mail/${mailId}/cancel`, { method: 'POST' })
      showSuccess('No mail was sent.')
    } catch (error) {
      showError(error)
    }
    void refreshOffers()
  }
  const lasts = holdSeconds * 1000
  const action = { label: 'Undo', shortcut: 'u', lasts, until: 'Mail leaves', run: () => void undo() }
  showSuccess(message, ...(lasts > 0 && mailId !== undefined ? [action] : []))
}

const LOOKS = {
  draft: { tone: 'neutral', icon: IconPencil },
  sent: { tone: 'info', icon: IconHourglass },
  accepted: { tone: 'good', icon: IconCheck },
  declined: { tone: 'bad', icon: IconX },
  expired: { tone: 'warn', icon: IconClockOff },
  withdrawn: { tone: 'neutral', icon: IconBan },
  replaced: { tone: 'neutral', icon: IconReplace },
} as const

/** The badge of an offer's state. */
export const offerLook = (state: OfferState) => ({ ...LOOKS[state], children: OFFER_STATE_LABELS[state] })

/** The price of an option, '$401.00', or that there is none yet. */
export const priceWords = ({ price }: Pick<OfferOption, 'price'>) =>
  price === null ? 'No price yet' : formatMoney(price)
