import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { md5 } from 'js-md5'
import { beforeAll, describe, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { CALLS } from '#contract/api/calls.ts'
import { WEBHOOK_EVENTS } from '#contract/integrations/webhooks.ts'
import { createOrder, createUser, PASSWORD } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const run = promisify(execFile)

interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  minimum?: number
  maximum?: number
  maxLength?: number
  format?: string
  enum?: string[]
}
interface Media {
  schema: Schema
  example?: unknown
}
interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: object[]
  parameters: { name: string; in: string; description?: string; schema: Schema }[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, { $ref?: string; content?: Record<string, Media>; headers?: object }>
}
interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema>; responses: Record<string, { content: Record<string, Media> }> }
}

const server = testServer({ SECRETS_KEY: '7a'.repeat(32) })
let document: ApiDocument
let calls: { key: string; method: string; path: string; operation: Operation }[]

beforeAll(async () => {
  document = (await server.call('GET', 'openapi.json', { token: null })).body
  calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      key: `${method.toUpperCase()} ${path.replace('/api/', '')}`,
      method: method.toUpperCase(),
      path: path.replace('/api/', ''),
      operation,
    })),
  )
})

/** Whether a call needs neither a token nor a key. */
const isOpen = ({ security }: Operation) =>
  security !== undefined && (security.length === 0 || security.some((each) => Object.keys(each).length === 0))
const operation = (key: string): Operation => {
  const found = calls.find((call) => call.key === key)
  if (!found) throw new Error(`No call ${key}`)
  return found.operation
}
const resolved = (schema: Schema): Schema =>
  schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
const bodyOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.schema
const parameter = (key: string, name: string) => operation(key).parameters.find((each) => each.name === name)

describe('the document', () => {
  test("passes Redocly's recommended rules", async () => {
    // The rule is off because the specification itself has both request/booking/get/{id} and
    // request/booking/{id}/…; an id is never 'get'.
    const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } })
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
  })

  test('knows every call by a readable id, a summary and a description', () => {
    const ids = calls.map((call) => call.operation.operationId)
    expect(new Set(ids).size).toBe(calls.length)
    for (const { key, operation: each } of calls) {
      expect(each.operationId, key).toMatch(/^[a-z]+([A-Z][a-z0-9]*)+$|^(login|logout)$/)
      expect(each.summary, key).toMatch(/^[A-Z].{4,}/)
      expect(each.description, key).toMatch(/.{5,}/)
      expect(each.tags, key).toHaveLength(1)
    }
    const known = new Set(calls.map(({ key }) => key))
    for (const [key, { id }] of Object.entries(CALLS)) {
      // Resources that cannot be created or deleted have no such calls.
      if (/^(add|delete|export|get\w+Uses)/.test(id.replace(/^list/, ''))) continue
      expect(known, key).toContain(key)
    }
    expect(calls.filter(({ key }) => !(key in CALLS)).map(({ key }) => key)).toEqual([])
  })

  test('explains every property and parameter, and shows an example of every JSON body and reply', () => {
    const unexplained: string[] = []
    const visit = (schema: Schema, at: string): void => {
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        if (!property.description && !property.$ref) unexplained.push(`${at}.${name}`)
        visit(property, `${at}.${name}`)
      }
      for (const inner of [schema.items, ...(schema.anyOf ?? [])]) if (inner) visit(inner, at)
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) visit(schema, name)
    for (const { key, operation: each } of calls) {
      for (const { name, description } of each.parameters) if (!description) unexplained.push(`${key} ?${name}`)
      for (const { content = {} } of [each.requestBody, ...Object.values(each.responses)].filter(
        (one) => one !== undefined,
      ))
        for (const [type, { schema, example }] of Object.entries(content)) {
          visit(schema, key)
          if (type === 'application/json') expect(example, key).toBeDefined()
        }
    }
    expect(unexplained).toEqual([])
    const { Order, LoginInput, Depot } = document.components.schemas
    expect(LoginInput?.properties?.password?.description).toMatch(/^MD5 of the password .*32 hex digits/)
    expect(Order?.properties?.created?.description).toMatch(/unix seconds/i)
    expect(Order?.properties?.status?.description).toContain('0 In progress, 1 Cancelled, 2 Completed')
    expect(Order?.properties?.shipmentVolume?.description).toContain('CBM')
    expect(Order?.properties?.shipmentWeight?.description).toMatch(/kg/i)
    expect(Order?.properties?.shipmentValue?.description).toContain('USD')
    expect(Depot?.properties?.status?.description).toContain('in service')
  })

  test('describes the messages that webhooks get, with an example of each', () => {
    expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS])
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const { schema, example } = post.requestBody?.content['application/json'] ?? {}
      expect(example, type).toMatchObject({ type, data: { sequence: expect.any(Number) } })
      expect(resolved(schema ?? {}).properties?.data?.properties?.id?.description, type).toMatch(/^The id of the/)
    }
    expect(document.components.schemas.WebhookDelivery?.properties?.attempts?.description).toBe(
      'The attempts, the latest last.',
    )
  })

  test('shows only examples that have the form which their call takes', async () => {
    const token = await server.tokenFor((await createUser(server.db, { role: [Role.ADMIN] })).id)
    const wrong: string[] = []
    for (const { key, method, path, operation: each } of calls) {
      const example = each.requestBody?.content['application/json']?.example
      if (!example || path === 'mcp') continue
      const address = path.replace('{kind}', 'set-event').replaceAll(/\{\w+\}/g, '999999')
      const { status, body } = await server.call(method, address, { token, body: example })
      if (status !== 400) continue
      for (const [field, message] of Object.entries(body.data ?? { '': body.message }))
        if (!NEEDS_RECORDS.test(String(message)) && !SHOW_ALL.has(`${path} ${field}`))
          wrong.push(`${key} ${field}: ${message}`)
    }
    expect(wrong).toEqual([])
  })

  test('names the length of an Idempotency-Key that the server takes', async () => {
    const { maxLength = 0 } = parameter('POST port', 'Idempotency-Key')?.schema ?? {}
    const add = async (length: number) => {
      const headers = { 'idempotency-key': 'x'.repeat(length) }
      return (await server.call('POST', 'port', { headers, body: { code: 'CNNGB', name: 'Ningbo' } })).status
    }
    expect([await add(maxLength), await add(maxLength + 1)]).toEqual([200, 400])
  })

  test('names an Idempotency-Key exactly where one is taken', async () => {
    const token = await server.tokenFor((await createUser(server.db, { role: [Role.ADMIN] })).id)
    const { id: userId } = await createUser(server.db)
    const { rows } = await server.pool.query(
      `insert into imports (kind, file_name, headings, day_first, fields) values ('clients', 'c.csv', '{}', '{}', '{}') returning id`,
    )
    // A malformed key is refused before anything is done, and only by a call that looks at it.
    const headers = { 'idempotency-key': 'x'.repeat(201) }
    const named: string[] = []
    const taken: string[] = []
    for (const { key, method, path, operation: each } of calls) {
      const known = path.startsWith('import/') ? rows[0].id : path.startsWith('user/') ? userId : 999_999
      const address = path.replace('{kind}', 'set-event').replaceAll(/\{\w+\}/g, known)
      const body = path === 'runs' ? RUN : each.requestBody?.content['application/json']?.example
      if (method !== 'POST') {
        expect(
          each.parameters.map(({ name }) => name),
          key,
        ).not.toContain('Idempotency-Key')
        continue
      }
      const reply = await server.call(method, address, { token: isOpen(each) ? null : token, headers, body })
      if (reply.body?.data?.['Idempotency-Key']) taken.push(key)
      if (each.parameters.some(({ name }) => name === 'Idempotency-Key')) named.push(key)
    }
    expect(taken).toEqual(named)
    expect(named.length).toBeGreaterThan(30)
  })

  test('says of each secret in a reply that it is one: by that no reply with a secret is kept for an Idempotency-Key', () => {
    const formats = new Map<string, string>()
    const visited = new Set<string>()
    const visit = (name: string, { $ref, type, format = 'none', ...schema }: Schema): void => {
      const component = $ref?.split('/').at(-1)
      const referred = component === undefined ? undefined : document.components.schemas[component]
      if (component && referred && !visited.has(component)) visit(name, visited.add(component) && referred)
      if (/secret|token|password|ticket|recovery|^(key|qr)$/i.test(name) && [type].flat().includes('string'))
        formats.set(`${name}: ${format}`, name)
      for (const part of [schema.items, ...(schema.anyOf ?? [])]) if (part) visit(name, part)
      for (const [key, property] of Object.entries(schema.properties ?? {})) visit(key, property)
    }
    for (const { operation: each } of calls) {
      const media = each.responses['200']?.content?.['application/json']
      if (media) visit('', media.schema)
    }
    const names = ['eternal_token', 'key', 'qr', 'recoveryCodes', 'secret', 'ticket', 'user_token']
    // The key of an arrival names its row.
    const known = ['key: none', ...names.map((name) => `${name}: password`)]
    expect([...formats.keys()].sort()).toEqual(known.sort())
  })

  test('names the failures of every call, all with the envelope', () => {
    for (const { key, operation: each } of calls) {
      const statuses = Object.keys(each.responses)
      for (const status of ['200', '400', '429', '500', '503']) expect(statuses, key).toContain(status)
      if (!isOpen(each)) for (const status of ['401', '403']) expect(statuses, key).toContain(status)
      if (key.includes('{')) expect(statuses, key).toContain('404')
      for (const [status, response] of Object.entries(each.responses)) {
        if (status === '200') continue
        const { content } = document.components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? {}
        expect(content?.['application/json']?.schema.$ref, `${key} ${status}`).toBe('#/components/schemas/Failure')
      }
    }
  })

  test('asks for a token except where none is needed', () => {
    const open = calls.filter((call) => isOpen(call.operation)).map(({ key }) => key)
    expect(open.sort()).toEqual(
      [
        'GET health',
        'GET ready',
        'GET settings',
        'POST login',
        'POST login/second-factor',
        'POST logout',
        'POST first-run',
        'GET login/ways',
        'POST login/passkey/start',
        'POST login/passkey',
        'POST login/oidc',
        'POST login/oidc/finish',
        'POST app/forgot-password',
        'POST app/reset-password',
        'POST app/reset-password/check',
        'GET request/booking/search',
      ].sort(),
    )
  })

  test('has the parameters and bodies that calls take', () => {
    expect(parameter('GET request/booking/search', 'tracking_code')).toBeDefined()
    expect(parameter('GET value/freight', 'sort')?.schema.enum).toEqual(['id', 'tier', 'dest', 'cbm', 'mt'])
    expect(parameter('GET value/freight', 'type')?.schema.enum).toEqual(['asc', 'desc'])
    for (const name of ['tier', 'dest', 'order']) expect(parameter('GET value/freight', name), name).toBeDefined()
    expect(Object.keys(parameter('GET admin/user', 'order')?.schema.properties ?? {})).toEqual([
      'id',
      'username',
      'company_name',
    ])
    const upload = operation('POST admin/document/upload/{id}').requestBody?.content['multipart/form-data']?.schema
    expect(upload?.properties?.['files[]']?.type).toBe('array')
    expect(bodyOf(operation('PUT request/booking/edit/{id}'))).toBeDefined()
    expect(document.components.schemas.PortInput?.properties?.name).toMatchObject({
      type: 'string',
      minLength: 1,
      maxLength: 150,
    })
    expect(document.components.schemas.FreightRateInput?.properties?.cbm).toMatchObject({
      type: ['number', 'string'],
      minimum: 0,
    })
    expect(operation('GET request/booking/get/user/{id}').responses['200']?.headers).toHaveProperty('X-Total-Count')
  })

  test('has one type for ids', () => {
    for (const { key, operation: each } of calls)
      for (const { name, in: place, schema } of each.parameters) {
        if (place !== 'path' && !/^(?!f\.).*(_id|Id)$/.test(name)) continue
        // These ids are words: the kind of a record, a voyage, a rule and a figure.
        if (name === 'of' || name === 'kind' || name === 'voyage' || name === 'code' || name === 'figure') continue
        expect(resolved(schema), `${key} ${name}`).toMatchObject({
          type: 'integer',
          minimum: 1,
          maximum: 2_147_483_647,
        })
      }
  })

  // This server has staff, so every body sent there is answered 404; first-run.test.ts has the required
  // fields. Assistants need a key, and carriers are answered in the form of DCSA.
  const OVER = ['POST first-run', 'POST mcp', 'POST dcsa/v3/events']
  test('requires of a body what the server requires', async () => {
    const token = await server.tokenFor((await createUser(server.db, { role: [Role.ADMIN] })).id)
    const wrong: string[] = []
    let compared = 0
    for (const { key, method, path, operation: each } of calls) {
      const body = bodyOf(each)
      if (!body || path.endsWith('/save') || OVER.includes(key)) continue
      const address = path.replace('{kind}', 'set-event').replaceAll(/\{\w+\}/g, '999999')
      const reply = await server.call(method, address, { token, body: {} })
      const refused = reply.status === 400 ? Object.keys(reply.body.data ?? {}) : []
      const { required = [] } = resolved(body)
      compared += required.length
      const missing = refused.filter((field) => !required.includes(field) && !RULES.has(`${path} ${field}`))
      const needless = reply.status === 400 ? required.filter((field) => !refused.includes(field)) : required
      if (missing.length + needless.length > 0) wrong.push(`${key}: missing ${missing}, needless ${needless}`)
    }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(60)
  })
})

/** A body of one kind of run; the example shows the fields of each kind. */
const RUN = { kind: 'in-charge', input: { userId: null }, selection: { ids: [999_999] } }

/**
 * Refusals that an example cannot avoid: records, links, codes and passwords of an installation, and dates in
 * its future.
 */
const NEEDS_RECORDS =
  /does not exist|longer valid|expired|does not work|not your current password|Please log in|Wrong|in the future|has this code|no such paper|need an APP_URL/
/** Calls that take one field or another, while their examples show all fields. */
const SHOW_ALL = new Set([
  'user/step-up code',
  'notifications/read ids',
  ...['runs', 'runs/preview'].flatMap((path) => [`${path} selection.ids`, `${path} input.documents`]),
  ...['container', 'container/add'].map((path) => `${path} sailingId`),
])

/**
 * Fields required by a rule over several fields, which no list of required fields can express: a copy needs
 * neither, a preview shows what is missing, something has to be read, and the kind of a run decides on the
 * rest.
 */
const RULES = new Set([
  'user/step-up code',
  'runs kind',
  'runs/preview kind',
  'notifications/read ids',
  'template/email title',
  'template/email content',
  'template/email/add title',
  'template/email/add content',
  'template/email/live_preview content',
  'template/email/test content',
])

/** Resolves typescript to the older one in @ts-morph/common, by its own `ts`. */
const OLDER = `export const resolve = async (name, context, next) => {
  if (name !== 'typescript') return next(name, context)
  const { url } = await next('@ts-morph/common', context)
  const source = \`import common from \${JSON.stringify(url)}; export default common.ts\`
  return { url: 'data:text/javascript,' + encodeURIComponent(source), shortCircuit: true }
}`
const dataUrl = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`
/** The package openapi-typescript needs the API that TypeScript 7 no longer has. */
const WITH_OLDER = dataUrl(`import { register } from 'node:module'; register(${JSON.stringify(dataUrl(OLDER))})`)

test('a program with a generated client, compiled strictly, logs in, lists, opens and edits an order', async () => {
  const staff = await createUser(server.db, { role: [Role.MANAGER] })
  const { id } = await createOrder(server.db, { userId: (await createUser(server.db)).id })
  const cache = resolve('node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'api-client-'))
  try {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
    const generator = resolve('node_modules/openapi-typescript/bin/cli.js')
    await run(process.execPath, ['--import', WITH_OLDER, generator, 'openapi.json', '-o', 'openapi.d.ts'], {
      cwd: folder,
    })
    await cp('tests/api/client-program.ts', join(folder, 'program.ts'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, include: ['*.ts'] }))
    const compiler = resolve('node_modules/typescript/bin/tsc')
    await run(process.execPath, [compiler, '-p', folder, '--singleThreaded']).catch((error) => {
      throw new Error(error.stdout)
    })
    const env = {
      ...process.env,
      QUAYSIDE_URL: server.url,
      QUAYSIDE_LOGIN: staff.email,
      QUAYSIDE_PASSWORD_MD5: md5(PASSWORD),
    }
    const { stdout } = await run(process.execPath, [join(folder, 'program.js')], { env })
    expect(JSON.parse(stdout)).toEqual({
      incomplete: ['login'],
      total: 1,
      name: 'Edited by a program',
      weight: 640.5,
      stale: 409,
    })
    const saved = await server.call('GET', `request/booking/get/${id}`)
    expect(saved.body.data).toMatchObject({ yourName: 'Edited by a program', shipmentWeight: 640.5 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  target: 'es2022',
  module: 'nodenext',
  types: ['node'],
  skipLibCheck: false,
}
