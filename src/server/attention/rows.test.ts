import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { AttentionItem, AttentionRow } from '#contract/attention/attention.ts'
import { daysFromNow, hoursFromNow, settleDelivery, startQueue, waitingMail } from './attention.fixture.ts'

const queue = await startQueue()
afterAll(() => queue.server.close())
beforeEach(() => queue.noOrders())

/** The rows of a list: the id of each first thing with those of the others, and how many rows there are. */
async function rows(query = ''): Promise<{ ids: number[][]; total: number }> {
  const { items, totalCount } = await queue.list(`?by=order${query}`)
  const ids = items.map(({ id, others = [] }: AttentionRow) => [id, ...others.map((other) => other.id)])
  return { ids, total: totalCount }
}

/**
 * An order whose cut-off is in `hours` hours, and that has been quiet for long. Returns its items, the urgent
 * one first.
 */
async function withTwo(hours: number, inChargeId: number | null = null): Promise<[number, number]> {
  const { id, orderId } = await queue.dueIn(hours, { inChargeId, lastEventTime: daysFromNow(-300) })
  return [id, (await queue.queue.item(orderId, 'quiet'))?.id ?? 0]
}

test('all that waits about an order is one row, even if its other things belong on later pages', async () => {
  const all = [await withTwo(1), await withTwo(2), await withTwo(3)]
  expect(await rows()).toEqual({ ids: all, total: 3 })
  expect(await rows('&per_page=2&page=2')).toEqual({ ids: all.slice(2), total: 3 })
  // The list of things is unchanged.
  expect((await queue.list('?per_page=2')).totalCount).toBe(6)
})

test('ten rules on one order are one row; the second order is on the same page', async () => {
  const { db } = queue.server
  const { orderId } = await queue.dueIn(5)
  for (let n = 0; n < 9; n++) await settleDelivery(db, (await waitingMail(db, orderId))[0])
  const other = await queue.dueIn(6)
  const { ids, total } = await rows('&per_page=2')
  expect(ids.map((row) => row.length)).toEqual([10, 1])
  expect(ids[1]).toEqual([other.id])
  expect(total).toBe(2)
})

test('several things of one rule are one row of that rule, without what other rules say', async () => {
  const { db } = queue.server
  const { orderId } = await queue.dueIn(5)
  for (let n = 0; n < 2; n++) await settleDelivery(db, (await waitingMail(db, orderId))[0])
  const failed = (await queue.list('?rule=mail-failed')).items.map(({ id }: AttentionItem) => id)
  expect(await rows('&rule=mail-failed')).toEqual({ ids: [failed], total: 1 })
})

test('when the first is snoozed, the next stands for the row, and the snoozed one is a row of its own list', async () => {
  const [urgent, quiet] = await withTwo(30)
  await queue.post(`${urgent}/snooze`, { until: hoursFromNow(10) })
  expect(await rows()).toEqual({ ids: [[quiet]], total: 1 })
  expect(await rows('&snoozed=1')).toEqual({ ids: [[urgent]], total: 1 })
  await queue.post(`${quiet}/snooze`, { until: hoursFromNow(10) })
  expect(await rows()).toEqual({ ids: [], total: 0 })
  expect(await rows('&snoozed=1')).toEqual({ ids: [[urgent, quiet]], total: 1 })
})

test('when the first is waived, the next stands for the row, until the waiver is taken back', async () => {
  const [urgent, quiet] = await withTwo(30)
  await queue.post(`${urgent}/waive`, { reason: 'Rolled' })
  expect(await rows()).toEqual({ ids: [[quiet]], total: 1 })
  await queue.post(`${urgent}/unwaive`)
  expect(await rows()).toEqual({ ids: [[urgent, quiet]], total: 1 })
})

test('a row is of one person: what a colleague does about the order is a row in their queue', async () => {
  const { server, priya } = queue
  const [urgent, quiet] = await withTwo(30, server.staff.id)
  await sql`update attention set in_charge_id = ${priya.id} where id = ${quiet}`.execute(server.db)
  expect(await rows('&owner=me')).toEqual({ ids: [[urgent]], total: 1 })
  expect(await rows(`&owner=${priya.id}`)).toEqual({ ids: [[quiet]], total: 1 })
  expect(await rows()).toEqual({ ids: [[urgent], [quiet]], total: 2 })
})

test('two things of one order waived at once: neither waits for ever, and none is left', async () => {
  const [urgent, quiet] = await withTwo(30)
  const replies = await Promise.all([urgent, quiet].map((id) => queue.post(`${id}/waive`, { reason: 'Rolled' })))
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(await rows()).toEqual({ ids: [], total: 0 })
})

test('rows come by order or by group and nothing else', async () => {
  const { status, body } = await queue.server.call('GET', 'attention?by=client')
  expect([status, body.data]).toEqual([400, { by: 'by is order or group' }])
})
