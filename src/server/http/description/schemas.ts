import { z } from 'zod'
import type { JsonSchema } from './as-sent.ts'
import { asSent } from './as-sent.ts'
import { createPauses } from './pauses.ts'

const PREFIX = '#/components/schemas/'
/** A reference to a named schema. */
export const refTo = (name: string): JsonSchema => ({ $ref: `${PREFIX}${name}` })
const nameIn = (ref: string) => ref.slice(PREFIX.length)

/** All schemas inside a schema, itself first. */
function* within(schema: JsonSchema): Generator<JsonSchema> {
  yield schema
  const { properties = {}, items, anyOf = [], oneOf = [], additionalProperties } = schema
  const inner = [...Object.values(properties), items, ...anyOf, ...oneOf, additionalProperties]
  for (const each of inner) if (each && typeof each === 'object') yield* within(each)
}

function tidy(schema: JsonSchema): void {
  for (const each of within(schema)) {
    delete each.$schema
    delete each.$id
  }
}

type Named = ReadonlyMap<z.ZodType, string>

/** JSON schemas of these zod schemas, which refer to each other by name. */
async function convert(named: Named, io: 'input' | 'output'): Promise<Record<string, JsonSchema>> {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of named) registry.add(schema, { id })
  const options: z.core.JSONSchemaGeneratorParams = {
    processors: {},
    io,
    // zod converts a registry as a whole, for longer than others can wait. With this, one schema comes out as
    // it would from there.
    external: { registry, uri: (id) => `${PREFIX}${id}`, defs: {} },
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (io === 'input') asSent(zodSchema, jsonSchema as JsonSchema) // zod's type, as far as we read it
    },
  }
  const found: Record<string, JsonSchema> = {}
  const pause = createPauses()
  for (const [schema, id] of named) {
    const converted = z.toJSONSchema(schema, options) as JsonSchema // the same
    tidy(converted)
    found[id] = converted
    await pause()
  }
  return found
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Converts the schemas that calls send and receive together. `sent` and `received` find the JSON schema of a
 * zod schema, `components` has the named ones in use. A schema that differs between the two is named '…Input'
 * where it is sent.
 */
export async function describeSchemas(
  names: Record<string, z.ZodType>,
  sent: Set<z.ZodType>,
  received: Set<z.ZodType>,
) {
  const own = new Map(Object.entries(names).map(([name, schema]) => [schema, name]))
  let n = 0
  const withOthers = (others: Set<z.ZodType>): Named =>
    new Map([...own, ...[...others].filter((each) => !own.has(each)).map((each) => [each, `-${n++}`] as const)])
  const [sentNames, receivedNames] = [withOthers(sent), withOthers(received)]
  const inputs = await convert(sentNames, 'input')
  const outputs = await convert(receivedNames, 'output')

  const components: Record<string, JsonSchema> = {}
  const nameOf = (name: string, from: Record<string, JsonSchema>) =>
    from === inputs &&
    name in outputs &&
    used(outputs, receivedNames, received).has(name) &&
    !same(inputs[name], outputs[name])
      ? `${name}Input`
      : name
  /** Names references as the document does, and adds the schemas they mean to the components. */
  function placed(schema: JsonSchema, from: Record<string, JsonSchema>): JsonSchema {
    for (const each of within(schema)) {
      if (!each.$ref?.startsWith(PREFIX)) continue
      const name = nameIn(each.$ref)
      const target = from[name] ?? {}
      if (name.startsWith('-')) {
        delete each.$ref
        Object.assign(each, placed(structuredClone(target), from))
        continue
      }
      const shown = nameOf(name, from)
      each.$ref = `${PREFIX}${shown}`
      if (shown in components) continue
      const copy = structuredClone(target)
      components[shown] = copy
      placed(copy, from)
    }
    return schema
  }
  const reading = (map: Named, from: Record<string, JsonSchema>) => (schema: z.ZodType) =>
    placed(refTo(map.get(schema) ?? ''), from)
  return { components, sent: reading(sentNames, inputs), received: reading(receivedNames, outputs) }
}

const usedOnce = new WeakMap<object, Set<string>>()

/** Names that the schemas of calls lead to. */
function used(all: Record<string, JsonSchema>, names: Named, roots: Set<z.ZodType>): Set<string> {
  const before = usedOnce.get(all)
  if (before) return before
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const { $ref } of within(all[name] ?? {})) if ($ref?.startsWith(PREFIX)) visit(nameIn($ref))
  }
  for (const root of roots) visit(names.get(root) ?? '')
  usedOnce.set(all, found)
  return found
}

/** Calls `each` for every property inside a schema, with the names on the way to it. */
export function eachProperty(
  schema: JsonSchema,
  owner: string,
  each: (owner: string, key: string, property: JsonSchema) => void,
): void {
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    each(owner, key, property)
    eachProperty(property, `${owner}.${key}`, each)
  }
  const { items, anyOf = [], oneOf = [], additionalProperties } = schema
  for (const inner of [items, ...anyOf, ...oneOf, additionalProperties])
    if (inner && typeof inner === 'object') eachProperty(inner, owner, each)
}
