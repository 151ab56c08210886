import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sendDocument } from '#server/test/files.ts'
import { startHoldingServer } from '#server/test/holding-server.ts'
import { createConfirmation } from '#server/test/records.ts'
import { readersOn, secretIn } from './readers.fixture.ts'

const TEXT =
  '<p><a href="{{ site.trackingUrl }}">Track</a> {{ order.eventComment }} {{ confirmation.portEstimatedTimeOfArrivalAt }}</p>'
const { deliver, makeDue, newOrder, server, smtp, stop, setWithMail } = await startHoldingServer(TEXT)
const { open, readers } = readersOn(server)
afterAll(stop)
beforeEach(() => {
  smtp.mails.length = 0
})

const textOf = async (mailId: number) =>
  (await server.db.selectFrom('mails').select(['html', 'text']).where('id', '=', mailId).executeTakeFirstOrThrow()).html
const tokenOf = async (mailId: number) => secretIn(await textOf(mailId), 'personal')
const statusOf = async (token: string) => (await open(`personal/${token}`)).status
const send = async (mailId: number) => {
  await makeDue(mailId)
  await deliver(mailId)
}
/** An order with a held mail that has a link. */
async function held(more: object = {}) {
  const order = await newOrder()
  const entry = (await setWithMail(order.id, more)).body.data
  return { order, entry, mailId: entry.mail.id as number, token: await tokenOf(entry.mail.id) }
}

test('an undone event leaves no link behind', async () => {
  const { order, entry, token } = await held()
  expect((await server.call('POST', `request/event/entry/${entry.id}/undo`)).status).toBe(200)
  expect(await statusOf(token)).toBe(404)
  expect((await readers(order.id)).links).toEqual([])
})

test('a cancelled mail has a dead link, which works if the mail is sent after all', async () => {
  const { order, mailId, token } = await held()
  await server.call('POST', `admin/mail/${mailId}/cancel`)
  expect(await statusOf(token)).toBe(404)
  expect((await readers(order.id)).links).toMatchObject([{ state: 'cancelled' }])
  await server.call('POST', `admin/mail/${mailId}/retry`)
  await deliver(mailId)
  // The client's mail has the link; its copy, which may arrive first, has none.
  expect(smtp.mails.map(({ mail }) => secretIn(mail.html ?? '', 'personal'))).toContain(token)
  expect(await statusOf(token)).toBe(200)
})

test('a withdrawn event whose mail was held leaves a dead link', async () => {
  const { entry, token } = await held()
  await server.call('POST', `request/event/entry/${entry.id}/withdraw`, { body: { reason: 'Wrong order' } })
  expect(await statusOf(token)).toBe(404)
})

test('a corrected event has a mail with one link, a new one', async () => {
  const { order, entry, mailId, token } = await held({ comment: 'Mistake' })
  await server.call('PUT', `request/event/entry/${entry.id}`, { body: { comment: 'Corrected' } })
  const again = await tokenOf(mailId)
  expect(await textOf(mailId)).toContain('Corrected')
  expect(again).not.toBe(token)
  expect(await statusOf(token)).toBe(404)
  expect(await statusOf(again)).toBe(200)
  expect((await readers(order.id)).links).toHaveLength(1)
})

test('the client gets the own link, copies that of everybody; once it was sent, the database has it no more', async () => {
  const { order, mailId, token } = await held()
  await send(mailId)
  expect(smtp.mails.flatMap(({ recipients }) => recipients).sort()).toEqual([
    'anna@example.test',
    'desk@quayside.example',
  ])
  const bodyFor = (address: string) => {
    const found = smtp.mails.find(({ recipients }) => recipients.includes(address))
    return `${found?.mail.html}${found?.mail.text}`
  }
  expect(secretIn(bodyFor('anna@example.test'), 'personal')).toBe(token)
  expect(bodyFor('desk@quayside.example')).not.toContain('/personal/')
  expect(bodyFor('desk@quayside.example')).toContain(`/tracking?code=${order.hashSum}${order.customCode}`)
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from mails m where m::text like ${`%${token}%`}`.execute(server.db)
  expect(rows).toEqual([{ n: 0 }])
  expect(await textOf(mailId)).toContain('/site/tracking/personal/…')
  expect(await statusOf(token)).toBe(200)
})

test('a copy that is sent later, after the text has forgotten the secret, has the page of everybody too', async () => {
  const { mailId } = await held()
  await sql`update mail_deliveries set next_attempt_at = now()
    where mail_id = ${mailId} and address = 'anna@example.test'`.execute(server.db)
  await deliver(mailId)
  expect(smtp.mails).toHaveLength(1)
  await send(mailId)
  expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([['anna@example.test'], ['desk@quayside.example']])
  expect(smtp.mails[1]?.mail.html).toContain('/tracking?code=')
  expect(smtp.mails[1]?.mail.html).not.toContain('/personal/')
})

test('a document shows once its mail is not held any more', async () => {
  const { mailId, token } = await held({ documents: [await sendDocument(server)] })
  expect((await open(`personal/${token}`)).text).toContain('There are none yet')
  await send(mailId)
  expect((await open(`personal/${token}`)).text).toContain('invoice.pdf')
})

test('“was” is what a mail told this reader, once it has left', async () => {
  const order = await newOrder()
  await createConfirmation(server.db, { orderId: order.id, portEstimatedTimeOfArrivalAt: '2027-03-03T00:00:00.000Z' })
  const first = (await setWithMail(order.id)).body.data.mail.id
  const token = await tokenOf(first)
  await send(first)
  const move = (day: number) =>
    server.call('PUT', `request/booking/${order.id}/confirmation/edit`, {
      body: { portEstimatedTimeOfArrivalAt: `2027-03-0${day}T00:00:00.000Z` },
    })
  await move(8)
  const second = (await setWithMail(order.id)).body.data.mail.id
  await server.call('POST', `admin/mail/${second}/cancel`)
  expect((await open(`personal/${token}`)).text).toContain('was Mar 3')
  await move(9)
  const third = (await setWithMail(order.id)).body.data.mail.id
  await send(third)
  expect((await open(`personal/${token}`)).text).not.toContain('was Mar')
})
