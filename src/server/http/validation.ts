import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import type { z } from 'zod'
import { fieldErrors } from '#contract/lib/rules.ts'
import type { App } from './app-types.ts'
import { SchemaError } from './error-handler.ts'
import { checkJson } from './json-bounds.ts'
import type { Limits } from './limits.ts'

/**
 * Reads JSON within its bounds. A call without a body may announce one and send none, as many HTTP clients do
 * with every DELETE.
 */
export function takeJson(app: App, { jsonDepth, jsonValues }: Limits): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    const { schema, config } = request.routeOptions
    if (body === '' && !schema?.body && !config.documented?.body) return done(null, undefined)
    checkJson(body, { jsonDepth, jsonValues: config.jsonValues ?? jsonValues })
    void parse(request, body, done)
  })
}

type Validated = { value: unknown } | { error: SchemaError }

/**
 * Checks bodies, queries and paths against the contract's schemas. All messages are answered, nothing of the
 * schema is.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = (route) => (data) => validate(route, data)

/**
 * The message for a parameter that came several times and takes one value. Schemas with a message of their
 * own keep that.
 */
const sentOnce: z.core.$ZodErrorMap = ({ code, input, path = [] }) =>
  code === 'invalid_type' && Array.isArray(input) ? `Send ${path.join('.')} once` : undefined

function validate({ schema, httpPart }: { schema: z.ZodType; httpPart?: string }, data: unknown): Validated {
  // A missing body counts as an empty one, so that its required fields are named one by one.
  const sent = httpPart === 'body' && (data === undefined || data === null) ? {} : data
  const result = schema.safeParse(sent, httpPart === 'querystring' ? { error: sentOnce } : undefined)
  return result.success ? { value: result.data } : { error: new SchemaError(fieldErrors(result.error)) }
}

/**
 * Sends replies by the contract's schemas: fields they do not list never leave; a reply that does not fit is
 * our failure. Nothing is transformed on the way out, so parsing replaces encoding, in a third of the time.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> =
  ({ schema }) =>
  (data) =>
    JSON.stringify(schema.parse(data))

/**
 * Keeps only the keys that were sent, for the body of an edit: absent means unchanged, not empty. `any`,
 * because a route's own compiler is typed by its whole schema but gets one part at a time.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
export const patchValidatorCompiler: FastifySchemaCompiler<any> = (route) => (data) => {
  const result = validate(route, data)
  return route.httpPart === 'body' && 'value' in result ? { value: onlySent(result.value, data) } : result
}

/**
 * The parsed values of the keys that were sent; an absent optional field would otherwise become its default.
 */
export function onlySent(read: unknown, sent: unknown): Record<string, unknown> {
  const keys = new Set(Object.keys(Object(sent)))
  return Object.fromEntries(Object.entries(Object(read)).filter(([key]) => keys.has(key)))
}
