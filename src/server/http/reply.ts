import type { Envelope } from '#contract/lib/envelope.ts'

/** A success: HTTP 200, code 200. */
export const ok = <T>(data: T, message = 'OK'): Envelope<T> => ({ code: 200, message, data })
/** A success without data. */
export const done = (message = 'OK'): Envelope<null> => ({ code: 200, message, data: null })
