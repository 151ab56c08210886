import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { INSTANT } from '#contract/lib/messages.ts'
import type { CorrectEntryInput, WithdrawEntryInput } from '#contract/orders/set-event.ts'
import { startHoldingServer } from '#server/test/holding-server.ts'
import { createEvent, createTemplate } from '#server/test/records.ts'

const {
  clientId,
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
  deliver: deliverDue,
  set: setEvent,
} = await startHoldingServer('<p>{{ order.eventDate }}: {{ order.eventComment }}</p>')
const arrived = await createEvent(server.db, 'Arrived', 'In port')
afterAll(stop)

const set = async (orderId: number, more: object = {}) => (await setEvent(orderId, more)).body.data
const correct = (entryId: number, body: { [Field in keyof CorrectEntryInput]: unknown }, token = server.token) =>
  server.call('PUT', `request/event/entry/${entryId}`, { body, token })
const withdraw = (
  entryId: number,
  body: Partial<WithdrawEntryInput> = { reason: 'Wrong order' },
  token = server.token,
) => server.call('POST', `request/event/entry/${entryId}/withdraw`, { body, token })
const orderOf = async (id: number) => (await server.call('GET', `request/booking/get/${id}`)).body.data
const tracked = async (code: string | null) =>
  (await server.call('GET', `request/booking/search?tracking_code=${code}`, { token: null })).body.data
async function deliver(mailId: number) {
  await makeDue(mailId)
  await deliverDue(mailId)
}
const audited = async (action: string, entityId: number) =>
  (await trail(action, entityId)).map(({ before, after, userId }) => ({ before, after, userId }))

/** An entry that the client made. */
async function clientsEntry(orderId: number) {
  const { id } = await set(orderId)
  await server.db.updateTable('orderEvents').set({ userId: clientId }).where('id', '=', id).execute()
  return id
}

test('a correction changes date and comment, names who and when, and keeps the old values in the audit trail', async () => {
  const order = await newOrder()
  const entry = await set(order.id, { comment: 'On tme' })
  expect(entry).toMatchObject({ editedBy: null, editedAt: null })
  const priya = await server.signIn({ username: 'Priya Nair', role: ['ROLE_MANAGER'] })
  const reply = await correct(entry.id, { date: '2026-01-02T10:00:00Z', comment: 'On time' }, priya)
  expect(reply.status).toBe(200)
  expect(reply.body.data).toEqual({
    ...entry,
    date: '2026-01-02T10:00:00.000Z',
    comment: 'On time',
    editedBy: 'Priya Nair',
    editedAt: expect.stringMatching(/Z$/),
  })
  expect(await history(order.id)).toEqual([reply.body.data])
  const after = await orderOf(order.id)
  expect(after).toMatchObject({ lastEventEntryId: entry.id, lastEventTime: '2026-01-02T10:00:00.000Z' })
  expect(after.updatedAt).toBe(order.updatedAt)
  expect((await audited('order.correct-event', order.id))[0]).toMatchObject({
    before: { date: '2026-01-01T00:00:00.000Z', comment: 'On tme' },
    after: { date: '2026-01-02T10:00:00.000Z', comment: 'On time' },
  })
})

test('omitted fields stay; a correction without a change leaves no mark; an empty comment clears it', async () => {
  const order = await newOrder()
  const { id } = await set(order.id, { comment: 'On time' })
  for (const body of [{}, { comment: ' On time ' }, { date: '1767225600' }])
    expect((await correct(id, body)).body.data).toMatchObject({ comment: 'On time', editedAt: null })
  expect(await audited('order.correct-event', order.id)).toEqual([])
  expect((await correct(id, { comment: null })).body.data).toMatchObject({
    comment: '',
    date: '2026-01-01T00:00:00.000Z',
    editedBy: 'Mara Staff',
  })
})

test('an older entry that is corrected does not become the last event', async () => {
  const order = await newOrder()
  const first = await set(order.id)
  const second = await set(order.id, { eventId: arrived.id })
  await correct(first.id, { date: '2026-03-01T10:00:00Z' })
  expect(await orderOf(order.id)).toMatchObject({ lastEventEntryId: second.id, lastEventTime: second.date })
})

test.each([
  ['date', '31.12.2026', INSTANT],
  ['date', '', INSTANT],
  ['date', null, INSTANT],
  ['comment', 'x'.repeat(256), 'Comment must be no more than 255 characters'],
])('a corrected %s of %j is refused at the field and changes nothing', async (field, value, message) => {
  const order = await newOrder()
  const entry = await set(order.id)
  const other = field === 'date' ? { comment: 'New' } : { date: '1' }
  expect(await correct(entry.id, { ...other, [field]: value })).toMatchObject({
    status: 400,
    body: { message, data: { [field]: message } },
  })
  expect(await history(order.id)).toEqual([entry])
  expect((await correct(entry.id, { comment: 'x'.repeat(255) })).status).toBe(200)
})

test('a mail that is still held tells the client the corrected event', async () => {
  const { id, mail } = await set((await newOrder()).id, { emailTemplateId: templateId, comment: 'On tme' })
  await correct(id, { comment: 'On time', date: '2026-01-02T10:00:00Z' })
  smtp.mails.length = 0
  await deliver(mail.id)
  expect(smtp.mails.map(({ mail: { html } }) => html?.includes('Jan 2 2026 10:00 (UTC): On time'))).toEqual([
    true,
    true,
  ])
})

test('a mail that was sent stays as the client got it', async () => {
  const { id, mail } = await set((await newOrder()).id, { emailTemplateId: templateId, comment: 'On tme' })
  await deliver(mail.id)
  expect((await correct(id, { comment: 'On time' })).status).toBe(200)
  expect((await server.call('GET', `admin/mail/${mail.id}`)).body.data.html).toContain('On tme')
})

test('an entry whose template was deleted can be corrected and withdrawn', async () => {
  const gone = await createTemplate(server.db)
  const entry = await set((await newOrder()).id, { emailTemplateId: gone.id })
  await server.db.deleteFrom('mailTemplates').where('id', '=', gone.id).execute()
  expect((await correct(entry.id, { comment: 'Still' })).body.data).toMatchObject({
    comment: 'Still',
    deletedEmailTemplate: gone.title,
  })
  expect((await withdraw(entry.id)).body.data).toMatchObject({ deletedEmailTemplate: gone.title })
})

test('a withdrawn entry stays in the history with its reason; the newest other entry is the last event', async () => {
  const order = await newOrder()
  const first = await set(order.id, { date: '2026-03-01T10:00:00Z' })
  const second = await set(order.id, { eventId: arrived.id })
  const third = await set(order.id)
  expect((await withdraw(third.id)).status).toBe(200)
  expect(await orderOf(order.id)).toMatchObject({ lastEventEntryId: second.id, lastEventName: 'Arrived' })
  const reply = await withdraw(second.id, { reason: ' Not in port yet ' })
  expect(reply.body.data).toEqual({
    ...second,
    withdrawnBy: 'Mara Staff',
    withdrawnAt: expect.stringMatching(/Z$/),
    withdrawReason: 'Not in port yet',
  })
  expect((await history(order.id)).map(({ id }: { id: number }) => id)).toEqual([third.id, second.id, first.id])
  expect(await orderOf(order.id)).toMatchObject({
    lastEventEntryId: first.id,
    lastEventId: departed.id,
    lastEventName: 'Departed',
    lastEventPublicStatus: 'On board',
    lastEventTime: '2026-03-01T10:00:00.000Z',
  })
  expect(await tracked(order.trackingCode)).toMatchObject({
    lastEventPublicStatus: 'On board',
    lastEventTime: first.date,
  })
  expect((await audited('order.withdraw-event', order.id)).at(-1)).toMatchObject({
    userId: server.staff.id,
    after: { entryId: second.id, event: 'Arrived', reason: 'Not in port yet' },
  })
})

test('an order whose entries were all withdrawn has no last event, in public tracking either', async () => {
  const order = await newOrder()
  const { id } = await set(order.id)
  await withdraw(id)
  const none = { lastEventPublicStatus: null, lastEventTime: null }
  expect(await orderOf(order.id)).toMatchObject({
    lastEventEntryId: null,
    lastEventId: null,
    lastEventName: null,
    ...none,
  })
  expect(await tracked(order.trackingCode)).toMatchObject(none)
  const again = await set(order.id, { eventId: arrived.id })
  expect(await orderOf(order.id)).toMatchObject({ lastEventEntryId: again.id, lastEventName: 'Arrived' })
})

test('withdrawing an older entry does not change the last event', async () => {
  const order = await newOrder()
  const first = await set(order.id)
  const second = await set(order.id, { eventId: arrived.id })
  await withdraw(first.id)
  expect(await orderOf(order.id)).toMatchObject({ lastEventEntryId: second.id, lastEventName: 'Arrived' })
})

test.each([{}, { reason: ' ' }, { reason: 'x'.repeat(256) }])(
  'withdrawing with %o is refused at the reason',
  async (body) => {
    const { id } = await set((await newOrder()).id)
    const reply = await withdraw(id, body)
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.body.data)).toEqual(['reason'])
    expect((await withdraw(id, { reason: 'x'.repeat(255) })).status).toBe(200)
  },
)

test('withdrawing cancels the deliveries that are still held; they cannot be sent again', async () => {
  const { id, mail } = await set((await newOrder()).id, { emailTemplateId: templateId })
  await sql`update mail_deliveries set state = 'failed' where mail_id = ${mail.id} and role = 'copy'`.execute(server.db)
  await withdraw(id)
  expect(await statesOf(mail.id)).toEqual(['cancelled', 'failed'])
  expect((await deliveriesOf(mail.id))[0]?.reason).toBe('The event was withdrawn')
  expect((await server.call('POST', `admin/mail/${mail.id}/retry`)).body).toMatchObject({
    code: 409,
    message: 'This mail cannot be sent again: its event was withdrawn.',
  })
  await server.call('POST', 'admin/mail/retry', { body: {} })
  expect(await statesOf(mail.id)).toEqual(['cancelled', 'failed'])
})

test('a delivery waiting for another attempt is never sent once its event is withdrawn', async () => {
  const { id, mail } = await set((await newOrder()).id, { emailTemplateId: templateId })
  smtp.mails.length = 0
  await withdraw(id)
  // Sets the state as if the attempt had failed after the withdrawal.
  await sql`update mail_deliveries set state = 'queued' where mail_id = ${mail.id}`.execute(server.db)
  await deliver(mail.id)
  expect(smtp.mails).toEqual([])
  expect(await statesOf(mail.id)).toEqual(['cancelled', 'cancelled'])
})

test('a withdrawn entry can be neither corrected, withdrawn again nor undone', async () => {
  const { id } = await set((await newOrder()).id)
  await withdraw(id)
  const refused = { status: 409, body: { message: 'This event was withdrawn.' } }
  expect(await correct(id, { comment: 'x' })).toMatchObject(refused)
  expect(await withdraw(id)).toMatchObject(refused)
  expect(await server.call('POST', `request/event/entry/${id}/undo`)).toMatchObject(refused)
})

test('of two simultaneous withdrawals one is stored with its reason, the other is 409', async () => {
  const order = await newOrder()
  const { id } = await set(order.id)
  const replies = await Promise.all([withdraw(id, { reason: 'One' }), withdraw(id, { reason: 'Two' })])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const winner = replies.find(({ status }) => status === 200)
  expect((await history(order.id))[0].withdrawReason).toBe(winner?.body.data.withdrawReason)
})

test('an entry made by the client cannot be corrected, withdrawn or undone, not even by an administrator', async () => {
  const order = await newOrder()
  const id = await clientsEntry(order.id)
  const admin = await server.signIn({ role: ['ROLE_ADMIN'] })
  const before = await history(order.id)
  expect((await correct(id, { comment: 'x' }, admin)).status).toBe(403)
  expect((await withdraw(id, { reason: 'x' }, admin)).status).toBe(403)
  expect((await server.call('POST', `request/event/entry/${id}/undo`, { token: admin })).status).toBe(403)
  expect(await history(order.id)).toEqual(before)
})

test('an unknown entry, one of a deleted order and a path that is not an id are 404; for a client it is 403', async () => {
  const order = await newOrder()
  const { id } = await set(order.id)
  const client = await server.signIn()
  expect((await correct(id, { comment: 'x' }, client)).status).toBe(403)
  expect((await withdraw(id, { reason: 'x' }, client)).status).toBe(403)
  await server.db.updateTable('orders').set({ deletedAt: new Date() }).where('id', '=', order.id).execute()
  for (const entry of [id, 999_999]) {
    expect((await correct(entry, { comment: 'x' })).status).toBe(404)
    expect((await withdraw(entry)).status).toBe(404)
    expect((await server.call('POST', `request/event/entry/${entry}/undo`)).status).toBe(404)
  }
})

test('a withdrawn entry still prevents its event from being deleted', async () => {
  const event = await createEvent(server.db, 'Customs exam')
  const { id } = await set((await newOrder()).id, { eventId: event.id })
  await withdraw(id)
  expect((await server.call('DELETE', `request/event/${event.id}`)).status).toBe(409)
})
