import { beforeAll, expect, test } from 'vitest'
import type { Milestone } from '#contract/reference/milestones.ts'
import { createEvent, createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let clientId: number
const events = new Map<Milestone | null, number>()

beforeAll(async () => {
  clientId = (await createUser(server.db)).id
  for (const milestone of ['received', 'departed', 'customs-exam', null] as const) {
    const { id } = await createEvent(server.db)
    await server.call('PUT', `request/event/${id}`, { body: { milestone } })
    events.set(milestone, id)
  }
})

const newOrder = async () => (await createOrder(server.db, { userId: clientId })).id
const set = async (bookingRequestId: number, milestone: Milestone | null, date = '2026-11-20T08:00:00.000Z') => {
  const body = { bookingRequestId, eventId: events.get(milestone), date, emailTemplateId: null }
  const reply = await server.call('POST', 'request/event/data/add', { body })
  return reply.body.data
}
const read = async (id: number) => (await server.call('GET', `request/booking/get/${id}`)).body.data

test('an order keeps the furthest milestone that its events reached', async () => {
  const order = await newOrder()
  expect((await read(order)).lastMilestone).toBeNull()
  for (const [milestone, last] of [
    [null, null],
    ['received', 'received'],
    ['departed', 'departed'],
    ['received', 'departed'],
    [null, 'departed'],
    ['customs-exam', 'departed'],
  ] as const) {
    expect((await set(order, milestone)).milestone).toBe(milestone)
    expect((await read(order)).lastMilestone).toBe(last)
  }
})

test('a withdrawn event takes its milestone back', async () => {
  const order = await newOrder()
  await set(order, 'received')
  const { id } = await set(order, 'departed')
  await server.call('POST', `request/event/entry/${id}/withdraw`, { body: { reason: 'Wrong order' } })
  expect(await read(order)).toMatchObject({ lastMilestone: 'received', departedAt: null })
})

test('the departure is the date of the first event that says so', async () => {
  const order = await newOrder()
  await set(order, 'departed', '2026-11-20T08:00:00.000Z')
  await set(order, 'departed', '2026-11-18T08:00:00.000Z')
  expect((await read(order)).departedAt).toBe('2026-11-18T08:00:00.000Z')
})

test('history entries keep the milestone that their event had', async () => {
  const order = await newOrder()
  const { id: eventId } = await createEvent(server.db)
  await server.call('PUT', `request/event/${eventId}`, { body: { milestone: 'loaded' } })
  events.set('loaded', eventId)
  await set(order, 'loaded')
  await server.call('PUT', `request/event/${eventId}`, { body: { milestone: 'stuffed' } })
  const { body } = await server.call('GET', `request/event/data/${order}`)
  expect(body.data[0].milestone).toBe('loaded')
  expect((await read(order)).lastMilestone).toBe('loaded')
})

test('an unknown milestone is refused at its field', async () => {
  const { status, body } = await server.call('POST', 'request/event', {
    body: { name: 'Teleported', milestone: 'beamed' },
  })
  expect([status, body.data]).toEqual([400, { milestone: 'Choose one from the list' }])
})
