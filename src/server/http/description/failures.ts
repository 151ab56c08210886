import { PLEASE_LOG_IN } from '#contract/accounts/session.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { busy, protocolMessage } from '#server/errors.ts'
import type { Access } from '#server/http/app-types.ts'
import type { JsonSchema } from './as-sent.ts'
import { refTo } from './schemas.ts'

/** The failures that calls answer: name, meaning, and a message as an example. */
const KINDS = {
  400: [
    'BadRequest',
    'Some of the input is not valid. data has a message for each field.',
    REQUIRED,
    { name: REQUIRED },
  ],
  401: [
    'Unauthorized',
    'No token, one whose session has ended, or an API key that is unknown, expired or revoked.',
    PLEASE_LOG_IN,
    null,
  ],
  403: [
    'Forbidden',
    'This account may not make this call, or the API key lacks its scope. With data.stepUp, it may after POST /api/user/step-up in one of data.ways; with data.secondFactorMissing, after setting up a second factor.',
    'Access denied',
    null,
  ],
  404: ['NotFound', 'There is no such record.', 'Port not found', null],
  409: [
    'Conflict',
    'The record was changed meanwhile, already exists, or is in use.',
    'Entity error.',
    { code: 'Port with this code ID already exists' },
  ],
  413: ['TooLarge', 'The body or a file is too large.', protocolMessage(413), null],
  415: ['WrongType', 'This call takes another type of body or file.', protocolMessage(415), null],
  429: [
    'TooManyRequests',
    'Too many calls. Retry-After tells how many seconds to wait.',
    'Too many attempts. Please try again later.',
    null,
  ],
  500: [
    'ServerError',
    'A failure on our side; quote the request id when you report it.',
    'Server error.',
    { requestId: 'b5c6e1f2-4a5b-4c6d-8e7f-0123456789ab' },
  ],
  503: ['Unavailable', 'Not possible now. Retry-After tells how many seconds to wait.', busy().message, null],
} as const
type Status = keyof typeof KINDS

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }

const failure: JsonSchema = {
  type: 'object',
  description: 'A failed call.',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'integer', description: 'The HTTP status.' },
    message: { type: 'string', description: 'A message for people; after a failed validation, the first one.' },
    data: {
      description:
        'After a failed validation, a message for each field by its path. After a conflict of versions, the current record. Otherwise null.',
      type: ['object', 'null'],
      additionalProperties: true,
    },
  },
}

const response = (status: string, [, description, message, data]: (typeof KINDS)[Status]) => ({
  description,
  ...(status === '429' || status === '503' ? { headers: RETRY_AFTER } : {}),
  content: { 'application/json': { schema: refTo('Failure'), example: { code: Number(status), message, data } } },
})

/** The part of the document about failures, the same for all calls. */
export const FAILURES = {
  schemas: { Failure: failure },
  responses: Object.fromEntries(Object.entries(KINDS).map(([status, kind]) => [kind[0], response(status, kind)])),
}

/** The facts that decide how a call may fail. */
interface Call {
  method: string
  path: string
  access: Access
  hasBody: boolean
  /** Whether an API key may make the call; an invalid key is refused even where everybody may call. */
  forKeys: boolean
}

/** The failures that a call may answer. */
export function failuresOf({ method, path, access, hasBody, forKeys }: Call): Record<string, JsonSchema> {
  const changes = method !== 'GET'
  const statuses: (Status | false)[] = [
    400,
    // Signing in and out is public, and may fail for the same reason.
    (access !== 'public' || changes || forKeys) && 401,
    access !== 'public' && 403,
    (path.includes('{') || path.endsWith('/search')) && 404,
    changes && access !== 'public' && 409,
    hasBody && 413,
    hasBody && 415,
    429,
    500,
    503,
  ]
  const named = statuses.filter((each): each is Status => each !== false)
  return Object.fromEntries(named.map((each) => [each, { $ref: `#/components/responses/${KINDS[each][0]}` }]))
}
