import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DCSA_VERSION, type DcsaError } from '#contract/integrations/dcsa-events.ts'
import { asAppError, headersOf } from '#server/http/error-handler.ts'

/** The message of each refused field, or the only message. */
function reasons(status: number, message: string, data: unknown): DcsaError['errors'] {
  const fields = status === 400 ? Object.entries(Object(data)) : []
  if (fields.length === 0) return [{ reason: STATUS_CODES[status] ?? 'Error', message }]
  return fields.map(([name, text]) => ({ reason: `Invalid ${name}`, message: String(text) }))
}

/** Answers a failure in the standard's shape instead of ours. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const known = asAppError(error, request)
  if (!known) request.log.error({ err: error }, 'request failed')
  const statusCode = known?.status ?? 500
  const body: DcsaError = {
    httpMethod: request.method,
    requestUri: request.url,
    errors: reasons(statusCode, known?.message ?? `Server error (${request.id}).`, known?.data),
    statusCode,
    statusCodeText: STATUS_CODES[statusCode] ?? 'Error',
    errorDateTime: new Date().toISOString(),
  }
  reply
    .code(statusCode)
    .headers({ ...(known && headersOf(known)), 'api-version': DCSA_VERSION })
    .type('application/json; charset=utf-8')
    .send(body)
}
