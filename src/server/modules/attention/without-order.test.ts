import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { keepItems, rebuildItems } from '#server/attention/keep-items.ts'
import { hoursFromNow, type Queue, startQueue } from './attention.fixture.ts'

let server: Queue['server']
let admin: Queue['admin']
let priya: Queue['priya']
let dueIn: Queue['dueIn']
let post: Queue['post']
let list: Queue['list']
let idsOf: Queue['idsOf']
let noOrders: Queue['noOrders']

beforeAll(async () => {
  ;({ server, admin, priya, dueIn, post, list, idsOf, noOrders } = await startQueue())
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`delete from attention`.execute(server.db)
  await noOrders()
})

/** Something that concerns no order. Its id. */
async function disabledWebhook(): Promise<number> {
  const { id } = await server.db
    .insertInto('attention')
    .values({
      ...{ orderId: null, rule: 'webhook-disabled', subject: '5', severity: 3 },
      ...{ dueAt: hoursFromNow(-1), detail: JSON.stringify({ url: 'https://hooks.example/1' }) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('an item about no order is in the queue of nobody, among those about orders, and is counted', async () => {
  const [id, ordered] = [await disabledWebhook(), await dueIn(2, { inChargeId: server.staff.id })]
  const { items, counts } = await list()
  expect(items.map((item: AttentionItem) => item.id)).toEqual([id, ordered.id])
  expect(items[0]).toMatchObject({
    ...{ orderId: null, trackingCode: null, companyName: '', inCharge: null, sailing: null, things: 1 },
    detail: { url: 'https://hooks.example/1' },
  })
  expect(counts).toEqual({ 'webhook-disabled': 1, 'cargo-cut-off': 1 })
  expect(await idsOf('?owner=none')).toEqual([id])
  expect(await idsOf('?owner=me')).toEqual([ordered.id])
})

test('is claimed and snoozed like any other', async () => {
  const id = await disabledWebhook()
  await post(`${id}/claim`, undefined, { token: priya.token })
  expect((await post(`${id}/claim`)).body.message).toMatch(/^Priya Nair claimed this/)
  expect(await idsOf('?claimed=me', { token: priya.token })).toEqual([id])
  await post(`${id}/snooze`, { until: hoursFromNow(5) }, { token: priya.token })
  expect([await idsOf(), await idsOf('?snoozed=1')]).toEqual([[], [id]])
})

test('is waived with a reason, which the trail keeps', async () => {
  const [id, ordered] = [await disabledWebhook(), await dueIn(2)]
  await post('waive', { ids: [id, ordered.id], reason: 'Not used any more' })
  expect(await idsOf()).toEqual([])
  const trail = async (query: string) =>
    (await server.call('GET', `admin/audit?${query}`, { token: admin })).body.data.items[0]
  expect(await trail(`entity=attention&entity_id=${id}`)).toMatchObject({
    action: 'attention.waive',
    changes: [
      { label: 'Rule', after: 'Webhook disabled' },
      { label: 'Reason', after: 'Not used any more' },
    ],
  })
  expect(await trail(`entity=orders&entity_id=${ordered.orderId}`)).toMatchObject({ action: 'order.waive' })
  await post(`${id}/unwaive`)
  expect(await idsOf()).toEqual([id])
  expect(await trail(`entity=attention&entity_id=${id}`)).toMatchObject({ action: 'attention.unwaive' })
})

test('is left alone by the job and by a rebuild, which know orders only', async () => {
  const id = await disabledWebhook()
  await dueIn(2)
  expect(await keepItems(server.db)).toBe(0)
  expect(await rebuildItems(server.db)).toMatchObject({ opened: 0, closed: 0, open: 2 })
  expect(await idsOf('?owner=none&rule=webhook-disabled')).toEqual([id])
})
