import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { AttentionItem, AttentionRow } from '#contract/attention/attention.ts'
import { papersOn } from '#server/papers/papers.fixture.ts'
import { addSailing, hoursFromNow, loadOn, startQueue } from './attention.fixture.ts'

const { server, priya, dueIn, post, list, noOrders } = await startQueue()
afterAll(() => server.close())
const papers = papersOn(server)
beforeEach(async () => {
  await noOrders()
  await papers.forget()
})

/** The rows of a list: the orders of each group, or the order that is by itself; and how many rows there are. */
async function places(query = '') {
  const { items, totalCount } = await list(`?by=group${query}`)
  const orders = items.map(({ orderId, group }: AttentionRow) =>
    group ? group.items.map((item) => item.orderId) : orderId,
  )
  return { orders, total: totalCount }
}

/** Orders whose cut-off has passed, of nobody, on a sailing of their own. */
async function missed(count: number, inChargeId: number | null = null): Promise<number[]> {
  const ids: number[] = []
  for (let n = count; n > 0; n--) ids.push((await dueIn(-n, { inChargeId })).orderId)
  await loadOn(server.db, await addSailing(server.db, `${ids[0]}`), ids)
  return ids
}

test('orders that missed the cut-off of one sailing are one row, which counts once in total and pages', async () => {
  const [first, second] = [await missed(3), await missed(2)]
  const { orderId } = await dueIn(-9)
  expect(await places()).toEqual({ orders: [orderId, first, second], total: 3 })
  expect(await places('&per_page=1&page=2')).toEqual({ orders: [first], total: 3 })
  // The other lists are unchanged.
  expect((await list('?by=order')).totalCount).toBe(6)
})

test('a group has all that is dealt with together in this part of the queue, and none of the others', async () => {
  const mine = await missed(2, server.staff.id)
  const hers = (await dueIn(-1, { inChargeId: priya.id })).orderId
  const loading = await server.db
    .selectFrom('loadings')
    .select('sailingId')
    .where('orderId', '=', mine[0] ?? 0)
    .executeTakeFirstOrThrow()
  await loadOn(server.db, loading.sailingId, [hers])
  expect((await places('&owner=me')).orders).toEqual([mine])
  expect((await places(`&owner=${priya.id}`)).orders).toEqual([hers])
  expect((await places()).orders).toEqual([[...mine, hers]])
})

test('an order with something more urgent has its own row and is in the group all the same', async () => {
  const ids = await missed(2)
  const [first = 0] = ids
  await sql`update attention set severity = 2 where order_id = ${first}`.execute(server.db)
  await sql`insert into attention (order_id, rule, subject, severity, due_at, detail)
    values (${first}, 'note-due', '1', 3, ${hoursFromNow(-50)}, '{"body": "Call"}')`.execute(server.db)
  expect(await places()).toEqual({ orders: [first, [ids[1], first]], total: 2 })
})

test('a group is read to its rows by its rule and key', async () => {
  const ids = await missed(3)
  const [{ group }] = (await list('?by=group')).items
  const { items, totalCount } = await list(`?by=order&rule=cargo-cut-off&group=${group.id}`)
  expect([items.map(({ orderId }: AttentionItem) => orderId), totalCount]).toEqual([ids, 3])
  const refused = await server.call('GET', `attention?by=order&group=${group.id}`)
  expect([refused.status, Object.keys(refused.body.data)]).toEqual([400, ['group']])
})

test('snoozed orders leave the group, and are a group of what is snoozed', async () => {
  const ids = await missed(3)
  const { items } = await list()
  const [one, other] = items
  await post('snooze', { ids: [one.id, other.id], until: hoursFromNow(5) })
  expect(await places()).toEqual({ orders: [ids[2]], total: 1 })
  expect(await places('&snoozed=1')).toEqual({ orders: [ids.slice(0, 2)], total: 1 })
})

test('an order that is rolled goes to the group of its new sailing', async () => {
  const ids = await missed(3)
  await loadOn(server.db, await addSailing(server.db, `next ${ids[0]}`), ids.slice(1))
  expect((await places()).orders).toEqual([ids[0], ids.slice(1)])
})

test('missing papers of one client are one row, those that we or the carrier supply are not in it', async () => {
  await papers.requirement({ name: 'Commercial invoice', supplier: 'client', basis: 'booking' })
  await papers.requirement({ name: 'House bill', supplier: 'us', basis: 'booking' })
  const [one, other] = [await papers.newOrder(), await papers.newOrder()]
  await server.db.updateTable('orders').set({ userId: one.userId }).where('id', '=', other.id).execute()
  await sql`select refresh_attention(array[${one.id}, ${other.id}]::int[])`.execute(server.db)
  const { items } = await list('?by=group&rule=document')
  const [{ group }] = items.filter((row: AttentionRow) => row.group)
  expect(group.id).toBe(String(one.userId))
  expect(group.items.map(({ orderId }: { orderId: number }) => orderId)).toEqual([one.id, other.id])
})

test('what a client was asked for is said with when, whom and by whom, until it is there', async () => {
  await papers.requirement({ name: 'Packing list', supplier: 'client', basis: 'booking' })
  const order = await papers.newOrder()
  const read = async () => (await server.call('GET', `request/booking/${order.id}/attention`)).body.data[0]
  expect((await read()).asked).toBeNull()
  const { items } = await papers.papers(order.id)
  await papers.ask(order.id, [items[0]?.id ?? 0])
  expect((await read()).asked).toMatchObject({ to: order.email, by: { id: server.staff.id } })
})
