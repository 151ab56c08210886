import type { FieldErrors } from '#contract/lib/envelope.ts'

/** A message, or one with a time, which reads as the clock of the time zone shows it. */
type Message = string | ((timeZone: string) => string)

/** A failure that the caller may know: HTTP status, a message for people, messages by field or other data. */
export class AppError extends Error {
  readonly status: number
  readonly data: unknown
  readonly headers: Record<string, string>
  readonly #message: Message

  constructor(status: number, message: Message, data: unknown = null, headers: Record<string, string> = {}) {
    super(typeof message === 'string' ? message : message('UTC'))
    this.status = status
    this.#message = message
    this.data = data
    this.headers = headers
  }

  /** The message with its times on the clock of a time zone. */
  messageIn(timeZone: string): string {
    return typeof this.#message === 'string' ? this.#message : this.#message(timeZone)
  }
}

/** 409 for a record that was changed since the caller saw it; `data` has it as it is now, if anybody asks. */
export class StaleError extends AppError {
  constructor(message: Message, data: unknown = null) {
    super(409, message, data)
  }
}

/** Why the server cannot start: a sentence for its operator that names the setting. */
export class StartError extends Error {}

/** 400 with all messages by field; the first one leads. */
export function invalid(fields: FieldErrors, message = Object.values(fields)[0] ?? 'Invalid input'): AppError {
  return new AppError(400, message, fields)
}
/**
 * A 400 about a part of the body, with its fields named from the whole: 'input.eventId'. Returns any other
 * error unchanged.
 */
export function fieldsUnder(part: string, error: unknown): unknown {
  if (!(error instanceof AppError) || error.status !== 400) return error
  const fields = Object.entries(error.data ?? {}).map(([field, message]) => [`${part}.${field}`, message])
  return invalid(Object.fromEntries(fields), error.message)
}
/** 404, naming what is missing. */
export const notFound = (what = 'Record') => new AppError(404, `${what} not found`)
/** 403. */
export const forbidden = (message = 'Access denied') => new AppError(403, message)

/** 403 for an API key whose scopes do not reach; it names its scheme and the scope, as RFC 6750 has it. */
const keyRefused = (message: string, more: string) =>
  new AppError(403, message, null, { 'www-authenticate': `Bearer realm="Quayside", error="insufficient_scope"${more}` })
/** 403 for an API key without a scope. */
export const lacksScope = (scope: string) =>
  keyRefused(`This call needs an API key with the scope ${scope}.`, `, scope="${scope}"`)
/** 403 for any API key: no scope reaches. */
export const closedToKeys = (message = 'This call is closed to API keys.') => keyRefused(message, '')
/** 409 for a value that must be unique; the screen shows the message at the field. */
export const exists = (field: string, message: string) => new AppError(409, 'Entity error.', { [field]: message })

/** 409 for a record that cannot be deleted because `by` ('3 orders') uses it. */
export const inUse = (name: string, by: string) => new AppError(409, `This ${name.toLowerCase()} is in use by ${by}.`)

/** The code of an error: a SQLSTATE or the system's ('ENOENT'); '' if it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const PROTOCOL: Record<number, string> = {
  404: 'Not found',
  408: 'The request took too long',
  413: 'The request is too large',
  414: 'The address is too long',
  415: 'This type of content is not accepted',
}

/** The message for a request that fails before its handler, by status. */
export const protocolMessage = (status: number): string => PROTOCOL[status] ?? 'The request could not be read'

/** 503 with Retry-After: the call may work later. */
export const busy = (message = 'The server is busy. Please try again.') =>
  new AppError(503, message, null, { 'retry-after': '2' })

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether there was no room to store a file. */
export const isFull = (error: unknown) => FULL.has(errorCode(error))
