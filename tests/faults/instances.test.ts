import { md5 } from 'js-md5'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWork } from '#server/jobs/start-work.ts'
import { createEvent, createOrder, createTemplate, createUser, PASSWORD } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { startSmtp, type TestSmtp } from '#server/test/smtp.ts'

// Two servers in one process: each has its own pool and queue worker; they share only the database.
let smtp: TestSmtp
let one: TestServer
let two: TestServer
let work: { stop(): Promise<void> }[]

beforeAll(async () => {
  smtp = await startSmtp()
  one = await startTestServer({ SMTP_URL: smtp.url })
  two = await startTestServer({ SMTP_URL: smtp.url }, one.databaseUrl)
  work = [await startWork(one.services), await startWork(two.services)]
})
afterAll(async () => {
  await Promise.all(work.map((each) => each.stop()))
  await two.close()
  await one.close()
  await smtp.stop()
})

const login = (server: TestServer, email: string, password = PASSWORD) =>
  server.call('POST', 'login', { token: null, body: { login: email, password: md5(password), rememberMe: false } })

test('a login or logout on one instance counts on the other', async () => {
  const user = await createUser(one.db, { role: ['ROLE_ADMIN'] })
  const token = (await login(one, user.email)).body.data.user_token
  expect((await two.call('GET', 'user/check_token', { token })).body.data.id).toBe(user.id)
  await two.call('POST', 'logout', { token })
  expect((await one.call('GET', 'user/check_token', { token })).status).toBe(401)
})

test('wrong passwords are counted across both instances', async () => {
  const user = await createUser(one.db, { role: ['ROLE_ADMIN'] })
  const statuses: number[] = []
  for (let attempt = 0; attempt < 12; attempt++)
    statuses.push((await login(attempt % 2 ? one : two, user.email, 'wrong-password')).status)
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400))
  expect(statuses.slice(10)).toEqual([429, 429])
})

test('the same Idempotency-Key on both instances makes one event and one mail', async () => {
  const order = await createOrder(one.db, { userId: (await createUser(one.db)).id })
  const event = await createEvent(one.db)
  const template = await createTemplate(one.db)
  const body = {
    bookingRequestId: order.id,
    eventId: event.id,
    date: '1767225600',
    comment: '',
    emailTemplateId: template.id,
    documents: [],
  }
  const set = (server: TestServer) =>
    server.call('POST', 'request/event/data/add', {
      token: one.token,
      body,
      headers: { 'idempotency-key': 'pressed-twice' },
    })
  const replies = await Promise.all([set(one), set(two), set(one), set(two)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1)
  expect((await one.call('GET', `request/event/data/${order.id}`)).body.data).toHaveLength(1)
})

test('forty mails queued on both instances are sent once each', async () => {
  const event = await createEvent(one.db)
  const template = await createTemplate(one.db)
  const { id: userId } = await createUser(one.db)
  const before = smtp.mails.length
  const orders = await Promise.all(Array.from({ length: 40 }, () => createOrder(one.db, { userId })))
  await Promise.all(
    orders.map(({ id }, index) =>
      (index % 2 ? one : two).call('POST', 'request/event/data/add', {
        token: one.token,
        body: {
          bookingRequestId: id,
          eventId: event.id,
          date: '1767225600',
          comment: '',
          emailTemplateId: template.id,
          documents: [],
        },
      }),
    ),
  )
  const unsent = async () =>
    (await one.pool.query("select count(*)::int as n from mail_deliveries where state <> 'sent'")).rows[0].n
  await expect.poll(unsent, { timeout: 20_000 }).toBe(0)
  const subjects = smtp.mails.map(({ mail }) => mail.subject)
  expect(smtp.mails.length - before).toBeGreaterThanOrEqual(40)
  expect(new Set(subjects).size).toBe(subjects.length)
  for (const { trackingCode } of orders) expect(subjects).toContain(`Order ${trackingCode}`)
})
