import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorCode } from '#server/errors.ts'
import { asAppError, headersOf } from '#server/http/error-handler.ts'

/** Codes of JSON-RPC 2.0, section 5.1, and the first of those that it leaves to servers. */
export const RPC = { PARSE: -32_700, REQUEST: -32_600, PARAMS: -32_602, INTERNAL: -32_603, SERVER: -32_000 } as const

const NO_JSON = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY'])
/** Statuses of what is no request: too large, of another type, or not as a message is written. */
const NO_REQUEST = new Set([400, 413, 415])

/** The id of the message that failed; null where none was read, and for several. */
const idOf = ({ body }: FastifyRequest): string | number | null => {
  const id: unknown = Array.isArray(body) ? null : Object(body).id
  return typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : null // one of the two
}

/** Answers a failure in the form of JSON-RPC, with the status and headers that any other call has. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const known = asAppError(error, request)
  if (!known) request.log.error({ err: error }, 'request failed')
  const noJson = NO_JSON.has(errorCode(error))
  const status = noJson ? 400 : (known?.status ?? 500)
  const code = noJson ? RPC.PARSE : NO_REQUEST.has(status) ? RPC.REQUEST : known ? RPC.SERVER : RPC.INTERNAL
  const message = noJson ? 'Parse error' : (known?.message ?? 'Server error.')
  reply
    .code(status)
    .headers(known ? headersOf(known) : {})
    .type('application/json; charset=utf-8')
    .send({
      jsonrpc: '2.0',
      id: idOf(request),
      error: { code, message, ...(known ? {} : { data: { requestId: request.id } }) },
    })
}
