/** Usual days of a date of the booking confirmation: what was planned lies ahead, what happened does not. */
export const usualOf = (key: string) => (/actual/i.test(key) ? 'near' : 'upcoming')
