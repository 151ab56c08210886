import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDb, createPool, type Db } from '#server/db/client.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { sweepStuckDeliveries } from '#server/jobs/sweeps.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createEvent, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { startSmtp, type TestSmtp } from '#server/test/smtp.ts'
import { loadDuring, lostEdits } from '#tests/faults/lib/load.ts'
import { startProxy, type TestProxy } from '#tests/faults/lib/proxy.ts'
import { type ServerProcess, startServerProcess } from '#tests/lib/server-process.ts'

// `npm run test:faults` kills the server 100 times.
const KILLS = Number(process.env.KILLS || 2)
const WRITERS = 6
vi.setConfig({ testTimeout: 30_000 + KILLS * 15_000, hookTimeout: 60_000 })

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: ReturnType<typeof createPool>
let db: Db
let smtp: TestSmtp
let folder: string
let server: ServerProcess
let proxy: TestProxy
let token: string
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 4)
  db = createDb(pool)
  smtp = await startSmtp()
  folder = await mkdtemp(join(await realpath(tmpdir()), 'quayside-faults-'))
  const { id } = await createUser(db, { role: ['ROLE_ADMIN'] })
  token = newToken()
  await db
    .insertInto('sessions')
    .values({ userId: id, impersonatorId: null, tokenHash: hashToken(token), expiresAt: new Date(Date.now() + 9e6) })
    .execute()
  const through = new URL(database.url)
  proxy = await startProxy(Number(through.port))
  through.port = String(proxy.port)
  server = await startServerProcess({ DATABASE_URL: through.href, DATA_DIR: folder, SMTP_URL: smtp.url, DEMO: '0' })
})
afterAll(async () => {
  await server.kill()
  await proxy.close()
  await smtp.stop()
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

interface Answer {
  status: number
  data: { id: number; items: { id: number }[] }
}

/** Repeats a call with the same idempotency key until it is acknowledged; returns its data. */
async function acknowledged(path: string, method: string, body: FormData | object): Promise<Answer['data']> {
  const key = randomUUID()
  for (;;) {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: {
        'user-token': token,
        'idempotency-key': key,
        ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
      .then(async (reply) => ({ status: reply.status, data: ((await reply.json()) as Answer).data }))
      .catch(() => null)
    if (answer?.status === 200) return answer.data
    // Only 'not reachable' and 'not ready' are expected.
    if (answer && answer.status !== 503) throw new Error(`${method} ${path} answered ${answer.status}`)
    await wait(50)
  }
}

interface Ledger {
  events: { id: number; orderId: number; documentId: number }[]
  edits: Map<number, string>
}

/** Sets events with a document and a mail, and edits the order, while `on()`. */
async function write(
  order: { id: number },
  ids: { event: number; template: number },
  ledger: Ledger,
  on: () => boolean,
) {
  for (let n = 0; on(); n++) {
    const form = new FormData()
    form.append('files[]', new Blob([new Uint8Array(PDF)]), `paper ${n}.pdf`)
    const [document] = (await acknowledged('admin/document/upload/6', 'POST', form)).items
    if (!document) throw new Error('nothing was uploaded')
    const { id } = await acknowledged('request/event/data/add', 'POST', {
      bookingRequestId: order.id,
      eventId: ids.event,
      date: '1767225600',
      comment: `${order.id} ${n}`,
      emailTemplateId: ids.template,
      documents: [document.id],
    })
    ledger.events.push({ id, orderId: order.id, documentId: document.id })
    const additionalInformation = `edit ${n}`
    await acknowledged(`request/booking/edit/${order.id}?notify=0`, 'PUT', { additionalInformation })
    ledger.edits.set(order.id, additionalInformation)
  }
}

const one = async (query: ReturnType<typeof sql<{ n: number }>>) => (await query.execute(db)).rows[0]?.n

test(`${KILLS} × kill -9 during mixed writes: every acknowledged write is kept, none is half done, no mail is lost`, async () => {
  const { id: userId } = await createUser(db)
  const ids = { event: (await createEvent(db)).id, template: (await createTemplate(db)).id }
  const orders = await Promise.all(Array.from({ length: WRITERS }, () => createOrder(db, { userId })))
  const ledger: Ledger = { events: [], edits: new Map() }
  let writing = true
  const writers = orders.map((order) => write(order, ids, ledger, () => writing))
  for (let kill = 0; kill < KILLS; kill++) {
    // Waits until something is acknowledged between two kills, also on a slow machine.
    const told = ledger.events.length
    while (ledger.events.length === told) await wait(20)
    await wait(Math.random() * 500)
    await server.kill()
    await server.start()
  }
  writing = false
  await Promise.all(writers)
  expect(ledger.events.length).toBeGreaterThan(KILLS)

  for (const { id, orderId, documentId } of ledger.events) {
    const row = await db.selectFrom('orderEvents').select('orderId').where('id', '=', id).executeTakeFirst()
    expect(row).toEqual({ orderId })
    const paper = await db
      .selectFrom('documents')
      .select(['orderEventId', 'sha256'])
      .where('id', '=', documentId)
      .executeTakeFirstOrThrow()
    expect(paper.orderEventId).toBe(id)
    expect(paper.sha256.equals(createHash('sha256').update(PDF).digest())).toBe(true)
  }
  // Each order has the last acknowledged edit, or a later one that was not acknowledged.
  for (const [orderId, told] of ledger.edits) {
    const row = await db
      .selectFrom('orders')
      .select('additionalInformation')
      .where('id', '=', orderId)
      .executeTakeFirst()
    expect(Number(row?.additionalInformation.slice(5))).toBeGreaterThanOrEqual(Number(told.slice(5)))
  }
  const repeated = sql<{ n: number }>`
    select count(*)::int as n from (select comment from order_events where comment <> '' group by 1 having count(*) > 1) x`
  expect(await one(repeated)).toBe(0)
  const bare = sql<{ n: number }>`
    select count(*)::int as n from order_events e where not exists (select 1 from documents d where d.order_event_id = e.id)`
  expect(await one(bare)).toBe(0)
  const mailless = sql<{ n: number }>`
    select count(*)::int as n from order_events e where not exists (select 1 from mails m where m.order_event_id = e.id)`
  expect(await one(mailless)).toBe(0)

  // Mails of a killed worker are retried after two minutes: pretends they have passed.
  const left = sql<{ n: number }>`select count(*)::int as n from mail_deliveries where state <> 'sent'`
  await expect
    .poll(
      async () => {
        await sql`update mail_deliveries set updated_at = now() - interval '3 minutes', next_attempt_at = null
          where state in ('queued', 'sending') and updated_at < now() - interval '2 seconds'`.execute(db)
        await sweepStuckDeliveries(db)
        return one(left)
      },
      { timeout: 60_000, interval: 300 },
    )
    .toBe(0)
  const mails = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  // A mail sent just before the kill may be sent again, with the same message id.
  expect(new Set(smtp.mails.map(({ mail }) => mail.messageId)).size).toBe(mails.n)
})

test('SIGTERM under load: requests in progress are answered, and the server exits by itself', async () => {
  const order = await createOrder(db, { userId: (await createUser(db)).id })
  const get = () =>
    fetch(`${server.url}/api/request/booking/get/${order.id}`, { headers: { 'user-token': token } }).then(
      ({ status }) => status,
      (error: { cause?: { code?: string } }) => error.cause?.code ?? 'closed',
    )
  const answers = Array.from({ length: 60 }, get)
  // One is answered, so that others have arrived.
  await Promise.race(answers)
  const code = await server.stop()
  const said = await Promise.all(answers)
  expect(code).toBe(0)
  // Every request was answered, refused with 503 or never accepted: none was cut off.
  const fine = [200, 503, 'ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET']
  expect(said.filter((each) => !fine.includes(each))).toEqual([])
  expect(said.filter((each) => each === 200).length).toBeGreaterThan(0)
  await server.start()
})

test('database connections cut and refused under load: 503, and recovery within 5 s', async () => {
  const { id: userId } = await createUser(db)
  const orders = await Promise.all(Array.from({ length: 20 }, () => createOrder(db, { userId })))
  const load = { url: server.url, token, callers: 20, orders: orders.map(({ id }) => id) }
  const { acknowledged, odd, away, back } = await loadDuring(load, async () => {
    proxy.cut()
    await wait(1_000)
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(503)
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    proxy.mend()
  })
  expect(odd).toEqual([])
  expect(away.length).toBeGreaterThan(0)
  expect(acknowledged.size).toBe(20)
  expect(await lostEdits(pool, acknowledged)).toEqual([])
  expect(back).toBeLessThan(5_000)
})
