import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { changesOf, daysFromNow, hoursFromNow, startQueue } from './attention.fixture.ts'
import { rebuildItems } from './keep-items.ts'

const { server, queue, admin, dueIn, post, list, idsOf, noOrders } = await startQueue()
const { confirm, change, reach } = changesOf(server)
afterAll(() => server.close())
beforeEach(() => noOrders())

const cutOff = (orderId: number, hours: number) => confirm(orderId, { cargoCutOffAt: hoursFromNow(hours) })
const ruleOf = (body: object) => server.call('PUT', 'attention-rule/cargo-cut-off', { token: admin, body })
const item = (orderId: number) => queue.item(orderId, 'cargo-cut-off')

/** Takes the cause of a cut-off away and brings it back, which makes another item. */
const CAUSES: [string, (orderId: number) => Promise<unknown>, (orderId: number) => Promise<unknown>][] = [
  ['the cut-off is moved away', (orderId) => cutOff(orderId, 99), (orderId) => cutOff(orderId, 31)],
  [
    'an event is set and withdrawn',
    (orderId) => reach(orderId, 'received'),
    async (orderId) => {
      const newest = sql<{ id: number }>`select max(id)::int as id from order_events where order_id = ${orderId}`
      const [entry] = (await newest.execute(server.db)).rows
      const body = { reason: 'Not received yet' }
      expect((await server.call('POST', `request/event/entry/${entry?.id}/withdraw`, { body })).status).toBe(200)
    },
  ],
  ['the rule is switched off', () => ruleOf({ active: false }), () => ruleOf({ active: true })],
]

describe('a waiver', () => {
  test.each(CAUSES)('holds when %s and back', async (_, take, bring) => {
    const { id, orderId } = await dueIn(30)
    const { body } = await post(`${id}/waive`, { reason: 'Delivered directly' })
    const { waivedAt, waivedBy } = body.data
    await take(orderId)
    expect(await item(orderId)).toBeUndefined()
    await bring(orderId)
    const again = await item(orderId)
    expect(again?.id).not.toBe(id)
    expect(again).toMatchObject({ waivedReason: 'Delivered directly', waivedBy: waivedBy.id, waivedAt })
    expect([await idsOf(), (await list()).counts]).toEqual([[], {}])
  })

  test.each([OrderStatus.CANCELLED, OrderStatus.COMPLETED])('is over once the order ended (%d)', async (status) => {
    const { id, orderId } = await dueIn(30)
    await post(`${id}/waive`, { reason: 'Delivered directly' })
    // The item's cause is gone when the order ends, and comes back later than the order.
    await cutOff(orderId, 99)
    await change(orderId, { status })
    await change(orderId, { status: OrderStatus.IN_PROGRESS })
    await cutOff(orderId, 30)
    expect((await list()).items).toMatchObject([{ orderId, waivedReason: null }])
  })

  test('that was taken back stays so when the cause returns', async () => {
    const { id, orderId } = await dueIn(30)
    await post(`${id}/waive`, { reason: 'Delivered directly' })
    await cutOff(orderId, 99)
    await cutOff(orderId, 30)
    const again = await item(orderId)
    await post(`${again?.id}/unwaive`)
    await cutOff(orderId, 99)
    await cutOff(orderId, 30)
    expect((await list()).items).toMatchObject([{ orderId, waivedReason: null }])
  })

  test('is of one item: another rule, order or subject has none', async () => {
    const { id, orderId } = await dueIn(30, { lastEventTime: daysFromNow(-9) })
    const other = await dueIn(31)
    await post(`${id}/waive`, { reason: 'Delivered directly' })
    for (const hours of [99, 30]) for (const each of [orderId, other.orderId]) await cutOff(each, hours)
    const { items } = await list()
    expect(items.map(({ orderId: of, rule }: { orderId: number; rule: string }) => [of, rule])).toEqual([
      [other.orderId, 'cargo-cut-off'],
      [orderId, 'quiet'],
    ])
  })
})

describe('a snooze', () => {
  test.each(CAUSES)('holds when %s and back', async (_, take, bring) => {
    const { id, orderId } = await dueIn(30)
    const until = hoursFromNow(20)
    await post(`${id}/snooze`, { until })
    await take(orderId)
    await bring(orderId)
    const again = await item(orderId)
    expect(again?.id).not.toBe(id)
    expect([await idsOf(), await idsOf('?snoozed=1')]).toEqual([[], [again?.id]])
    expect((await list('?snoozed=1')).items).toMatchObject([{ snoozedUntil: until, snoozedBy: { name: 'Mara Staff' } }])
  })

  test('of a time that has passed is over', async () => {
    const { id, orderId } = await dueIn(30)
    await post(`${id}/snooze`, { until: hoursFromNow(20) })
    await cutOff(orderId, 99)
    await sql`update attention set snoozed_until = now() - interval '1 second' where id = ${id}`.execute(server.db)
    await cutOff(orderId, 30)
    expect(await item(orderId)).toMatchObject({ snoozedUntil: null })
  })

  test('is over for what returns more urgent, or due at a time that has passed', async () => {
    const [urgent, overdue] = [await dueIn(30), await dueIn(31)]
    await ruleOf({ severity: 2 })
    await post('snooze', { ids: [urgent.id, overdue.id], until: hoursFromNow(20) })
    for (const { orderId } of [urgent, overdue]) await cutOff(orderId, 99)
    await cutOff(overdue.orderId, -3)
    await ruleOf({ severity: 3 })
    await cutOff(urgent.orderId, 30)
    for (const { orderId } of [urgent, overdue]) expect(await item(orderId)).toMatchObject({ snoozedUntil: null })
  })

  test('that had ended with its due time does not begin again', async () => {
    const { id, orderId } = await dueIn(30)
    await post(`${id}/snooze`, { until: hoursFromNow(20) })
    await sql`update attention set snoozed_at = now() - interval '3 hours', due_at = now() - interval '1 hour' where id = ${id}`.execute(
      server.db,
    )
    await ruleOf({ active: false })
    await ruleOf({ active: true })
    await cutOff(orderId, 99)
    await cutOff(orderId, 10)
    expect(await item(orderId)).toMatchObject({ snoozedUntil: null })
  })
})

test('a rebuild gives exactly the items that were there', async () => {
  const [waived, snoozed] = [await dueIn(30), await dueIn(31)]
  await post(`${waived.id}/waive`, { reason: 'Delivered directly' })
  await post(`${snoozed.id}/snooze`, { until: hoursFromNow(20) })
  for (const hours of [99, 30]) for (const { orderId } of [waived, snoozed]) await cutOff(orderId, hours)
  const items = async () =>
    (await sql`select * from attention where resolved_at is null order by id`.execute(server.db)).rows
  const before = await items()
  expect(await rebuildItems(server.db)).toMatchObject({ opened: 0, closed: 0, open: 2 })
  expect(await items()).toEqual(before)
})

test('reports count an item that returns waived from its return, not from its waiver', async () => {
  const [waived, open] = [await dueIn(30), await dueIn(31)]
  await post(`${waived.id}/waive`, { reason: 'Delivered directly' })
  for (const hours of [99, 30]) await cutOff(waived.orderId, hours)
  const again = await item(waived.orderId)
  const date = (id: number | undefined, days: Record<string, number>) =>
    server.db
      .updateTable('attention')
      .set(Object.fromEntries(Object.entries(days).map(([column, n]) => [column, daysFromNow(-n)])))
      .where('id', '=', id ?? 0)
      .execute()
  await date(open.id, { since: 6 })
  await date(waived.id, { since: 6, waivedAt: 5, resolvedAt: 4 })
  await date(again?.id, { since: 2, waivedAt: 5 })
  await sql`delete from report_days`.execute(server.db)
  const period = { from: daysFromNow(-7).slice(0, 10), to: daysFromNow(-3).slice(0, 10) }
  const { body } = await server.call('GET', `report/workload?${new URLSearchParams(period)}`)
  expect(body.data.rules).toMatchObject([{ rule: 'cargo-cut-off', opened: 2, closed: 1, open: 1 }])
})
