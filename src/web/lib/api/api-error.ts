import type { FieldErrors } from '#contract/lib/envelope.ts'

export const UNREACHABLE = 'The server cannot be reached. Please check your connection and try again.'
export const SERVER_ERROR = 'Server error.'

/** A failed call: HTTP status (0 = no answer), a message for people, messages by field, the id to give to support. */
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

/** True when the same call may succeed later: no answer, or a server that is busy or down. */
export const mayRetry = (error: unknown) => error instanceof ApiError && (error.code === 0 || error.code >= 502)

/** True when one can only try again, or tell support its id: no answer, or a server that failed. */
export const needsAnswer = (error: unknown) => error instanceof ApiError && (error.code === 0 || error.code >= 500)

/** What a failure says to people, whatever was thrown. */
export const messageOf = (error: unknown) => (error instanceof ApiError ? error.message : SERVER_ERROR)

/** Only an object of texts is field errors; other data belongs to the caller. */
export function fieldErrorsOf(data: unknown): FieldErrors {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return {}
  const entries = Object.entries(data)
  return entries.every(([, value]) => typeof value === 'string') ? Object.fromEntries(entries) : {}
}

/** A failure as it stays in a page: its message and the id to give to support; null when there is none. */
export function faultOf(error: unknown): { message: string; requestId: string | null } | null {
  if (!error) return null
  return { message: messageOf(error), requestId: error instanceof ApiError ? error.requestId : null }
}
