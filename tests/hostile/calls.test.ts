import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createEvent, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

// Every call in the OpenAPI document, with odd Unicode, huge numbers, wrong types and missing fields.
const RUNS = process.env.LONG_TESTS === '1' ? 300 : 3
/** Each export starts a thread, which takes as long as a hundred other calls. */
const EXPORT_RUNS = Math.ceil(RUNS / 20)
// Each call has inputs of its own. The long run uses a new seed each time; a failure prints it.
const SEED = Number(process.env.SEED ?? (process.env.LONG_TESTS === '1' ? Date.now() % 2 ** 31 : 20_261_120))
vi.setConfig({ testTimeout: 1_800_000 })

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  $ref?: string
}
interface Operation {
  parameters?: { name: string; in: string }[]
  requestBody?: { content?: Record<string, { schema: Schema }> }
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>
}
interface Call {
  method: string
  path: string
  operation: Operation
}

const isExport = ({ path }: Call) => /\/(?:export|manifest)$/.test(path)

let server: TestServer
let calls: Call[]
let schemas: Record<string, Schema>
let adminId: number

beforeAll(async () => {
  // Streams end by themselves, but only after minutes.
  server = await startTestServer({}, undefined, { streamMs: 50 })
  const { db } = server
  adminId = (await createUser(db, { role: ['ROLE_ADMIN'] })).id
  // Records with small ids, which random ids will hit.
  for (let n = 0; n < 5; n++) {
    const { id: userId } = await createUser(db)
    await createOrder(db, { userId })
    await createEvent(db)
    await createTemplate(db)
  }
  const document = (await server.call('GET', 'openapi.json', { token: null })).body
  schemas = document.components?.schemas ?? {}
  calls = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
})
afterAll(() => server.close())

const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202efdp.exe',
  '👩‍👩‍👧',
  'é',
  '%',
  "'; drop table orders; --",
  '{{',
  '{% if %}',
  '<script>x</script>',
  '../../etc/passwd',
  'a\r\nBcc: x@y.zz',
  '１２３',
  'NaN',
  '1e309',
  '-0',
  'null',
  'undefined',
  '__proto__',
]
const oddities = fc.oneof(
  fc.constantFrom<unknown>(
    ...ODD_TEXTS,
    null,
    true,
    false,
    0,
    -1,
    1,
    1.5,
    -0,
    1e308,
    2_147_483_647,
    2_147_483_648,
    2 ** 53,
    1e-7,
    [],
    {},
    [[]],
    [null],
    { toString: 1 },
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.double(),
  fc.integer(),
)
// Long texts are rare: they take most of the time, and a body of many of them is refused for its size alone.
const odd = fc.oneof({ weight: 40, arbitrary: oddities }, { weight: 1, arbitrary: fc.constant('x'.repeat(70_000)) })

// The texts are made once, as each arbitrary of its kind builds tables of its own.
const texts = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom('a@b.ca', '16045550100', 'Name', '1', '2026-01-01T00:00:00Z'),
  odd,
)
const resolved = (schema: Schema): Schema =>
  schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
const variants = (schema: Schema) => schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []

/** A value close to the schema, with any part missing or odd. */
function like(raw: Schema, depth = 0): fc.Arbitrary<unknown> {
  const schema = resolved(raw)
  if (depth > 4) return odd
  if (variants(schema).length > 0) return fc.oneof(odd, ...variants(schema).map((each) => like(each, depth + 1)))
  const type = [schema.type].flat()[0]
  if (schema.properties) {
    const parts = Object.fromEntries(
      Object.entries(schema.properties).map(([key, each]) => [key, like(each, depth + 1)]),
    )
    return fc.oneof({ weight: 8, arbitrary: fc.record(parts, { requiredKeys: [] }) }, { weight: 1, arbitrary: odd })
  }
  if (type === 'array') return fc.oneof(fc.array(like(schema.items ?? {}, depth + 1), { maxLength: 8 }), odd)
  if (type === 'boolean') return fc.oneof(fc.boolean(), fc.boolean(), odd)
  if (type === 'integer' || type === 'number') return fc.oneof(fc.integer({ min: 0, max: 8 }), fc.double(), odd)
  return texts
}

const id = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 8 }).map(String) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '0',
      '-1',
      '1e3',
      '0x10',
      '2147483648',
      '9223372036854775808',
      '1 or 1=1',
      '\u0000',
      'é',
      'orders',
      'clients',
      '..',
      'x'.repeat(190),
    ),
  },
)
const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'page',
        'per_page',
        'search',
        'order[id]',
        'order[name]',
        'order[]',
        'order',
        'tracking_code',
        'tier',
        'system',
        'type',
        'notify',
        'state',
        'format',
        'shipment_trade_terms',
        '__proto__',
        'entity_id',
        'from',
      ),
      fc.oneof(
        fc.constantFrom('1', '0', '-1', 'asc', 'desc', 'asc;drop', '999999999999', 'xlsx', '%', 'ABCD12345678'),
        fc.string({ maxLength: 30 }),
      ),
      { maxKeys: 4 },
    ),
  },
)

function addressOf({ path }: Call, ids: string[], asked: Record<string, string>): string {
  let at = 0
  const filled = path.replace('/api/', '').replaceAll(/\{[A-Za-z]+\}/g, () => encodeURIComponent(ids[at++] ?? '1'))
  const text = new URLSearchParams(
    Object.entries(asked).map(([key, value]): [string, string] => [key, value.toWellFormed()]),
  ).toString()
  return text ? `${filled}?${text}` : filled
}

/** Keys of a value that no variant of the schema lists. */
function unlisted(value: unknown, raw: Schema, at = ''): string[] {
  const schema = resolved(raw)
  const choices = variants(schema)
  if (choices.length > 0) {
    const found = choices.map((each) => unlisted(value, each, at))
    return found.find((each) => each.length === 0) ?? found[0] ?? []
  }
  if (Array.isArray(value)) return value.flatMap((each, index) => unlisted(each, schema.items ?? {}, `${at}[${index}]`))
  if (value === null || typeof value !== 'object' || !schema.properties) return []
  return Object.entries(value).flatMap(([key, each]) => {
    const listed = schema.properties?.[key]
    if (listed) return unlisted(each, listed, `${at}.${key}`)
    return schema.additionalProperties ? [] : [`${at}.${key}`]
  })
}

const schemaOf = (content: Record<string, { schema: Schema }> | undefined) => content?.['application/json']?.schema

test('no call answers 5xx or a field missing from its schema', async () => {
  expect(calls.length).toBeGreaterThan(100)
  const failures: string[] = []
  const answered: Record<number, number> = {}
  for (const [at, call] of calls.entries()) {
    const body = schemaOf(call.operation.requestBody?.content)
    const answer = schemaOf(call.operation.responses?.['200']?.content)
    const token = await server.tokenFor(adminId)
    // Calls meet their own kind, too. Few exports run at once.
    const [runs, step] = isExport(call) ? [EXPORT_RUNS, 1] : [RUNS, 6]
    const inputs = fc.record({
      ids: fc.array(id, { minLength: 3, maxLength: 3 }),
      asked: query,
      sent: body ? like(body) : fc.constant(undefined),
    })
    const ask = async ({ ids, asked, sent }: { ids: string[]; asked: Record<string, string>; sent: unknown }) => {
      const address = addressOf(call, ids, asked)
      const reply = await server.call(call.method, address, { token, body: sent })
      answered[reply.status] = (answered[reply.status] ?? 0) + 1
      const wrong = reply.status >= 500 || (reply.status === 200 && answer && unlisted(reply.body, answer).join(', '))
      if (wrong) {
        failures.push(
          `seed ${SEED}: ${call.method} ${address} ${JSON.stringify(sent)?.slice(0, 300)}: ${reply.status} ${wrong} ${JSON.stringify(reply.body).slice(0, 200)}`,
        )
      }
    }
    const samples = fc.sample(inputs, { numRuns: runs, seed: SEED + at })
    for (let n = 0; n < runs; n += step) await Promise.all(samples.slice(n, n + step).map(ask))
  }
  expect(failures).toEqual([])
  // Both accepted and refused inputs occur.
  const some = (calls.length * RUNS) / 10
  expect(answered[200]).toBeGreaterThan(some)
  expect(answered[400]).toBeGreaterThan(some)
  expect((await server.call('GET', 'health', { token: null })).status).toBe(200)
})
