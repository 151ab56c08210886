import { formatPhone } from '#contract/lib/format.ts'
import { EMPTY } from './dates.ts'

/** A stored phone number as it is shown; '-' when empty. */
export const shownPhone = (phone: unknown) => formatPhone(phone) || EMPTY
