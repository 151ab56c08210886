import {
  IconBan,
  IconCircleCheck,
  IconClockX,
  IconHourglass,
  IconPencil,
  IconReplace,
  IconThumbDown,
} from '@tabler/icons-react'
import { OFFER_STATE_LABELS } from '#contract/offers/offer-codes.ts'
import type { Offer, OfferOption } from '#contract/offers/offers.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { money } from '#web/lib/format/money.ts'

const LOOKS = {
  draft: { tone: 'neutral', icon: IconPencil },
  sent: { tone: 'info', icon: IconHourglass },
  accepted: { tone: 'good', icon: IconCircleCheck },
  declined: { tone: 'bad', icon: IconThumbDown },
  expired: { tone: 'warn', icon: IconClockX },
  withdrawn: { tone: 'neutral', icon: IconBan },
  replaced: { tone: 'neutral', icon: IconReplace },
} as const

/** The badge of an offer's state. */
export const offerStateLook = (state: Offer['state']) => ({ ...LOOKS[state], children: OFFER_STATE_LABELS[state] })

/** Whom an offer addresses: 'Nina New · New Ltd.' */
export const addressedTo = ({ name, company }: Pick<Offer, 'name' | 'company'>) =>
  [name, company].filter(Boolean).join(' · ')

const priceOf = ({ price }: OfferOption) => (price === null ? 'No price' : money(price))

/** The price that was chosen, else those among which one is chosen: '$855.96 / $4,200.00'. */
export function pricesOf({ options }: Pick<Offer, 'options'>): string {
  const chosen = options.filter((option) => option.chosen)
  return (chosen.length > 0 ? chosen : options).map(priceOf).join(' / ') || EMPTY
}

/** Who can be in charge of an offer: staff who may, and whoever is, who need not be one of them. */
export const withOwner = (staff: readonly Offer['owner'][] = [], owner?: Offer['owner']) =>
  owner && !staff.some(({ id }) => id === owner.id) ? [...staff, owner] : staff
