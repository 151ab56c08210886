import { rateSets } from '#contract/rates/rate-sets.ts'
import { exportedList } from '#server/resource/exports/exported-list.ts'
import { rateSetStore } from './rate-set-store.ts'

/** The list of rate sets, which is exported. */
export const RATE_SET_LISTS = [exportedList(rateSets, rateSetStore)]
