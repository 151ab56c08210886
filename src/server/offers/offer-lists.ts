import { OFFER_FILTERS } from '#contract/offers/offer-filters.ts'
import { offers } from '#contract/offers/offers.ts'
import { exportedList } from '#server/resource/exports/exported-list.ts'
import { offerStore } from './offer-store.ts'

/** The list of offers, which is exported. */
export const OFFER_LISTS = [exportedList(offers, offerStore, { filters: OFFER_FILTERS })]
