import { formatPhone } from '#contract/lib/format.ts'
import { EMPTY } from './dates.ts'

/** A stored phone number with its plus sign; '-' when empty. */
export const shownPhone = (phone: unknown) => formatPhone(phone) || EMPTY
