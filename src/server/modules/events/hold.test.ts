import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWork } from '#server/jobs/start-work.ts'
import { createMailTransport } from '#server/mail/mail-transport.ts'
import { sendDelivery } from '#server/mail/send-delivery.ts'
import { createEvent, createLane, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { startSmtp, type TestSmtp } from '#server/test/smtp.ts'

const HOLD = 120

let smtp: TestSmtp
let server: TestServer
let transport: ReturnType<typeof createMailTransport>
let clientId: number
let templateId: number
let departed: { id: number }

beforeAll(async () => {
  smtp = await startSmtp()
  server = await startTestServer({ SMTP_URL: smtp.url, MAIL_HOLD_SECONDS: String(HOLD) })
  transport = createMailTransport({ smtpUrl: smtp.url, from: server.config.mailFrom }, server.services.files)
  clientId = (await createUser(server.db)).id
  templateId = (await createTemplate(server.db)).id
  departed = await createEvent(server.db, 'Departed')
  await server.db.insertInto('mailAddresses').values({ email: 'desk@quayside.example', send: true }).execute()
})
beforeEach(() => {
  smtp.mails.length = 0
})
afterAll(async () => {
  transport.close()
  await server.close()
  await smtp.stop()
})

const newOrder = () => createOrder(server.db, { userId: clientId })
const set = (orderId: number, more: object = {}, token = server.token) =>
  server.call('POST', 'request/event/data/add', {
    body: { bookingRequestId: orderId, eventId: departed.id, date: '1767225600', emailTemplateId: templateId, ...more },
    token,
  })
const undo = (entryId: number, token = server.token) =>
  server.call('POST', `request/event/entry/${entryId}/undo`, { token })
const cancel = (mailId: number, token = server.token) => server.call('POST', `admin/mail/${mailId}/cancel`, { token })
const retry = (mailId: number) => server.call('POST', `admin/mail/${mailId}/retry`)
const history = async (orderId: number) => (await server.call('GET', `request/event/data/${orderId}`)).body.data
const deliveriesOf = (mailId: number) =>
  server.db.selectFrom('mailDeliveries').selectAll().where('mailId', '=', mailId).orderBy('id').execute()
const statesOf = async (mailId: number) => (await deliveriesOf(mailId)).map(({ state }) => state)
/** Does what a worker does with the jobs of a mail. */
async function deliver(mailId: number) {
  for (const { id } of await deliveriesOf(mailId))
    await sendDelivery({ db: server.db, transport, log: server.services.log }, id)
}
/** Makes the deliveries of a mail due, as if time had passed for them only. */
const makeDue = (mailId: number) =>
  sql`update mail_deliveries set next_attempt_at = now() where mail_id = ${mailId}`.execute(server.db)
/** Ends the time to undo an entry. */
const letPass = (entryId: number) =>
  sql`
  with passed as (update mails set send_at = now() where order_event_id = ${entryId})
  update order_events set created_at = now() - make_interval(secs => ${HOLD}) where id = ${entryId}`.execute(server.db)
const trail = (action: string, entityId: number) =>
  server.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('action', '=', action)
    .where('entityId', '=', entityId)
    .execute()

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

test('the time is kept in the database: another instance sends the mail when its job is due, not before', async () => {
  const { mail } = (await set((await newOrder()).id)).body.data
  const jobs = sql<{ runAt: string }>`
    select j.run_at from graphile_worker.jobs j join mail_deliveries d on j.key = 'delivery:' || d.id
    where d.mail_id = ${mail.id}`
  for (const { runAt } of (await jobs.execute(server.db)).rows)
    expect(Math.floor(Date.parse(runAt))).toBeGreaterThanOrEqual(Date.parse(mail.sendAt))
  const other = await startTestServer({ SMTP_URL: smtp.url }, server.databaseUrl)
  const work = await startWork(other.services)
  try {
    const soon = (await set((await newOrder()).id)).body.data.mail
    await makeDue(soon.id)
    await sql`select graphile_worker.reschedule_jobs(array_agg(j.id), run_at => now()) from graphile_worker.jobs j
      join mail_deliveries d on j.key = 'delivery:' || d.id where d.mail_id = ${soon.id}`.execute(server.db)
    await expect.poll(() => statesOf(soon.id), { timeout: 10_000 }).toEqual(['sent', 'sent'])
    expect(await statesOf(mail.id)).toEqual(['queued', 'queued'])
  } finally {
    await work.stop()
    await other.close()
  }
})

test('bookings, quote requests, resends and changed orders are held too; test mails and password resets are not', async () => {
  const { depot, cartage } = await createLane(server.db)
  const place = { name: 'Anna', address: '1 Dock Road' }
  const booking = {
    ...{ userId: clientId, transportationMode: 0, shipmentTradeTerms: 2, shipmentOriginPort: depot.id },
    ...{ shipmentDestination: cartage.id, shipmentVolume: 2, shipmentWeight: 900, estimatedTransportation: 500 },
    ...{ yourName: 'Anna', companyName: 'Anna Trading', companyAddress: place.address, email: 'anna@example.test' },
    ...{ phone: '16045550100', companyNameShipper: 'Lamps', companyAddressShipper: '8 Factory Street' },
    ...{ namePersonCharge: 'Li', emailShipper: 'li@example.test', phoneShipper: '86138', shipmentDescription: 'Lamps' },
    ...{ shipmentPurchase: 'PO-77', sendMail: true },
  }
  const quote = { userId: clientId, name: 'Anna', email: 'anna@example.test', phoneNumber: '1604', message: 'Two' }
  const order = await newOrder()
  const notify = { yourName: 'Anna Berg' }
  const calls = [
    await server.call('POST', 'request/booking', { body: booking }),
    await server.call('POST', 'request/quote', { body: quote }),
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

test('undo reverts the whole submission: entry, last event, mail and attached documents', async () => {
  const order = await newOrder()
  const older = (await set(order.id, { emailTemplateId: null })).body.data
  const before = (await server.call('GET', `request/booking/get/${order.id}`)).body.data
  const form = new FormData()
  form.append('files[]', new Blob(['%PDF-1.4\n%%EOF\n']), 'invoice.pdf')
  const documents = [(await server.call('POST', 'admin/document/upload/1', { body: form })).body.data.items[0].id]
  const entry = (await set(order.id, { documents, comment: 'Too early' })).body.data
  expect(entry.documents).toHaveLength(1)

  const reply = await undo(entry.id)
  expect(reply.body).toMatchObject({ code: 200, data: { lastEventEntryId: older.id } })
  expect((await server.call('GET', `request/booking/get/${order.id}`)).body.data).toEqual(before)
  expect((await history(order.id)).map(({ id }: { id: number }) => id)).toEqual([older.id])
  expect((await server.call('GET', `admin/mail/${entry.mail.id}`)).status).toBe(404)
  const [audited] = await trail('order.undo-event', order.id)
  expect(audited).toMatchObject({
    userId: server.staff.id,
    before: { entryId: entry.id, event: 'Departed', comment: 'Too early', documents, mailId: entry.mail.id },
  })
  await makeDue(entry.mail.id)
  await deliver(entry.mail.id)
  expect(smtp.mails).toEqual([])
  expect((await undo(entry.id)).status).toBe(404)
  // The documents belong to whoever uploaded them again.
  expect((await set(order.id, { documents })).status).toBe(200)
})

test('an event without a mail can be undone for just as long; undoing the first one leaves the order without an event', async () => {
  const order = await newOrder()
  const { id, mail, undoUntil, createdAt } = (await set(order.id, { emailTemplateId: null })).body.data
  expect(mail).toBeNull()
  expect(Date.parse(undoUntil) - Date.parse(createdAt)).toBe(HOLD * 1000)
  expect((await undo(id)).body.data).toEqual({ lastEventEntryId: null })
  expect((await server.call('GET', `request/booking/get/${order.id}`)).body.data).toMatchObject({
    lastEventEntryId: null,
    lastEventId: null,
    lastEventName: null,
    lastEventPublicStatus: null,
    lastEventTime: null,
  })
})

test('only the person who set an event, or an administrator, can undo it; clients never', async () => {
  const order = await newOrder()
  const colleague = await server.signIn({ role: ['ROLE_MANAGER'] })
  const { id } = (await set(order.id)).body.data
  expect((await undo(id, colleague)).body).toMatchObject({
    code: 403,
    message: 'Only the person who set this event, or an administrator, can undo it',
  })
  expect((await undo(id, await server.signIn())).status).toBe(403)
  expect(await history(order.id)).toHaveLength(1)
  expect((await undo(id, await server.signIn({ role: ['ROLE_ADMIN'] }))).status).toBe(200)
})

test('only the newest entry of an order can be undone', async () => {
  const order = await newOrder()
  const first = (await set(order.id)).body.data.id
  const second = (await set(order.id)).body.data.id
  expect((await undo(first)).body).toMatchObject({ code: 409, message: 'Only the latest event can be undone.' })
  expect((await undo(second)).status).toBe(200)
  expect((await undo(first)).status).toBe(200)
})

test.each([{ emailTemplateId: null }, {}])('after the time an event with %o can no longer be undone', async (more) => {
  const order = await newOrder()
  const { id } = (await set(order.id, more)).body.data
  await letPass(id)
  expect((await undo(id)).body).toMatchObject({
    code: 409,
    message: 'This event can no longer be undone. Withdraw it instead.',
  })
  expect(await history(order.id)).toHaveLength(1)
})

test.each([
  ['sent to the client', 'to', 'sent'],
  ['sent as a copy', 'copy', 'sent'],
  ['being handed over', 'to', 'sending'],
])('once a delivery was %s, neither undo nor cancel is possible', async (_, role, state) => {
  const { id, mail } = (await set((await newOrder()).id)).body.data
  const leave = (at: string) =>
    sql`update mail_deliveries set state = ${state}, updated_at = ${at}::timestamptz,
      sent_at = case when ${state} = 'sent' then ${at}::timestamptz end
      where mail_id = ${mail.id} and role = ${role}`.execute(server.db)
  await leave(new Date().toISOString())
  const message = expect.stringMatching(/^The mail has left at \d{1,2}:\d\d\.$/)
  expect((await undo(id)).body).toMatchObject({ code: 409, message })
  expect((await cancel(mail.id)).body).toMatchObject({ code: 409, message })
  expect((await statesOf(mail.id)).sort()).toEqual(['queued', state])
  await leave('2026-01-02T10:02:00Z')
  expect((await undo(id)).body.message).toBe('The mail has left on Jan 2 2026 at 10:02.')
})

test('of an undo and the delivery at the same moment exactly one wins', async () => {
  for (let round = 0; round < 8; round++) {
    smtp.mails.length = 0
    const order = await newOrder()
    const { id, mail } = (await set(order.id)).body.data
    await makeDue(mail.id)
    const later = async () => {
      // The worker comes a little later each time.
      for (let i = 0; i < round; i++) await sql`select 1`.execute(server.db)
      await deliver(mail.id)
    }
    const [reply] = await Promise.all([undo(id), later()])
    const entries = await history(order.id)
    if (reply.status === 200) expect([smtp.mails.length, entries.length]).toEqual([0, 0])
    else {
      expect(reply.body).toMatchObject({ code: 409, message: expect.stringMatching(/^The mail has left /) })
      expect([smtp.mails.length, entries.length]).toEqual([2, 1])
    }
  }
})

test('a worker that comes while an undo is under way waits for it and sends nothing', async () => {
  const { id, mail } = (await set((await newOrder()).id)).body.data
  await makeDue(mail.id)
  const blocked = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { worker } = await server.db.transaction().execute(async (tx) => {
    // The steps of an undo, with the worker between them.
    await sql`select 1 from mail_deliveries where mail_id = ${mail.id} for update`.execute(tx)
    const sending = deliver(mail.id)
    await expect.poll(async () => (await blocked.execute(server.db)).rows.length).toBe(1)
    await sql`delete from mails where id = ${mail.id}`.execute(tx)
    return { worker: sending }
  })
  await worker
  expect(smtp.mails).toEqual([])
  expect((await undo(id)).status).toBe(200)
})

test('of two simultaneous undos one undoes the event, the other is 404', async () => {
  const order = await newOrder()
  const { id } = (await set(order.id)).body.data
  const replies = await Promise.all([undo(id), undo(id)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
})

test('an undo that fails halfway leaves everything as it was', async () => {
  const order = await newOrder()
  const entry = (await set(order.id)).body.data
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(server.db)
  await sql`create trigger refuse before delete on order_events for each row execute function refuse()`.execute(
    server.db,
  )
  try {
    expect((await undo(entry.id)).status).toBe(500)
    expect(await history(order.id)).toEqual([entry])
    expect(await statesOf(entry.mail.id)).toEqual(['queued', 'queued'])
  } finally {
    await sql`drop function refuse cascade`.execute(server.db)
  }
  expect((await undo(entry.id)).status).toBe(200)
})

test('a held mail can be cancelled without its event, and a retry sends it after all', async () => {
  const order = await newOrder()
  const { id, mail } = (await set(order.id)).body.data
  const reply = await cancel(mail.id)
  expect(
    reply.body.data.deliveries.map(({ state, reason }: { state: string; reason: string }) => [state, reason]),
  ).toEqual([
    ['cancelled', 'Cancelled before it left'],
    ['cancelled', 'Cancelled before it left'],
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

test('a resend that was cancelled before it left does not count', async () => {
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
