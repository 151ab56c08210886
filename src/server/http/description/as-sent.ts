import { z } from 'zod'
import { MAX_INT } from '#contract/lib/fields.ts'

/** A JSON schema as OpenAPI 3.1 takes it. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  enum?: unknown[]
  const?: unknown
  examples?: unknown[]
  [keyword: string]: unknown
}

type Any = z.core.$ZodType

const takes = (schema: Any, value: unknown) => z.core.safeParse(schema, value).success
const messageFor = (schema: Any, value: unknown) => z.core.safeParse(schema, value).error?.issues[0]?.message ?? ''
/** The limit that a message names. */
const bound = (pattern: RegExp, message: string) => Number(pattern.exec(message)?.[1] ?? Number.NaN)

/** A text longer and a number larger than any field takes. */
const LONG = 'x'.repeat(200_001)
const LARGE = 1e15
/** A past time and one tomorrow: some fields take only one of them. */
const times = () => ['2026-01-01T00:00:00Z', new Date(Date.now() + 86_400_000).toISOString()]

/**
 * Corrects the JSON schema of a field that callers send. Fields that normalise look as if they accepted
 * anything, so values are tried on them: the document says what the server does.
 */
export function asSent(schema: Any, json: JsonSchema): void {
  const { def } = schema._zod
  if (schema instanceof z.core.$ZodObject) requireNeeded(schema, json)
  // A generated client would take a property with a default for a required one.
  if (def.type === 'default') delete json.default
  if (def.type === 'pipe') asAsked(schema, json)
}

/** Lists the properties that the server refuses when they are absent. */
function requireNeeded(schema: z.core.$ZodObject, json: JsonSchema): void {
  const { shape } = schema._zod.def
  const needed = Object.entries(shape).filter(([, field]) => !takes(field, undefined))
  if (needed.length > 0) json.required = needed.map(([key]) => key)
  else delete json.required
}

/** The plain types of a schema that has nothing but types; [] for any other. */
function typesOf({ type, anyOf = [] }: JsonSchema): string[] {
  if (type) return [type].flat()
  const inner = anyOf.map((each) => (Object.keys(each).length === 1 ? typesOf(each) : []))
  return inner.every((types) => types.length > 0) ? inner.flat() : []
}

function asAsked(schema: Any, json: JsonSchema): void {
  const types = typesOf(json)
  if (types.length === 0) return
  delete json.anyOf
  const taken = new Set(takes(schema, null) ? types : types.filter((type) => type !== 'null'))
  if (types.join() === 'string' && z.core.safeParse(schema, '1').data === 1) {
    for (const key of Object.keys(json)) delete json[key]
    Object.assign(json, { type: 'integer', minimum: 1, maximum: MAX_INT })
    return
  }
  if (taken.has('number')) boundNumber(schema, json, taken)
  else if (taken.has('string')) boundText(schema, json)
  json.type = taken.size === 1 ? [...taken][0] : [...taken]
}

function boundNumber(schema: Any, json: JsonSchema, types: Set<string>): void {
  if (!takes(schema, -1)) Object.assign(json, takes(schema, 0) ? { minimum: 0 } : { exclusiveMinimum: 0 })
  const most = bound(/^No more than (\d+)$/, messageFor(schema, LARGE))
  if (!Number.isNaN(most)) json.maximum = most
  if (!takes(schema, 1.5) && takes(schema, 1)) {
    types.delete('number')
    types.add('integer')
  }
}

function boundText(schema: Any, json: JsonSchema): void {
  const most = bound(/no more than (\d+) characters/, messageFor(schema, LONG))
  if (!Number.isNaN(most)) json.maxLength = most
  if (!takes(schema, '')) json.minLength = 1
  if (times().some((time) => takes(schema, time)) && !takes(schema, 'text')) json.format = 'date-time'
}
