import { EMPTY } from './dates.ts'

/** A stored phone number as it is shown. */
export const shownPhone = (phone: unknown) => (phone ? `+${phone}` : EMPTY)
