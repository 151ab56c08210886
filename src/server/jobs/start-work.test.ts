import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueOrderMail } from '#server/mail/order-mail.ts'
import { createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { startSmtp, type TestSmtp } from '#server/test/smtp.ts'
import { startWork } from './start-work.ts'

let smtp: TestSmtp
let server: TestServer
let work: { stop(): Promise<void> }

beforeAll(async () => {
  smtp = await startSmtp()
  server = await startTestServer({ SMTP_URL: smtp.url, MAIL_FROM: 'Office <office@quayside.example>' })
  work = await startWork(server.services)
})
afterAll(async () => {
  await work.stop()
  await server.close()
  await smtp.stop()
})

async function queue(services = server.services) {
  const { db } = server
  const client = await createUser(db)
  const order = await createOrder(db, { userId: client.id })
  const template = await createTemplate(db)
  await db
    .transaction()
    .execute((tx) =>
      queueOrderMail(tx, services, { orderId: order.id, template: { id: template.id } }, { userId: null }),
    )
  return order
}

test('a queued mail is sent within seconds', async () => {
  const order = await queue()
  const { mail } = await smtp.next()
  expect(mail.subject).toBe(`Order ${order.trackingCode}`)
  expect(mail.from?.address).toBe('office@quayside.example')
})

test('an instance without a mail server leaves its mails to one that has', async () => {
  const mute = { ...server.services, config: { ...server.config, smtpUrl: undefined } }
  // It takes its turn at the queue, so the mail would be its to send.
  await work.stop()
  const idle = await startWork(mute)
  const order = await queue(mute)
  await expect
    .poll(async () => (await sql`select 1 from graphile_worker.jobs where attempts = 0`.execute(server.db)).rows.length)
    .toBe(1)
  work = await startWork(server.services)
  const { mail } = await smtp.next()
  expect(mail.subject).toBe(`Order ${order.trackingCode}`)
  await idle.stop()
})

test('hourly and daily sweeps are scheduled', async () => {
  const { rows } = await sql<{
    identifier: string
  }>`select identifier from graphile_worker._private_known_crontabs order by 1`.execute(server.db)
  expect(rows.map((row) => row.identifier)).toEqual(['sweep_files', 'sweep_hourly'])
})

test('mails are sent again after the database closed every connection', async () => {
  // A job that is cut off while it is marked as done surfaces only as an unhandled rejection.
  const jobs = sql`select 1 from graphile_worker.jobs`
  await expect.poll(async () => (await jobs.execute(server.db)).rows.length, { timeout: 10_000 }).toBe(0)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    server.db,
  )
  const order = await queue()
  const { mail } = await smtp.next(15_000)
  expect(mail.subject).toBe(`Order ${order.trackingCode}`)
})
