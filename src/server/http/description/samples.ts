import type { JsonSchema } from './as-sent.ts'

const DEEPEST = 8

/** A value that fits a schema, made of the examples of its properties. */
export function sampleOf(schema: JsonSchema, named: Record<string, JsonSchema>, depth = 0): unknown {
  if (schema.$ref) return sampleOf(named[schema.$ref.split('/').at(-1) ?? ''] ?? {}, named, depth)
  if (schema.examples && schema.examples.length > 0) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = (schema.anyOf ?? schema.oneOf)?.[0]
  if (choice) return sampleOf(choice, named, depth)
  const types = [schema.type].flat()
  // The number comes first where it may also be sent as text.
  const type = types.find((each) => each === 'number' || each === 'integer') ?? types[0]
  if (type === 'object' || schema.properties) return objectOf(schema, named, depth)
  if (type === 'array') return arrayOf(schema, named, depth)
  return plain(String(type), schema)
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  named: Record<string, JsonSchema>,
  depth: number,
) {
  if (depth > DEEPEST) return {}
  const others = typeof additionalProperties === 'object' ? additionalProperties : {}
  const unlisted = required.filter((key) => !(key in properties)).map((key) => [key, others] as const)
  return Object.fromEntries(
    [...Object.entries(properties), ...unlisted].map(([key, each]) => [key, sampleOf(each, named, depth + 1)]),
  )
}

function arrayOf({ items = {}, minItems }: JsonSchema, named: Record<string, JsonSchema>, depth: number) {
  if (depth > DEEPEST) return []
  return Array.from({ length: Math.max(1, Number(minItems ?? 1)) }, () => sampleOf(items, named, depth + 1))
}

function plain(type: string, { format, minimum, exclusiveMinimum, pattern }: JsonSchema): unknown {
  if (type === 'integer' || type === 'number') return Math.max(1, Number(minimum ?? exclusiveMinimum ?? 1))
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (format === 'date-time') return '2026-11-20T09:05:00.000Z'
  return pattern ? 'f6b0d9840602b5392907ca0b73545e4c' : type === 'string' ? 'text' : null
}
