import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueOrderMail } from '#server/orders/mails/order-mail.ts'
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
  await work.stop()
  const idle = await startWork(mute)
  const order = await queue(mute)
  await sql`select graphile_worker.add_job('send_delivery', json_build_object('deliveryId', 1))`.execute(server.db)
  await server.call('POST', 'app/forgot-password', { token: null, body: { email: server.staff.email } })
  // Each worker has done its own job, and left those of mails.
  const waiting = async () => {
    const { rows } = await sql<{ task: string }>`
      select task_identifier as task from graphile_worker.jobs union all select state from mail_deliveries where state <> 'sent'
      order by 1`.execute(server.db)
    return rows.map(({ task }) => task)
  }
  await expect.poll(waiting, { timeout: 10_000 }).toEqual(['queued', 'queued', 'send_delivery'])
  work = await startWork(server.services)
  const subjects = [(await smtp.next()).mail.subject, (await smtp.next()).mail.subject]
  expect(subjects).toContain(`Order ${order.trackingCode}`)
  await expect.poll(waiting, { timeout: 10_000 }).toEqual([])
  await idle.stop()
})

test('a job that an older version left for a delivery sends nothing twice and goes away', async () => {
  const order = await queue()
  await sql`select graphile_worker.add_job('send_delivery', json_build_object('deliveryId', id)) from mail_deliveries`.execute(
    server.db,
  )
  const { mail } = await smtp.next()
  expect(mail.subject).toBe(`Order ${order.trackingCode}`)
  const jobs = sql`select 1 from graphile_worker.jobs`
  await expect.poll(async () => (await jobs.execute(server.db)).rows.length, { timeout: 10_000 }).toBe(0)
  const subjects = smtp.mails.map((each) => each.mail.subject)
  expect(new Set(subjects).size).toBe(subjects.length)
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
