import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { FieldErrors } from '#contract/lib/envelope.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { FOREIGN_KEY_VIOLATION, isUnavailable } from '#server/db/failures.ts'
import { AppError, busy, errorCode, isFull, protocolMessage } from '#server/errors.ts'
import { noteRefusedFields } from './call-log.ts'
import { isBrokenForm } from './forms.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The message of a failed validation when a required field is empty. */
    incomplete?: string
  }
}

/** A failed schema, with all messages by field. */
export class SchemaError extends Error {
  readonly fields: FieldErrors
  constructor(fields: FieldErrors) {
    super('Invalid input')
    this.fields = fields
  }
}

/** The form's own message about empty fields if it has one and a field is empty, else the given message. */
function formMessage(request: FastifyRequest, fields: FieldErrors, message: string): string {
  const { incomplete } = request.routeOptions.config
  return incomplete && Object.values(fields).includes(REQUIRED) ? incomplete : message
}

/** The type is set again: a handler may have chosen another before it failed. */
const JSON_TYPE = 'application/json; charset=utf-8'

// The data of an AppError with fields are messages by field.
const asFields = (data: unknown) => (data && typeof data === 'object' ? (data as FieldErrors) : {})

/** Answer for a record deleted between the check and the reference to it. */
const DELETED_MEANWHILE = 'Something selected here has just been deleted. Please reload the page.'

/** A failure as the caller may know it; null for an unforeseen one. */
export function asAppError(error: FastifyError | Error, request: FastifyRequest): AppError | null {
  if (error instanceof SchemaError) {
    const first = Object.values(error.fields)[0] ?? 'Invalid input'
    return new AppError(400, formMessage(request, error.fields, first), error.fields)
  }
  if (error instanceof AppError) {
    if (error.status !== 400) return error
    return new AppError(400, formMessage(request, asFields(error.data), error.message), error.data)
  }
  // The body was still arriving: the sender's fault, not the handler's.
  if ('code' in error && error.code === 'FST_ERR_HANDLER_TIMEOUT' && !request.raw.complete)
    return new AppError(408, protocolMessage(408), null, { connection: 'close' })
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status && status >= 400 && status < 500) return new AppError(status, protocolMessage(status))
  if (isBrokenForm(error)) return new AppError(400, protocolMessage(400))
  if (errorCode(error) === FOREIGN_KEY_VIOLATION) return new AppError(409, DELETED_MEANWHILE)
  if (isFull(error)) return new AppError(507, 'There is no space left for files.')
  return isUnavailable(error) || status === 503 ? busy() : null
}

/** Headers of a failure: whoever lacks a key learns how to send one. */
export const headersOf = ({ status, headers }: AppError) =>
  status === 401 ? { 'www-authenticate': 'Bearer', ...headers } : headers

/**
 * The end of every failure. Known ones are answered, with times in the time zone; others are logged and
 * answered 'Server error.' with the request id.
 */
export function handleErrors(timeZone: string) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    const known = asAppError(error, request)
    if (known) {
      if (known.status === 400) noteRefusedFields(request, known.data)
      if (known.status === 503 || known.status === 507) request.log.warn({ err: error }, 'unavailable')
      reply
        .code(known.status)
        .type(JSON_TYPE)
        .headers(headersOf(known))
        .send({ code: known.status, message: known.messageIn(timeZone), data: known.data })
      return
    }
    request.log.error({ err: error }, 'request failed')
    reply
      .code(500)
      .type(JSON_TYPE)
      .send({ code: 500, message: 'Server error.', data: { requestId: request.id } })
  }
}
