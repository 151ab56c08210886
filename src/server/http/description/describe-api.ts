import { z } from 'zod'
import type { StepUp } from '#contract/accounts/second-factor.ts'
import type { Access, Documented } from '#server/http/app-types.ts'
import { RETRY_KEY } from '#server/http/idempotency.ts'
import type { JsonSchema } from './as-sent.ts'
import type { Route } from './asked.ts'
import { bodyOf, type Parameter, parametersOf } from './asked.ts'
import { FAILURES, failuresOf } from './failures.ts'
import { addMessageSamples, describeMessages, type Message } from './messages.ts'
import { createPauses } from './pauses.ts'
import { sampleOf } from './samples.ts'
import { describeSchemas, eachProperty } from './schemas.ts'

/** Texts that the document needs beyond the schemas. */
export interface Words {
  /** Texts of calls, by method and path: 'GET port/{id}'. */
  calls: Record<string, { id: string; summary: string; description?: string }>
  callKey: (method: string, path: string) => string
  /** The names of schemas. */
  schemas: Record<string, z.ZodType>
  /** Meanings of properties and parameters, by name, or by 'Schema.name' where the meaning differs. */
  meanings: Record<string, string>
  /** Typical values, by the same names. */
  examples: Record<string, unknown>
  /** Messages that this server posts to others, and their tag. */
  messages: { tag: string; all: readonly Message[] }
  /** The subject of the calls of each tag. */
  tags: Record<string, string>
}

const documentedOf = ({ config }: Route): Documented => config?.documented ?? {}
const zodOf = (part: unknown) => (part instanceof z.ZodType ? part : undefined)
const replyOf = ({ schema }: Route): z.ZodType | undefined => {
  const response = schema?.response
  return typeof response === 'object' && response && '200' in response ? zodOf(response[200]) : undefined
}

/** All zod schemas of these routes: those that callers send, and those that they receive. */
function schemasOf(routes: readonly Route[]) {
  const sent = new Set<z.ZodType>()
  const received = new Set<z.ZodType>()
  for (const route of routes) {
    const { params, querystring, body } = route.schema ?? {}
    for (const part of [params, querystring, documentedOf(route).body ?? body]) {
      const schema = zodOf(part)
      if (schema) sent.add(schema)
    }
    const reply = replyOf(route)
    if (reply) received.add(reply)
  }
  return { sent, received }
}

/** 'EditPortBody' for a body without a name of its own, by the first call that takes it. */
function namesOfBodies(routes: readonly Route[], { calls, callKey, schemas }: Words): Record<string, z.ZodType> {
  const named = new Set(Object.values(schemas))
  const found: Record<string, z.ZodType> = {}
  for (const route of routes) {
    const body = documentedOf(route).body ?? zodOf(route.schema?.body)
    // A schema with rules of its own is described by the schema it was made from.
    if (!body || named.has(body) || body._zod.parent) continue
    named.add(body)
    const { id = 'unknown' } = calls[callKey(route.method, route.url)] ?? {}
    found[`${id.charAt(0).toUpperCase()}${id.slice(1)}Body`] = body
  }
  return found
}

const RETRY = {
  in: 'header',
  name: 'Idempotency-Key',
  description:
    'The same key with the same body returns the first reply again and does nothing twice; with another body, 409. A reply with a secret is not kept: then the same key is answered with 409. Visible ASCII characters, remembered for 24 hours.',
  schema: { type: 'string', pattern: RETRY_KEY.source, minLength: 1, maxLength: 200 },
}

/**
 * The OpenAPI document of these routes, derived from their schemas, their access and the words. It takes a
 * second of work, in small pieces between which others are answered.
 */
export async function describeApi(routes: readonly Route[], version: string, words: Words) {
  const { sent, received } = schemasOf(routes)
  for (const { schema } of words.messages.all) received.add(schema)
  const schemas = await describeSchemas({ ...words.schemas, ...namesOfBodies(routes, words) }, sent, received)
  const pause = createPauses()
  const paths: Record<string, Record<string, Operation>> = {}
  const tags = new Set<string>()
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
    const call = words.calls[words.callKey(route.method, route.url)]
    const access = route.config?.access ?? 'staff'
    const { scopes = null, stepUp = null } = route.config ?? {}
    const own = documentedOf(route)
    const parameters = parametersOf(route, schemas.sent)
    const zodBody = own.body ?? zodOf(route.schema?.body)
    const requestBody = bodyOf(own, zodBody && schemas.sent(zodBody))
    const [tag = 'Other'] = route.schema?.tags ?? []
    tags.add(tag)
    const operation = {
      operationId: call?.id,
      summary: call?.summary,
      description: describedAs(call, { scopes, stepUp }),
      tags: [tag],
      ...securityOf(access, scopes),
      parameters: route.config?.once ? [...parameters, RETRY] : parameters,
      ...(requestBody ? { requestBody } : {}),
      responses: {
        200: successOf(route, schemas.received),
        ...failuresOf({ method: route.method, path, access, hasBody: requestBody !== null, forKeys: scopes !== null }),
      },
    }
    explain(operation, words)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
    await pause()
  }
  const webhooks = describeMessages(words.messages.all, words.messages.tag, schemas.received)
  for (const [name, schema] of Object.entries(schemas.components)) {
    explainSchema(schema, name, words)
    await pause()
  }
  const components = {
    schemas: { ...FAILURES.schemas, ...schemas.components },
    responses: FAILURES.responses,
    securitySchemes: SCHEMES,
  }
  await addSamples(paths, components.schemas)
  addMessageSamples(webhooks, components.schemas)
  return {
    openapi: '3.1.0',
    info: { title: 'Quayside', version, description: ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/', description: 'This server' }],
    security: [{ token: [] }],
    tags: [...tags].sort().map((name) => ({ name, description: words.tags[name] ?? name })),
    paths,
    webhooks,
    components,
  }
}

const ABOUT = `Every reply is \`{ code, message, data }\`; the HTTP status equals \`code\`. Send the token from login in the header \`user-token\`, or an API key as \`Authorization: Bearer qs_…\`, never both. Times are ISO 8601 in UTC unless a field says otherwise. An edit that sends \`updatedAt\` as it was read is refused with 409 if somebody else has saved since. Calls that name the header \`Idempotency-Key\` may be repeated with the same one; others do not look at it.`
const SCHEMES = {
  token: { type: 'apiKey', in: 'header', name: 'user-token', description: 'The user_token of login.' },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'qs_…',
    description:
      'An API key, which an administrator creates under Integrations. A call names the scopes that it needs, all of them; those without are closed to keys. The scope to write something includes the one to read it.',
  },
}

/** Security of a call: a token, or a key with these scopes; nothing where everybody may call. */
function securityOf(access: Access, scopes: readonly string[] | null) {
  if (access === 'public') return { security: scopes ? [{}, { token: [] }, { apiKey: scopes }] : [] }
  return scopes ? { security: [{ token: [] }, { apiKey: scopes }] } : {}
}

const sentence = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`)

const STEP_UP: Record<StepUp, string> = {
  everybody: 'Needs a sign-in or POST user/step-up in the last minutes: otherwise 403 with data.stepUp.',
  'with-factor':
    'People with a second factor need a sign-in or POST user/step-up in the last minutes: otherwise 403 with data.stepUp.',
  'by-body': 'Some bodies need a sign-in or POST user/step-up in the last minutes: otherwise 403 with data.stepUp.',
}

interface Needs {
  scopes: readonly string[] | null
  stepUp: StepUp | null
}

/** The description of a call, with the scopes of a key and the recent confirmation that it needs. */
function describedAs(call: Words['calls'][string] | undefined, { scopes, stepUp }: Needs): string {
  const text = call?.description ?? `${call?.summary}.`
  const needs = [stepUp && STEP_UP[stepUp], scopes && scopes.length > 0 && `Scope: ${scopes.join(' and ')}.`].filter(
    (each) => each,
  )
  return needs.length > 0 ? [sentence(text), ...needs].join(' ') : text
}

function successOf(route: Route, received: (schema: z.ZodType) => JsonSchema) {
  const { download, headers = {} } = documentedOf(route)
  const reply = replyOf(route)
  const content = download
    ? Object.fromEntries(download.map((type) => [type.split(';')[0], { schema: { type: 'string', format: 'binary' } }]))
    : { 'application/json': { schema: reply ? received(reply) : {} } }
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'integer' } },
  ])
  return {
    description: download ? 'The file.' : 'Done.',
    ...(described.length > 0 ? { headers: Object.fromEntries(described) } : {}),
    content,
  }
}

const meaning = (names: readonly string[], { meanings }: Words) => names.map((name) => meanings[name]).find(Boolean)

function explainSchema(schema: JsonSchema, name: string, words: Words): void {
  const base = name.replace(/(Input|Patch)$/, '')
  eachProperty(schema, name, (owner, key, property) => {
    const names = [`${owner}.${key}`, `${owner.replace(name, base)}.${key}`, key]
    const description = property.description ?? meaning(names, words)
    if (description) property.description = description
    const example = names.map((each) => words.examples[each]).find((each) => each !== undefined)
    if (example !== undefined && fits(example, property)) property.examples = [example]
  })
}

/** Whether an example has the type of a schema: 'name' of a list is not 'name' of a person. */
function fits(example: unknown, { type, enum: values, properties, $ref, anyOf }: JsonSchema): boolean {
  if (Array.isArray(example)) return type === 'array' || anyOf?.some((each) => each.type === 'array') === true
  if (values) return values.includes(example)
  if (properties || $ref) return false
  const is = typeof example === 'number' && Number.isInteger(example) ? ['integer', 'number'] : [typeof example]
  return [type].flat().some((each) => is.includes(String(each)))
}

/** Explains the schemas inside an operation, and its parameters. */
function explain(operation: Operation, words: Words): void {
  for (const parameter of operation.parameters)
    parameter.description ??= parameter.schema.description ?? meaning([parameter.name], words)
  const explainMedia = (media: Media | undefined, owner: string) => {
    for (const { schema } of Object.values(media?.content ?? {})) explainSchema(schema, owner, words)
  }
  explainMedia(operation.requestBody, 'Body')
  for (const reply of Object.values(operation.responses)) explainMedia(reply, 'Reply')
}

/** Adds an example to every JSON body and reply. */
async function addSamples(paths: Record<string, Record<string, Operation>>, schemas: Record<string, JsonSchema>) {
  const pause = createPauses()
  for (const { requestBody, responses } of Object.values(paths).flatMap((each) => Object.values(each))) {
    for (const media of [requestBody, responses[200]]) {
      const json = media?.content?.['application/json']
      if (json) json.example = sampleOf(json.schema, schemas)
    }
    await pause()
  }
}
interface Operation {
  parameters: Parameter[]
  requestBody?: Media
  responses: Record<string, Media>
}
interface Media {
  content?: Record<string, { schema: JsonSchema; example?: unknown }>
}
