import type { FieldErrors } from '#contract/lib/envelope.ts'

/** The message for a server failure without one of its own. */
export const SERVER_ERROR = 'Server error.'

/** A failed call: HTTP status (0 = no answer), message, messages by field, request id for support. */
export class ApiError extends Error {
  readonly code: number
  readonly fields: FieldErrors
  readonly requestId: string | null
  readonly data: unknown

  constructor(
    code: number,
    message: string,
    rest: { fields?: FieldErrors; requestId?: string | null; data?: unknown } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.fields = rest.fields ?? {}
    this.requestId = rest.requestId ?? null
    this.data = rest.data ?? null
  }
}

/** A refused call whose caller closed the question that had to be answered first. */
export class DeclinedError extends ApiError {}

/** True for an end that the user chose: there is nothing to say about it. */
export const isOwnChoice = (error: unknown) =>
  error instanceof DeclinedError || (error instanceof DOMException && error.name === 'AbortError')

/** True if the same call may succeed later: no answer, or a server that is busy or down. */
export const mayRetry = (error: unknown) => error instanceof ApiError && (error.code === 0 || error.code >= 502)

/** True if there is nothing to correct, only to retry or report: no answer, or a server failure. */
export const needsAnswer = (error: unknown) => error instanceof ApiError && (error.code === 0 || error.code >= 500)

/** The message to show for anything thrown. */
export const messageOf = (error: unknown) => (error instanceof ApiError ? error.message : SERVER_ERROR)

/** Field errors in a reply's data: an object of texts only. Any other data belongs to the caller. */
export function fieldErrorsOf(data: unknown): FieldErrors {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return {}
  const entries = Object.entries(data)
  return entries.every(([, value]) => typeof value === 'string') ? Object.fromEntries(entries) : {}
}

/** A message for a failed call that has none: 'Server error.' and the first message of its data. */
export function withoutMessage(data: unknown): string {
  const { requestId: _, ...fields } = fieldErrorsOf(data)
  return [SERVER_ERROR, ...Object.values(fields).slice(0, 1)].join(' ')
}

/** A failure to show on the page, with the request id if it is the server's; null without an error. */
export function faultOf(error: unknown): { message: string; requestId: string | null } | null {
  if (!error) return null
  return {
    message: messageOf(error),
    requestId: error instanceof ApiError && needsAnswer(error) ? error.requestId : null,
  }
}
