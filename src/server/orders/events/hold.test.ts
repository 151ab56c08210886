import { afterAll, beforeEach, expect, test } from 'vitest'
import { startWork } from '#server/jobs/start-work.ts'
import { booking, quoteRequest } from '#server/test/bookings.ts'
import { HOLD, startHoldingServer } from '#server/test/holding-server.ts'
import { createLane } from '#server/test/records.ts'
import { startTestServer } from '#server/test/server.ts'

const {
  clientId,
  deliver,
  deliveriesOf,
  departed,
  history,
  makeDue,
  newOrder,
  server,
  smtp,
  statesOf,
  stop,
  templateId,
  trail,
  setWithMail: set,
} = await startHoldingServer()
afterAll(stop)
beforeEach(() => {
  smtp.mails.length = 0
})

const cancel = (mailId: number, token = server.token) => server.call('POST', `admin/mail/${mailId}/cancel`, { token })
const retry = (mailId: number) => server.call('POST', `admin/mail/${mailId}/retry`)

test('the mail of an event is held for MAIL_HOLD_SECONDS, copies with it; the answer says until when', async () => {
  const before = Date.now()
  const { body } = await set((await newOrder()).id)
  const { mail, undoUntil, createdAt } = body.data
  expect(mail).toMatchObject({ state: 'queued', sentAt: null, reason: null })
  expect(mail.sendAt).toBe(undoUntil)
  expect(Date.parse(mail.sendAt) - Date.parse(createdAt)).toBe(HOLD * 1000)
  expect(Math.abs(Date.parse(createdAt) - before)).toBeLessThan(10_000)
  await deliver(mail.id)
  expect(smtp.mails).toEqual([])
  expect(await statesOf(mail.id)).toEqual(['queued', 'queued'])
  for (const { nextAttemptAt } of await deliveriesOf(mail.id)) expect(nextAttemptAt).toBe(mail.sendAt)
  await makeDue(mail.id)
  await deliver(mail.id)
  expect(smtp.mails.flatMap(({ recipients }) => recipients)).toEqual(['anna@example.test', 'desk@quayside.example'])
})

test('the mail log and the mail show until when it is held', async () => {
  const { mail } = (await set((await newOrder()).id)).body.data
  const [first] = (await server.call('GET', 'admin/mail')).body.data.items
  expect(first).toMatchObject({ id: mail.id, sendAt: mail.sendAt })
  expect((await server.call('GET', `admin/mail/${mail.id}`)).body.data.sendAt).toBe(mail.sendAt)
})

test('the time is kept in the database: another instance sends the mail when it is due, not before', async () => {
  const { mail } = (await set((await newOrder()).id)).body.data
  const other = await startTestServer({ SMTP_URL: smtp.url }, server.databaseUrl)
  const work = await startWork(other.services)
  try {
    const soon = (await set((await newOrder()).id)).body.data.mail
    await makeDue(soon.id)
    await expect.poll(() => statesOf(soon.id), { timeout: 10_000 }).toEqual(['sent', 'sent'])
    expect(await statesOf(mail.id)).toEqual(['queued', 'queued'])
  } finally {
    await work.stop()
    await other.close()
  }
})

test('bookings, quote requests, resends and changed orders are held too; test mails and password resets are not', async () => {
  const { depot, cartage } = await createLane(server.db)
  const lane = { shipmentOriginPort: depot.id, shipmentDestination: cartage.id }
  const order = await newOrder()
  const notify = { yourName: 'Anna Berg' }
  const calls = [
    await server.call('POST', 'request/booking', { body: { ...booking, ...lane, userId: clientId } }),
    await server.call('POST', 'request/quote', { body: { ...quoteRequest, userId: clientId } }),
    await server.call('POST', `request/booking/resend/${order.id}`),
    await server.call('PUT', `request/booking/edit/${order.id}?notify=1`, { body: notify }),
    await server.call('POST', 'template/email/test', { body: { content: '<p>Test</p>', subject: 'Test' } }),
  ]
  expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const { items } = (await server.call('GET', 'admin/mail?per_page=5')).body.data
  type Listed = { kind: string; sendAt: string | null; createdAt: string }
  expect(
    items.map(({ kind, sendAt, createdAt }: Listed) => [
      kind,
      sendAt && (Date.parse(sendAt) - Date.parse(createdAt)) / 1000,
    ]),
  ).toEqual([
    ['test', null],
    ['order-changed', HOLD],
    ['booking-request', HOLD],
    ['quote-request', HOLD],
    ['booking-request', HOLD],
  ])
  const [test] = await deliveriesOf(items[0].id)
  expect(test?.nextAttemptAt).toBeNull()
})

test('a held mail can be cancelled without its event, and a retry sends it after all', async () => {
  const order = await newOrder()
  const { id, mail } = (await set(order.id)).body.data
  const reply = await cancel(mail.id)
  expect(
    reply.body.data.deliveries.map(({ state, reason }: { state: string; reason: string }) => [state, reason]),
  ).toEqual([
    ['cancelled', 'Cancelled before it was sent'],
    ['cancelled', 'Cancelled before it was sent'],
  ])
  expect(await trail('mail.cancel', mail.id)).toHaveLength(1)
  expect((await history(order.id))[0]).toMatchObject({ id, mail: { state: 'cancelled', sentAt: null } })
  await makeDue(mail.id)
  await deliver(mail.id)
  expect(smtp.mails).toEqual([])
  const cancelled = await server.call('GET', 'admin/mail?state=cancelled')
  expect(cancelled.body.data.items[0].id).toBe(mail.id)
  expect((await cancel(mail.id)).body).toMatchObject({ code: 409, message: 'No delivery of this mail is waiting.' })
  expect((await retry(mail.id)).status).toBe(200)
  await deliver(mail.id)
  expect(smtp.mails).toHaveLength(2)
})

test('cancelling an unknown mail is 404, by a client 403', async () => {
  expect((await cancel(999_999)).status).toBe(404)
  const { mail } = (await set((await newOrder()).id)).body.data
  expect((await cancel(mail.id, await server.signIn())).status).toBe(403)
  expect(await statesOf(mail.id)).toEqual(['queued', 'queued'])
})

test('a resend that was cancelled before it was sent does not count', async () => {
  const order = await newOrder()
  const resend = () => server.call('POST', `request/booking/resend/${order.id}`)
  const first = (await resend()).body.data
  expect(Date.parse(first.mail.sendAt) - Date.parse(first.sentAt)).toBe(HOLD * 1000)
  expect((await resend()).body.data).toEqual({ sentAt: first.sentAt, mail: null })
  await cancel(first.mail.id)
  const second = (await resend()).body.data
  expect(second.mail.id).toBeGreaterThan(first.mail.id)
  expect(second.sentAt > first.sentAt).toBe(true)
})

test('without a mail server anywhere the mail is unsent and not held, and the event can still be undone', async () => {
  await server.pool.query('delete from mail_server')
  const mute = await startTestServer({ MAIL_HOLD_SECONDS: String(HOLD), SMTP_URL: '' }, server.databaseUrl)
  const entry = await mute.call('POST', 'request/event/data/add', {
    body: {
      bookingRequestId: (await newOrder()).id,
      eventId: departed.id,
      date: '1',
      emailTemplateId: templateId,
    },
  })
  const { id, mail, undoUntil, createdAt } = entry.body.data
  expect(mail).toMatchObject({ state: 'unsent', sendAt: null })
  expect(Date.parse(undoUntil) - Date.parse(createdAt)).toBe(HOLD * 1000)
  expect((await cancel(mail.id)).status).toBe(409)
  expect((await mute.call('POST', `request/event/entry/${id}/undo`)).status).toBe(200)
  await mute.close()
})

test('with 0 seconds a mail is due at once and nothing can be undone; the settings name the seconds', async () => {
  const quick = await startTestServer({ MAIL_HOLD_SECONDS: '0', SMTP_URL: smtp.url }, server.databaseUrl)
  const body = { bookingRequestId: (await newOrder()).id, eventId: departed.id, date: '1', emailTemplateId: templateId }
  const { id, mail, createdAt } = (await quick.call('POST', 'request/event/data/add', { body })).body.data
  expect(mail.sendAt).toBe(createdAt)
  expect((await quick.call('POST', `request/event/entry/${id}/undo`)).status).toBe(409)
  await deliver(mail.id)
  expect(smtp.mails).toHaveLength(2)
  expect((await quick.call('GET', 'settings')).body.data.mailHoldSeconds).toBe(0)
  expect((await server.call('GET', 'settings')).body.data.mailHoldSeconds).toBe(HOLD)
  await quick.close()
})
