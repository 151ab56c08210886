import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

// Every call of the API's document is sent the wrong type at each of its fields.

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  $ref?: string
}
interface Operation {
  parameters?: { name: string; in: string }[]
  requestBody?: { content?: Record<string, { schema: Schema }> }
}

let server: TestServer
let document: { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }
beforeAll(async () => {
  // Streams end by themselves, but only after minutes.
  server = await startTestServer({}, undefined, { streamMs: 50 })
  document = (await server.call('GET', 'openapi.json', { token: null })).body
})
afterAll(() => server.close())

const signedIn = async () => server.tokenFor((await createUser(server.db, { role: ['ROLE_ADMIN'] })).id)

const WRONG = [{ x: 1 }, [], 'zzz', -1.5, null, 'a\0\ud800', 1e300]
const DEEPEST = 5
/** What the schema library says by itself, for programmers. */
const LIBRARY =
  /^Invalid (input|option|key|element|union|string|number|bigint|discriminator|ISO|UUID|email|URL|Multiple)|^Too (small|big)|^Unrecognized|expected .* received|^Required$/

const resolved = (schema: Schema): Schema =>
  schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

/** A body of the schema's shape whose leaves, or whole fields, are the wrong value. */
function filled(raw: Schema, wrong: unknown, whole: boolean, depth = 0): unknown {
  const schema = resolved(raw)
  const [variant] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (depth > DEEPEST || (whole && depth > 0)) return wrong
  if (variant) return filled(variant, wrong, whole, depth)
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, each]) => [key, filled(each, wrong, whole, depth + 1)]),
    )
  return schema.items ? [filled(schema.items, wrong, whole, depth + 1)] : wrong
}

/** All texts of an answer. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsOf)

/** The wrong ways to make a call: in its address, its query and its body. */
function* wrongly(path: string, { parameters = [], requestBody }: Operation): Generator<[string, unknown?]> {
  const at = (id: string) => path.replace('/api/', '').replaceAll(/\{[A-Za-z]+\}/g, id)
  if (path.includes('{')) yield [at('nope')]
  const queries = parameters.filter((parameter) => parameter.in === 'query')
  for (const value of queries.length > 0 ? ['zzz', '-1'] : [])
    yield [`${at('1')}?${new URLSearchParams(queries.map(({ name }): [string, string] => [name, value]))}`]
  const schema = requestBody?.content?.['application/json']?.schema
  if (!schema) return
  for (const wrong of WRONG) for (const whole of [true, false]) yield [at('1'), filled(schema, wrong, whole)]
}

test('a refused call speaks our words at every field, whatever it was sent', async () => {
  const strange = new Set<string>()
  let refused = 0
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      // Some calls end the session or the account that sends them.
      const token = await signedIn()
      await Promise.all(
        Array.from(wrongly(path, operation), async ([address, body]) => {
          const reply = await server.call(method.toUpperCase(), address, { token, body })
          if (reply.status === 400) refused++
          if (reply.status < 400) return
          for (const text of textsOf([reply.body.message, reply.body.data]))
            if (LIBRARY.test(text)) strange.add(`${method} ${address} ${JSON.stringify(body)?.slice(0, 120)}: ${text}`)
        }),
      )
    }
  expect(refused).toBeGreaterThan(500)
  expect([...strange]).toEqual([])
}, 300_000)

/** Bodies that are no object, or not of the type that they claim to be. */
const NO_BODIES: [type: string, body: string][] = [
  ...['[]', '"x"', '7', 'null', '', '{', '{"a":1,"a":2}'].map((body): [string, string] => ['application/json', body]),
  ...['text/plain', 'application/xml', 'multipart/form-data', 'multipart/form-data; boundary=x', 'nonsense'].map(
    (type): [string, string] => [type, '{}'],
  ),
]

test('a body that is none is refused in our words, or counts as an empty one', async () => {
  const strange = new Set<string>()
  let refused = 0
  for (const [path, methods] of Object.entries(document.paths)) {
    const address = path.replace('/api/', '').replaceAll(/\{[A-Za-z]+\}/g, 'nope')
    for (const method of Object.keys(methods).filter((each) => each !== 'get')) {
      const token = await signedIn()
      await Promise.all(
        NO_BODIES.map(async ([type, body]) => {
          const reply = await fetch(`${server.url}/api/${address}`, {
            method: method.toUpperCase(),
            body,
            headers: { 'user-token': token, 'content-type': type },
          })
          const text = await reply.text()
          if (reply.status === 400 || reply.status === 415) refused++
          const said = reply.status < 400 ? [] : textsOf(JSON.parse(text))
          if (reply.status === 500 || said.some((each) => LIBRARY.test(each)))
            strange.add(`${method} ${address} ${type} ${body}: ${reply.status} ${text.slice(0, 120)}`)
        }),
      )
    }
  }
  expect(refused).toBeGreaterThan(500)
  expect([...strange]).toEqual([])
}, 300_000)

test.each([
  ['POST', 'sailing/1/received', { orderIds: [1], measured: {} }, 'measured', 'This field must be a list'],
  ['PUT', 'drafts/set-event/1', { revision: 0 }, 'revision', 'No less than 1'],
  ['PUT', 'admin/settings', { quietDays: -1 }, 'quietDays', 'No less than 1'],
  ['POST', 'port', { code: 7, name: {} }, 'code', 'This field must be text'],
])('%s %s with %j says at %s: %s', async (method, path, body, field, words) => {
  expect((await server.call(method, path, { token: await signedIn(), body })).body.data).toMatchObject({
    [field]: words,
  })
})
