import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { HOLD, startHoldingServer } from '#server/test/holding-server.ts'

const {
  deliver,
  history,
  makeDue,
  newOrder,
  server,
  smtp,
  statesOf,
  stop,
  trail,
  setWithMail: set,
} = await startHoldingServer()
afterAll(stop)
beforeEach(() => {
  smtp.mails.length = 0
})

const undo = (entryId: number, token = server.token) =>
  server.call('POST', `request/event/entry/${entryId}/undo`, { token })
const cancel = (mailId: number, token = server.token) => server.call('POST', `admin/mail/${mailId}/cancel`, { token })
/** Ends the time to undo an entry. */
const letPass = (entryId: number) =>
  sql`
  with passed as (update mails set send_at = now() where order_event_id = ${entryId})
  update order_events set created_at = now() - make_interval(secs => ${HOLD}) where id = ${entryId}`.execute(server.db)

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
  // Documents belong to whoever uploaded them again.
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
      // A mail that the undo had locked is sent by the next dispatcher.
      await deliver(mail.id)
      expect([smtp.mails.length, entries.length]).toEqual([2, 1])
    }
  }
})

test('a worker that comes while an undo is under way passes over the mail and sends nothing', async () => {
  const { id, mail } = (await set((await newOrder()).id)).body.data
  await makeDue(mail.id)
  await server.db.transaction().execute(async (tx) => {
    // Steps of an undo, with the worker between them.
    await sql`select 1 from mail_deliveries where mail_id = ${mail.id} for update`.execute(tx)
    await deliver(mail.id)
    await sql`delete from mails where id = ${mail.id}`.execute(tx)
  })
  await deliver(mail.id)
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
