import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { ONLY_DELIVERED_COMPLETES } from '#contract/orders/carried.ts'
import type { Milestone } from '#contract/reference/milestones.ts'
import { sailingRecords } from '#server/sailings/sailing-records.fixture.ts'
import { createConfirmation, createEvent, createTemplate } from '#server/test/records.ts'
import { startTestServer } from '#server/test/server.ts'

const ZONE = 'America/Vancouver'
/** Still November 23 in Vancouver. */
const NIGHT = '2026-11-24T05:30:00.000Z'
const NOV_23 = '2026-11-23T00:00:00.000Z'
const OTHER_DAY = '2026-11-20T00:00:00.000Z'
const RUNS = process.env.LONG_TESTS === '1' ? 300 : 40

const server = await startTestServer({ TIME_ZONE: ZONE, MAIL_HOLD_SECONDS: '60' })
afterAll(server.close)
let records: Awaited<ReturnType<typeof sailingRecords>>
let sailingId: number
const events = new Map<string, number>()
beforeAll(async () => {
  records = await sailingRecords(server)
  sailingId = (await records.addSailing()).id
  for (const milestone of ['booked', 'received', 'departed', 'arrived', 'delivered'] as const) {
    const { id } = await createEvent(server.db, milestone, `Public ${milestone}`)
    await server.db.updateTable('events').set({ milestone }).where('id', '=', id).execute()
    events.set(milestone, id)
  }
})

const eventOf = (milestone: Milestone) => events.get(milestone) ?? 0
const set = (orderId: number, milestone: Milestone, more: object = {}) =>
  server.call('POST', 'request/event/data/add', {
    body: { bookingRequestId: orderId, eventId: eventOf(milestone), date: NIGHT, comment: '', ...more },
  })
const carriesOf = (orderId: number, milestone: Milestone, date = NIGHT) =>
  server.call('GET', `request/booking/${orderId}/carries?eventId=${eventOf(milestone)}&date=${date}`)
const entry = (entryId: number, what: string, body: object = {}) =>
  server.call(
    what === 'correct' ? 'PUT' : 'POST',
    `request/event/entry/${entryId}${what === 'correct' ? '' : `/${what}`}`,
    { body },
  )
const orderOf = async (id: number) => (await server.call('GET', `request/booking/get/${id}`)).body.data
const receiptOf = (orderId: number) =>
  server.db.selectFrom('loadings').select('receivedAt').where('orderId', '=', orderId).executeTakeFirst()
const factsOf = async (orderId: number) => {
  const { status, bookingConfirmation, lastMilestone, lastEventEntryId } = await orderOf(orderId)
  const { updatedAt: _, ...confirmed } = bookingConfirmation ?? {}
  const receipt = (await receiptOf(orderId)) ?? null
  return { status, confirmed: bookingConfirmation && confirmed, lastMilestone, lastEventEntryId, receipt }
}
const aboard = async () => {
  const order = await records.addOrder()
  await records.load(sailingId, [order.id])
  return order
}

test('received fills the receipt of the loading, departed and arrived the day where the forwarder is', async () => {
  const order = await aboard()
  const { updatedAt } = await orderOf(order.id)
  const expected = [
    ['received', { what: 'receivedAt', from: null, to: NIGHT }],
    ['departed', { what: 'actualTimeOfDepartureAt', from: null, to: NOV_23 }],
    ['arrived', { what: 'portActualTimeOfArrivalAt', from: null, to: NOV_23 }],
  ] as const
  for (const [milestone, carried] of expected) {
    const before = await factsOf(order.id)
    expect((await carriesOf(order.id, milestone)).body.data).toEqual([carried])
    expect(await factsOf(order.id)).toEqual(before)
    const { body } = await set(order.id, milestone)
    expect(body.data.carried).toEqual([carried])
  }
  expect(await receiptOf(order.id)).toEqual({ receivedAt: NIGHT })
  const now = await orderOf(order.id)
  expect(now).toMatchObject({
    updatedAt,
    bookingConfirmation: { actualTimeOfDepartureAt: NOV_23, portActualTimeOfArrivalAt: NOV_23 },
  })
  const history = (await server.call('GET', `request/event/data/${order.id}`)).body.data
  expect(history.map(({ carried }: { carried: unknown[] }) => carried.length)).toEqual([1, 1, 1])
})

test('what is filled stays, what is not asked for stays empty, and an order without a loading has no receipt', async () => {
  const order = await aboard()
  await set(order.id, 'received')
  await set(order.id, 'departed', { carry: false })
  expect((await set(order.id, 'received', { date: '2026-11-25T09:00:00.000Z' })).body.data.carried).toEqual([])
  expect(await receiptOf(order.id)).toEqual({ receivedAt: NIGHT })
  expect((await orderOf(order.id)).bookingConfirmation.actualTimeOfDepartureAt).toBeNull()
  const alone = await records.addOrder()
  expect((await set(alone.id, 'received')).body.data.carried).toEqual([])
  expect((await set(alone.id, 'booked')).body.data.carried).toEqual([])
})

test('delivered completes only when asked to, and no other event does', async () => {
  const order = await records.addOrder()
  expect((await set(order.id, 'delivered')).body.data.carried).toEqual([])
  expect(await orderOf(order.id)).toMatchObject({ status: OrderStatus.IN_PROGRESS })
  const refused = await set(order.id, 'arrived', { complete: true })
  expect(refused).toMatchObject({ status: 400, body: { data: { complete: ONLY_DELIVERED_COMPLETES } } })
  const run = { kind: 'event', selection: { ids: [order.id] } }
  const input = { eventId: eventOf('arrived'), date: NIGHT, comment: '', complete: true }
  expect(await server.call('POST', 'runs/preview', { body: { ...run, input } })).toMatchObject({
    status: 400,
    body: { data: { 'input.complete': ONLY_DELIVERED_COMPLETES } },
  })
  const { id, carried } = (await set(order.id, 'delivered', { complete: true })).body.data
  expect(carried).toEqual([{ what: 'status', from: OrderStatus.IN_PROGRESS, to: OrderStatus.COMPLETED }])
  expect(await orderOf(order.id)).toMatchObject({ status: OrderStatus.COMPLETED, progress: { stage: 'delivered' } })
  await entry(id, 'undo')
  expect(await orderOf(order.id)).toMatchObject({ status: OrderStatus.IN_PROGRESS })
})

test('a correction moves the carried date, a withdrawal takes it back', async () => {
  const order = await aboard()
  const { id } = (await set(order.id, 'departed')).body.data
  const moved = await entry(id, 'correct', { date: '2026-11-22T20:00:00.000Z' })
  expect(moved.body.data.carried[0].to).toBe('2026-11-22T00:00:00.000Z')
  expect((await orderOf(order.id)).bookingConfirmation.actualTimeOfDepartureAt).toBe('2026-11-22T00:00:00.000Z')
  await entry(id, 'withdraw', { reason: 'Another vessel' })
  expect((await orderOf(order.id)).bookingConfirmation.actualTimeOfDepartureAt).toBeNull()
})

test('the mail about a departure names the day that the event carries, before and after it is set', async () => {
  const text = '<p>Departed {{ confirmation.actualTimeOfDepartureAt }}</p>'
  const emailTemplateId = (await createTemplate(server.db, text)).id
  const order = await records.addOrder()
  const asked = { eventId: eventOf('departed'), date: NIGHT }
  const shown = await server.call('POST', `template/email/${emailTemplateId}/preview/${order.id}`, { body: asked })
  expect(shown.body.data.html).toContain('Departed Nov 23 2026')
  const { mail } = (await set(order.id, 'departed', { emailTemplateId })).body.data
  expect((await server.call('GET', `admin/mail/${mail.id}`)).body.data.html).toContain('Departed Nov 23 2026')
})

test('an unknown event, order or date is refused where it stands', async () => {
  const order = await records.addOrder()
  const ask = (id: number, query: string) => server.call('GET', `request/booking/${id}/carries?${query}`)
  expect(await ask(order.id, 'eventId=99999')).toMatchObject({
    status: 400,
    body: { data: { eventId: expect.any(String) } },
  })
  expect((await ask(order.id, '')).body.data).toHaveProperty('eventId')
  expect((await ask(order.id, `eventId=${eventOf('received')}&date=soon`)).body.data).toHaveProperty('date')
  expect((await ask(99_999, `eventId=${eventOf('received')}`)).status).toBe(404)
})

/** An order before the event, the event, and what somebody else does before the undo. */
const story = fc.record({
  loaded: fc.boolean(),
  received: fc.boolean(),
  confirmed: fc.boolean(),
  departed: fc.boolean(),
  arrived: fc.boolean(),
  milestone: fc.constantFrom<Milestone>('booked', 'received', 'departed', 'arrived', 'delivered'),
  carry: fc.boolean(),
  complete: fc.boolean(),
  meddles: fc.constantFrom('nobody', 'another day', 'empties', 'voyage'),
})

test('an event overwrites nothing, and its undo leaves the order as it was but for what others changed', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ milestone, carry, meddles, ...told }) => {
      const order = told.loaded ? await aboard() : await records.addOrder()
      if (told.loaded && told.received)
        await sql`update loadings set received_at = ${OTHER_DAY} where order_id = ${order.id}`.execute(server.db)
      if (!told.confirmed) await server.db.deleteFrom('confirmations').where('orderId', '=', order.id).execute()
      else {
        if (!told.loaded) await createConfirmation(server.db, { orderId: order.id, vesselVoyage: '018E' })
        const actualTimeOfDepartureAt = told.departed ? OTHER_DAY : null
        const portActualTimeOfArrivalAt = told.arrived ? OTHER_DAY : null
        const dates = { actualTimeOfDepartureAt, portActualTimeOfArrivalAt }
        await server.db.updateTable('confirmations').set(dates).where('orderId', '=', order.id).execute()
      }
      const before = await factsOf(order.id)
      const complete = told.complete && milestone === 'delivered'
      const { body } = await set(order.id, milestone, { carry, complete })
      const after = await factsOf(order.id)
      for (const field of ['actualTimeOfDepartureAt', 'portActualTimeOfArrivalAt'] as const)
        if (before.confirmed?.[field]) expect(after.confirmed?.[field]).toBe(before.confirmed[field])
      if (before.receipt?.receivedAt) expect(after.receipt).toEqual(before.receipt)
      const day = body.data.carried.find(({ what }: { what: string }) => what !== 'receivedAt' && what !== 'status')
      const meddled = day && meddles !== 'nobody' && after.confirmed
      if (meddled) {
        const value = meddles === 'another day' ? OTHER_DAY : null
        const edit = meddles === 'voyage' ? { vesselVoyage: '099W' } : { [day.what]: value }
        expect((await server.call('PUT', `request/booking/${order.id}/confirmation/edit`, { body: edit })).status).toBe(
          200,
        )
      }
      expect((await entry(body.data.id, 'undo')).status).toBe(200)
      const back = await factsOf(order.id)
      if (!meddled) expect(back).toEqual(before)
      else {
        const value = meddles === 'another day' ? OTHER_DAY : null
        expect(back.confirmed?.[day.what] ?? null).toBe(value)
        if (meddles === 'voyage') expect(back.confirmed?.vesselVoyage).toBe('099W')
        expect({ ...back, confirmed: null }).toEqual({ ...before, confirmed: null })
      }
    }),
    { numRuns: RUNS, seed: 20_261_127 },
  )
})
