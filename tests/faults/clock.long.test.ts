import { randomUUID } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { md5 } from 'js-md5'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDb, createPool, type Db } from '#server/db/client.ts'
import { environment } from '#server/db/embedded/cluster.ts'
import { type Embedded, startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { createEvent, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { startSmtp, type TestSmtp } from '#server/test/smtp.ts'
import { type FakeClock, findFaketime, startClock } from '#tests/faults/lib/fake-clock.ts'
import { type ServerProcess, startServerProcess } from '#tests/lib/server-process.ts'

const library = await findFaketime()
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

const HOUR = 3_600

let folder: string
let clocks: { database: FakeClock; server: FakeClock }
let database: Embedded
let server: ServerProcess
let smtp: TestSmtp
let pool: ReturnType<typeof createPool>
let db: Db
let userId: number
let token: string

describe.skipIf(!library)(
  `the clock is set back an hour${library ? '' : ' (libfaketime is not available here)'}`,
  () => {
    beforeAll(async () => {
      folder = await mkdtemp(join(await realpath(tmpdir()), 'quayside-clocks-'))
      clocks = { database: await startClock(library ?? ''), server: await startClock(library ?? '') }
      Object.assign(environment, clocks.database.env)
      database = await startEmbedded(join(folder, 'database'))
      await migrate(database.url)
      pool = createPool(database.url, 2)
      db = createDb(pool)
      smtp = await startSmtp()
      userId = (await createUser(db, { role: ['ROLE_ADMIN'] })).id
      token = await tokenFor('1 hour')
      server = await startServerProcess({
        ...clocks.server.env,
        DATABASE_URL: database.url,
        DATA_DIR: join(folder, 'data'),
        SMTP_URL: smtp.url,
        DEMO: '0',
      })
    })
    afterAll(async () => {
      await server?.kill()
      await pool?.end()
      await database?.stop()
      await smtp?.stop()
      await Promise.all([clocks.database.remove(), clocks.server.remove()])
      await rm(folder, { recursive: true, force: true })
    })

    test.each([
      ['of server and database', { server: -HOUR, database: -HOUR }],
      ['of the database', { server: 0, database: -HOUR }],
      ['of the server', { server: -HOUR, database: 0 }],
    ])('%s: history in order, nothing done twice, limits apply, all mails are sent, tokens expire', async (_, to) => {
      const { id: orderId } = await createOrder(db, { userId })
      const account = await createUser(db, { role: ['ROLE_MANAGER'] })
      const soonOver = await tokenFor('20 seconds')
      // Mails wait a minute for their next attempt.
      smtp.refuse('*', 451, 'Greylisted')
      const setEvent = await eventsOf(orderId)
      const first = await setEvent('before')
      for (let n = 0; n < 11; n++) await guess(account.email)
      await expect.poll(() => waiting('attempts = 1'), { timeout: 20_000 }).toBe(1)

      await setClocks(to)
      smtp.refuse('*', 451, 'Greylisted', 0)
      expect((await call('GET', 'user/check_token')).status).toBe(200)
      expect(await setEvent('before', first.key)).toEqual(first)
      const later = [await setEvent('after'), await setEvent('after that')]
      const history = (await call('GET', `request/event/data/${orderId}`)).data
      expect(history.map(({ id }: { id: number }) => id)).toEqual([later[1]?.id, later[0]?.id, first.id])
      const order = (await call('GET', `request/booking/get/${orderId}`)).data
      expect(order).toMatchObject({ lastEventName: 'after that' })
      await versionsGrow(orderId, order.updatedAt)

      const refused = await guess(account.email)
      expect(refused.status).toBe(429)
      expect(Number(refused.retryAfter)).toBeLessThanOrEqual(900)
      // A job added now runs now.
      expect((await call('POST', 'app/forgot-password', { email: account.email })).status).toBe(200)
      await expect.poll(() => waiting(), { timeout: 150_000, interval: 500 }).toBe(0)
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from mails`.execute(db)
      const left = smtp.mails.map(({ mail }) => mail.messageId)
      expect(left).toHaveLength(rows[0]?.n ?? -1)
      expect(new Set(left).size).toBe(left.length)

      await setClocks({ server: 0, database: 0 })
      expect((await call('GET', 'user/check_token', undefined, soonOver)).status).toBe(401)
      expect((await call('GET', 'user/check_token')).status).toBe(200)
      const immortal = await sql`select 1 from sessions where expires_at > now() + interval '13 hours'`.execute(db)
      expect(immortal.rows).toEqual([])
    })
  },
)

async function tokenFor(life: string): Promise<string> {
  const made = newToken()
  const expiresAt = sql<string>`now() + ${life}::interval`
  await db
    .insertInto('sessions')
    .values({ userId, impersonatorId: null, tokenHash: hashToken(made), expiresAt })
    .execute()
  return made
}

async function setClocks(to: { server: number; database: number }): Promise<void> {
  await Promise.all([clocks.server.set(to.server), clocks.database.set(to.database)])
  const { rows } = await sql<{ off: number }>`
    select extract(epoch from clock_timestamp())::float8 - ${Date.now() / 1000} as off`.execute(db)
  // The database uses the fake clock.
  expect(Math.abs((rows[0]?.off ?? 0) - to.database)).toBeLessThan(60)
}

async function call(method: string, path: string, body?: object, as = token, headers: Record<string, string> = {}) {
  const reply = await fetch(`${server.url}/api/${path}`, {
    method,
    headers: { 'user-token': as, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    body: body && JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test asks for any path of the reply and fails when it is not there
  const { data } = (await reply.json()) as { data: any }
  return { status: reply.status, data, retryAfter: reply.headers.get('retry-after') }
}

const guess = (login: string) => call('POST', 'login', { login, password: md5('wrong') })

/** Sets events with a mail; repeating a call with its key repeats no event. */
async function eventsOf(orderId: number) {
  const { id: emailTemplateId } = await createTemplate(db)
  const ids = new Map<string, number>()
  return async (name: string, key: string = randomUUID()) => {
    const eventId = ids.get(name) ?? (await createEvent(db, name)).id
    ids.set(name, eventId)
    const date = String(Math.floor(Date.now() / 1000))
    const body = {
      bookingRequestId: orderId,
      eventId,
      date: sent.get(key) ?? date,
      comment: '',
      emailTemplateId,
      documents: [],
    }
    sent.set(key, body.date)
    const { status, data } = await call('POST', 'request/event/data/add', body, token, { 'idempotency-key': key })
    expect(status).toBe(200)
    return { key, id: Number(data.id) }
  }
}
/** Requests by key, to be repeated exactly. */
const sent = new Map<string, string>()

/**
 * Expects that a save from the current version succeeds, one from an older version fails, and versions grow.
 */
async function versionsGrow(orderId: number, updatedAt: string): Promise<void> {
  const save = (text: string, from: string) =>
    call('PUT', `request/booking/edit/${orderId}?notify=0`, { additionalInformation: text, updatedAt: from })
  const saved = await save('one', updatedAt)
  expect(saved.status).toBe(200)
  expect(Date.parse(saved.data.updatedAt)).toBeGreaterThan(Date.parse(updatedAt))
  expect((await save('two', updatedAt)).status).toBe(409)
}

async function waiting(where = 'true'): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from mail_deliveries where state <> 'sent' and ${sql.raw(where)}`.execute(db)
  return rows[0]?.n ?? 0
}
