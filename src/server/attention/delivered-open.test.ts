import { afterAll, expect, test } from 'vitest'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { daysFromNow, startQueue } from './attention.fixture.ts'

const { server, queue, calm, list } = await startQueue()
afterAll(() => server.close())

test('a delivered order is never quiet, and is counted until it is completed', async () => {
  const delivered = { lastMilestone: 'delivered', lastEventTime: daysFromNow(-300) } as const
  const mine = await calm({ ...delivered, inChargeId: server.staff.id })
  const nobodys = await calm(delivered)
  await calm({ ...delivered, status: OrderStatus.COMPLETED })
  await calm({ ...delivered, status: OrderStatus.CANCELLED })
  await calm({ lastMilestone: 'out-for-delivery', lastEventTime: daysFromNow(0) })
  for (const { id } of [mine, nobodys]) expect(await queue.open(id)).toEqual([])
  const counts = async () =>
    Promise.all(['', '?owner=me', '?owner=none', '?by=order'].map(async (query) => (await list(query)).deliveredOpen))
  expect(await counts()).toEqual([2, 1, 1, 2])

  // The run of 'Complete all' works on exactly these.
  const filters = { milestone: 'is:delivered', status: 'is:0' }
  const body = { kind: 'status', input: { status: OrderStatus.COMPLETED }, selection: { filters } }
  const { data } = (await server.call('POST', 'runs/preview', { body })).body
  expect(data).toMatchObject({ applies: 2, mails: { count: 0 } })
  await server.call('PUT', `request/booking/edit/${mine.id}`, { body: { status: OrderStatus.COMPLETED } })
  expect(await counts()).toEqual([1, 0, 1, 1])
})
