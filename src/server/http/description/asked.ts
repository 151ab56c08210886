import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Documented } from '#server/http/app-types.ts'
import type { JsonSchema } from './as-sent.ts'

/** A route with a schema, as it was registered. */
export type Route = Pick<RouteOptions, 'url' | 'schema' | 'config'> & { method: string }

type Sent = (schema: z.ZodType) => JsonSchema

/** Names of ids. Not filters such as `f.recordId`, whose text begins with an operator. */
const ID = /^(?!f\.).*(_id|Id)$/

/** A parameter of a call. */
export interface Parameter {
  in: string
  name: string
  description?: string
  required?: boolean
  schema: JsonSchema
}

/** The parameters in a route's path and query, with the sort keys of a list as one object. */
export function parametersOf({ schema }: Route, sent: Sent): Parameter[] {
  const { params, querystring } = schema ?? {}
  return [...inPath(params, sent), ...inQuery(querystring, sent)]
}

function inPath(params: unknown, sent: Sent) {
  if (!(params instanceof z.ZodType)) return []
  return Object.entries(sent(params).properties ?? {}).map(([name, schema]) => ({
    in: 'path',
    name,
    required: true,
    schema,
  }))
}

function inQuery(querystring: unknown, sent: Sent) {
  if (!(querystring instanceof z.ZodType)) return []
  const { properties = {}, required = [] } = sent(querystring)
  const named = Object.entries(properties).map(([name, schema]) => ({
    in: 'query',
    name,
    required: required.includes(name),
    schema: typeOf(name, schema),
  }))
  const keys = querystring.meta()?.order
  return Array.isArray(keys) && keys.length > 0 ? [...named, orderOf(keys.map(String))] : named
}

/** Gives the type of a query parameter. Everything in a query is text; these are read as numbers. */
function typeOf(name: string, schema: JsonSchema): JsonSchema {
  if (name === 'page' || name === 'per_page')
    return { type: 'integer', minimum: 1, ...(name === 'per_page' ? { maximum: 1000, default: 10 } : {}) }
  return ID.test(name) ? { type: 'integer', minimum: 1, maximum: 2_147_483_647 } : schema
}

const orderOf = (keys: readonly string[]) => ({
  in: 'query',
  name: 'order',
  required: false,
  description: 'order[column]=asc or desc; several columns in the order in which they are sent.',
  style: 'deepObject',
  explode: true,
  schema: {
    type: 'object',
    properties: Object.fromEntries(
      keys.map((key) => [key, { type: 'string', enum: ['asc', 'desc'], description: `Sort by ${key}.` }]),
    ),
    additionalProperties: false,
  },
})

/** The body of a call, by content type. */
export interface RequestBody {
  required: boolean
  content: Record<string, { schema: JsonSchema }>
}

/** The body that a call takes: JSON by its schema, a form with files, or bytes of one type; null for none. */
export function bodyOf({ file, parts = {}, raw }: Documented, schema: JsonSchema | undefined): RequestBody | null {
  if (file) {
    const one = { type: 'string', format: 'binary', description: 'A file.' }
    const field = file.endsWith('[]') ? { type: 'array', items: one, description: 'The files.' } : one
    const more: Record<string, JsonSchema> = Object.fromEntries(
      Object.entries(parts).map(([name, description]) => [name, { type: 'string', description }]),
    )
    const form = { type: 'object', properties: { [file]: field, ...more }, required: [file] }
    return { required: true, content: { 'multipart/form-data': { schema: form } } }
  }
  if (raw) return { required: true, content: { [raw]: { schema: { type: 'string', format: 'binary' } } } }
  return schema ? { required: true, content: { 'application/json': { schema } } } : null
}
