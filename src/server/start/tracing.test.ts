import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { portOf } from '#server/http/port-of.ts'
import { startDispatcher } from '#server/jobs/dispatcher.ts'
import { createMailTransport } from '#server/mail/mail-transport.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { startSmtp, type TestSmtp } from '#server/test/smtp.ts'
import { withoutValues } from '#server/traces/statement-text.ts'
import { readTraceParent } from '#server/traces/trace-parent.ts'
import { openTracing } from './tracing.ts'

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, string | number> }[]
}

let server: TestServer
let smtp: TestSmtp
let receiver: Server
let spans: SentSpan[] = []
const SECRET = 'Tell nobody 4711'

beforeAll(async () => {
  smtp = await startSmtp()
  server = await startTestServer({ SMTP_URL: smtp.url })
  receiver = createServer(async (request, response) => {
    // biome-ignore lint/suspicious/noExplicitAny: OTLP as JSON, of which a few fields are read
    const body = (await json(request)) as any
    for (const { scopeSpans } of body.resourceSpans) for (const each of scopeSpans) spans.push(...each.spans)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  receiver.close()
  await smtp.stop()
  await server.close()
})

const cache = createRequire(import.meta.url).cache
const loaded = () => Object.keys(cache).filter((file) => file.includes('@opentelemetry'))

/** Spans that this work sends. */
async function traced(work: () => Promise<void>, env: Record<string, string> = {}): Promise<SentSpan[]> {
  spans = []
  const endpoint = `http://127.0.0.1:${portOf(receiver)}`
  const end = await openTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env }))
  try {
    await work()
  } finally {
    await end?.()
  }
  return spans
}

const factOf = ({ attributes }: SentSpan, key: string) =>
  Object.values(attributes.find((each) => each.key === key)?.value ?? {})[0]
const named = (name: string) => spans.filter((span) => span.name === name)

test('nothing of it is loaded where no endpoint is set, and a request id is a UUID', async () => {
  expect(await openTracing(readConfig({}))).toBeNull()
  const { headers } = await server.call('GET', 'health')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-/)
  expect(loaded()).toEqual([])
  await traced(async () => {})
  expect(loaded()).not.toEqual([])
})

test('a request with a mail is one trace: its statements, the job and the mail server; its id is that of the request', async () => {
  const order = await createOrder(server.db, { userId: (await createUser(server.db)).id, companyName: SECRET })
  const template = await server.db
    .insertInto('mailTemplates')
    .values({ title: 'Departure', subject: 'Left', content: `<p>${SECRET}</p>` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const event = await server.db.insertInto('events').values({ name: 'Left' }).returning('id').executeTakeFirstOrThrow()
  const transport = createMailTransport({ smtpUrl: smtp.url, from: 'office@quayside.example' }, server.services.files)
  let requestId: string | null = null
  await traced(async () => {
    const dispatcher = startDispatcher({ db: server.db, transport, log: server.services.log })
    const body = {
      bookingRequestId: order.id,
      eventId: event.id,
      date: '1795165500',
      comment: SECRET,
      emailTemplateId: template.id,
    }
    const reply = await server.call('POST', 'request/event/data/add', { body })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    requestId = reply.headers.get('x-request-id')
    await smtp.next()
    await dispatcher.stop()
  })
  transport.close()
  const [request] = named('POST /api/request/event/data/add')
  expect(request).toMatchObject({ traceId: requestId })
  expect(request && factOf(request, 'http.response.status_code')).toBe(200)
  const [job] = named('job mail')
  const [sent] = named('SMTP')
  expect([job?.traceId, job?.parentSpanId]).toEqual([requestId, request?.spanId])
  expect([sent?.traceId, sent?.parentSpanId]).toEqual([requestId, job?.spanId])
  const statements = spans.filter((span) => factOf(span, 'db.query.text') !== undefined)
  expect(statements.some((span) => span.parentSpanId === request?.spanId)).toBe(true)
  expect(statements.some((span) => span.parentSpanId === job?.spanId)).toBe(true)
  const told = JSON.stringify(spans)
  for (const secret of [SECRET, server.token, 'anna@example', smtp.url, 'Tell nobody'])
    expect(told).not.toContain(secret)
})

test('a failed call says its trace, and what fails is marked without its words', async () => {
  let id: unknown
  await traced(async () => {
    const reply = await server.call('GET', 'request/booking/get/999999')
    id = reply.headers.get('x-request-id')
    await server.call('GET', `site/tracking/${'S'.repeat(43)}?user-token=${SECRET}`, { token: null })
  })
  expect(named('GET /api/request/booking/get/:id')).toMatchObject([{ traceId: id }])
  expect(JSON.stringify(spans)).not.toMatch(/SSSS|Tell/)
})

const CALLER = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const call = (traceparent: string) => async () => {
  await server.call('GET', 'ready', { headers: { traceparent } })
}

test('the traceparent of a trusted proxy is gone on with; of anybody else it is not believed', async () => {
  const header = `00-${CALLER}-${PARENT}-01`
  await traced(call(header))
  expect(named('GET /api/ready')[0]?.traceId).not.toBe(CALLER)
  await traced(call(header), { TRUSTED_PROXIES: '127.0.0.1' })
  expect(named('GET /api/ready')).toMatchObject([{ traceId: CALLER, parentSpanId: PARENT }])
  // The caller does not sample this trace.
  await traced(call(`00-${CALLER}-${PARENT}-00`), { TRUSTED_PROXIES: '127.0.0.1' })
  expect(spans).toEqual([])
})

test.each([
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', true],
  ['01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-later', true],
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more', false],
  ['ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', false],
  ['00-00000000000000000000000000000000-b7ad6b7169203331-01', false],
  ['00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01', false],
  ['00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01', false],
  ['', false],
  [undefined, false],
])('traceparent %s is read: %s', (text, read) => {
  expect(readTraceParent(text) !== null).toBe(read)
})

test('the text of a statement has no values in it', () => {
  expect(withoutValues("select 'O''Brien', $1, 42, 1.5, t2.c3\n  from x limit 10")).toBe(
    'select ?, $1, ?, ?, t2.c3 from x limit ?',
  )
})
