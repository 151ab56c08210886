import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { HOLD, startHoldingServer } from '#server/test/holding-server.ts'
import { createConfirmation, createTemplate } from '#server/test/records.ts'
import { readersOn, secretIn } from './readers.fixture.ts'
import { tellSubscribers } from './tell-subscribers.ts'

const { deliver, newOrder, server, smtp, stop, clientId } = await startHoldingServer()
const on = readersOn(server)
let admin: string
let delay: number
beforeAll(async () => {
  admin = await server.signIn({ role: ['ROLE_ADMIN'] })
  delay = (
    await createTemplate(server.db, '<p>{{ order.publicStatus }} {{ confirmation.portEstimatedTimeOfArrivalAt }}</p>')
  ).id
})
afterAll(stop)
beforeEach(() => {
  smtp.mails.length = 0
})

const march = (day: number) => `2027-03-${String(day).padStart(2, '0')}T00:00:00.000Z`
const ADA = 'ada@example.test'

/** Somebody who confirmed a subscription to an order; returns the secret of a mail. */
async function follow(orderId: number, email = ADA): Promise<string> {
  const token = newToken()
  const { id } = await server.db
    .insertInto('trackingSubscriptions')
    .values({ orderId, email, toldDates: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('subscriptionTokens')
    .values({ tokenHash: hashToken(token), subscriptionId: id })
    .execute()
  await on.open(`confirm/${token}`)
  return token
}
/** An order that arrives on Mar 3 and is followed. */
async function followed(email?: string) {
  const order = await newOrder()
  await createConfirmation(server.db, { orderId: order.id, portEstimatedTimeOfArrivalAt: march(3) })
  return { order, token: await follow(order.id, email) }
}
const move = (orderId: number, values: object) =>
  server.call('PUT', `request/booking/${orderId}/confirmation/edit`, { body: values })
const arriveOn = (orderId: number, day: number) => move(orderId, { portEstimatedTimeOfArrivalAt: march(day) })
/** Looks for news as if the time for which mails are held had passed. */
async function tellAfterHold() {
  await sql`update tracking_changes set at = at - make_interval(secs => ${HOLD})`.execute(server.db)
  return tellSubscribers(server.services)
}
const newsTo = async (orderId: number, email = ADA) =>
  (await on.mails(orderId)).filter(({ kind, address }) => kind === 'tracking-update' && address === email)
const shiftDays = (days: number) => server.call('PUT', 'admin/settings', { token: admin, body: { shiftDays: days } })

test('a new public status is one mail, with one click to end them; an event without one is none', async () => {
  const { order } = await followed()
  await on.setEvent(order.id, { publicStatus: 'On board', emailTemplateId: null })
  expect(await tellAfterHold()).toBe(1)
  expect(await tellAfterHold()).toBe(0)
  const [mail] = await newsTo(order.id)
  expect(mail?.html).toContain('On board')
  await deliver(mail?.id ?? 0)
  expect(smtp.mails).toHaveLength(1)
  const { raw, recipients, mail: arrived } = smtp.mails[0] ?? {}
  expect(recipients).toEqual([ADA])
  const secret = secretIn(arrived?.html ?? '', 'unsubscribe')
  const header = (name: string) => arrived?.headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe')).toBe(`<http://app.test/site/tracking/unsubscribe/${secret}>`)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  for (const personal of [order.yourName, order.companyName, order.email, '/personal/'])
    expect(raw?.toString()).not.toContain(personal)
  expect(arrived?.html).toContain(`http://site.test/tracking?code=${order.hashSum}${order.customCode}`)
  // The mail log has no secret of a sent mail.
  const [kept] = await newsTo(order.id)
  expect(`${kept?.html}${kept?.text}${kept?.unsubscribeUrl}`).not.toContain(secret)
  await on.setEvent(order.id, { publicStatus: '', emailTemplateId: null })
  await on.setEvent(order.id, { publicStatus: 'On board', emailTemplateId: null })
  expect(await tellAfterHold()).toBe(0)
})

test('a shift of shiftDays is a mail, a smaller one is not, and small ones add up', async () => {
  const { order } = await followed()
  await shiftDays(3)
  await arriveOn(order.id, 5)
  expect(await tellAfterHold()).toBe(0)
  await arriveOn(order.id, 6)
  expect(await tellAfterHold()).toBe(1)
  const [mail] = await newsTo(order.id)
  expect(mail?.html).toContain('<strong>Mar 6 2027</strong>, was Mar 3 2027')
  await arriveOn(order.id, 3)
  expect(await tellAfterHold()).toBe(1)
  await shiftDays(1)
  await arriveOn(order.id, 4)
  expect(await tellAfterHold()).toBe(1)
  expect(await newsTo(order.id)).toHaveLength(3)
})

test('status and shift at once are one mail', async () => {
  const { order } = await followed()
  await arriveOn(order.id, 8)
  await on.setEvent(order.id, { publicStatus: 'Delayed', emailTemplateId: null })
  expect(await tellAfterHold()).toBe(1)
  const [mail] = await newsTo(order.id)
  expect(mail?.html).toContain('Delayed')
  expect(mail?.html).toContain('Mar 8 2027')
})

test('nothing is said while an event is held, and never of one that was undone', async () => {
  const { order } = await followed()
  const entry = await on.setEvent(order.id, { publicStatus: 'Too early', emailTemplateId: null })
  expect(await tellSubscribers(server.services)).toBe(0)
  expect((await server.call('POST', `request/event/entry/${entry.id}/undo`)).status).toBe(200)
  expect(await tellAfterHold()).toBe(0)
  await arriveOn(order.id, 8)
  await arriveOn(order.id, 3)
  expect(await tellAfterHold()).toBe(0)
  expect(await newsTo(order.id)).toEqual([])
})

test('a run that goes on or can be undone is no news yet; undone, it never was', async () => {
  const { order } = await followed()
  const run = async (state: 'running', heldUntil: string, finished: string | null) => {
    const { id } = await server.db
      .insertInto('runs')
      .values({ kind: 'dates', input: '{}', total: 1, state, heldUntil, finishedAt: finished })
      .returning('id')
      .executeTakeFirstOrThrow()
    await server.db
      .insertInto('runItems')
      .values({ runId: id, position: 1, orderId: order.id, state: 'done' })
      .execute()
    return id
  }
  await arriveOn(order.id, 8)
  const going = await run('running', new Date(0).toISOString(), null)
  expect(await tellAfterHold()).toBe(0)
  const over = (heldUntil: string) =>
    sql`update runs set state = 'done', finished_at = now(), held_until = now() + ${heldUntil}::interval where id = ${going}`.execute(
      server.db,
    )
  await over('1 minute')
  expect(await tellAfterHold()).toBe(0)
  await over('-1 second')
  expect(await tellAfterHold()).toBe(1)
  expect(await newsTo(order.id)).toHaveLength(1)
})

test('a sailing’s date that moves reaches whoever follows an order aboard', async () => {
  const order = await newOrder()
  const vessel = await server.db
    .insertInto('vessels')
    .values({ imoNumber: '9629055', name: 'EVER LUCID' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('ports')
    .values([
      { code: 'CNNGB', name: 'Ningbo' },
      { code: 'CAVAN', name: 'Vancouver' },
    ])
    .execute()
  const sailing = await server.db
    .insertInto('sailings')
    .values({
      reference: 'S-2027-0001',
      vesselId: vessel.id,
      voyage: '018E',
      portOfLoading: 'CNNGB',
      portOfDischarge: 'CAVAN',
      portEta: march(3),
      etd: '2027-02-10T00:00:00.000Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.db.insertInto('loadings').values({ orderId: order.id, sailingId: sailing.id, position: 1 }).execute()
  await follow(order.id)
  await sql`update sailings set port_eta = ${march(8)} where id = ${sailing.id}`.execute(server.db)
  expect(await tellAfterHold()).toBe(1)
  expect((await newsTo(order.id))[0]?.html).toContain(
    'Arrival in Vancouver: <strong>Mar 8 2027</strong>, was Mar 3 2027',
  )
})

test('the client who gets the event mail for the change gets no second one; others do', async () => {
  const { order } = await followed('anna@example.test')
  await follow(order.id)
  await arriveOn(order.id, 8)
  await on.setEvent(order.id, { publicStatus: 'Delayed', emailTemplateId: delay })
  expect(await tellAfterHold()).toBe(1)
  expect(await newsTo(order.id, 'anna@example.test')).toEqual([])
  expect(await newsTo(order.id)).toHaveLength(1)
  // The part of the news that the event mail left out is still news.
  await arriveOn(order.id, 15)
  await on.setEvent(order.id, { publicStatus: 'Delayed again' })
  expect(await tellAfterHold()).toBe(2)
  const [mail] = await newsTo(order.id, 'anna@example.test')
  expect(mail?.html).toContain('Mar 15 2027')
  expect(mail?.html).not.toContain('Delayed again</strong>')
  // A mail that was cancelled told nobody.
  const entry = await on.setEvent(order.id, { publicStatus: 'Arrived', emailTemplateId: delay })
  await server.call('POST', `admin/mail/${entry.mail.id}/cancel`)
  expect(await tellAfterHold()).toBe(2)
})

test('nothing is sent for a cancelled order, after unsubscribing, or for a deleted client until that is restored', async () => {
  const cancelled = await followed()
  await on.setEvent(cancelled.order.id, { publicStatus: 'Gone', emailTemplateId: null })
  await sql`update orders set status = 1 where id = ${cancelled.order.id}`.execute(server.db)
  expect(await tellAfterHold()).toBe(0)

  const ended = await followed()
  await on.setEvent(ended.order.id, { publicStatus: 'At sea', emailTemplateId: null })
  expect(await tellAfterHold()).toBe(1)
  const [mail] = await newsTo(ended.order.id)
  await on.post(`unsubscribe/${ended.token}`, { 'List-Unsubscribe': 'One-Click' })
  await deliver(mail?.id ?? 0)
  expect(smtp.mails).toEqual([])
  await on.setEvent(ended.order.id, { publicStatus: 'Arrived', emailTemplateId: null })
  expect(await tellAfterHold()).toBe(0)
  await server.call('POST', `admin/mail/${mail?.id}/retry`)
  await deliver(mail?.id ?? 0)
  expect(smtp.mails).toEqual([])

  const deleted = await followed()
  await on.setEvent(deleted.order.id, { publicStatus: 'At sea', emailTemplateId: null })
  await server.call('DELETE', `admin/user/${clientId}`)
  expect(await tellAfterHold()).toBe(0)
  await server.call('POST', `admin/user/${clientId}/restore`)
  expect(await tellAfterHold()).toBe(1)
})

test('a mail to a subscriber that bounces is nothing for the queue', async () => {
  const { order } = await followed('gone@example.test')
  await on.setEvent(order.id, { publicStatus: 'On board', emailTemplateId: null })
  expect(await tellAfterHold()).toBe(1)
  smtp.refuse('gone@example.test', 550)
  await deliver((await newsTo(order.id, 'gone@example.test'))[0]?.id ?? 0)
  expect((await newsTo(order.id, 'gone@example.test'))[0]).toMatchObject({ state: 'failed' })
  const { body } = await server.call('GET', `request/booking/${order.id}/attention`)
  expect(body.data.map(({ rule }: { rule: string }) => rule)).not.toContain('mail-failed')
})

test('the last status of a completed order is still told', async () => {
  const { order } = await followed()
  await on.setEvent(order.id, { publicStatus: 'Delivered', emailTemplateId: null })
  await sql`update orders set status = 2 where id = ${order.id}`.execute(server.db)
  expect(await tellAfterHold()).toBe(1)
  expect((await newsTo(order.id))[0]?.html).toContain('Delivered')
})

test('two instances that look at once send one mail', async () => {
  const { order } = await followed()
  await on.setEvent(order.id, { publicStatus: 'At sea', emailTemplateId: null })
  await sql`update tracking_changes set at = at - make_interval(secs => ${HOLD})`.execute(server.db)
  const told = await Promise.all([1, 2, 3].map(() => tellSubscribers(server.services)))
  expect(told.reduce((sum, n) => sum + n, 0)).toBe(1)
  expect(await newsTo(order.id)).toHaveLength(1)
})
