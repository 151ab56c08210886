import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { daysFromNow, hoursFromNow, startQueue } from './attention.fixture.ts'
import { keepItems, rebuildItems } from './keep-items.ts'

const { server, admin, priya, dueIn, post, list, idsOf, noOrders } = await startQueue()
afterAll(() => server.close())
beforeEach(async () => {
  await sql`delete from webhooks`.execute(server.db)
  await sql`delete from attention`.execute(server.db)
  await noOrders()
})

const URL = 'https://hooks.example/1'
const webhooks = (values: object) => server.db.updateTable('webhooks').set(values).execute()
/** Switches the webhooks off, as three days without an answer do. */
const fail = () => webhooks({ active: false, disabledReason: 'Nothing arrived for 3 days.' })
const item = async (): Promise<AttentionItem | undefined> => (await list('?rule=webhook-disabled')).items[0]

/** A webhook that was switched off, which concerns no order. Returns the id of its item. */
async function disabledWebhook(): Promise<number> {
  await server.db
    .insertInto('webhooks')
    .values({ url: URL, events: ['order.event'] })
    .execute()
  await fail()
  return (await item())?.id ?? 0
}

test('an item about no order is in the queue of nobody, among those about orders, and is counted', async () => {
  const [id, ordered] = [await disabledWebhook(), await dueIn(2, { inChargeId: server.staff.id })]
  const { items, counts } = await list()
  expect(items.map((item: AttentionItem) => item.id)).toEqual([id, ordered.id])
  expect(items[0]).toMatchObject({
    orderId: null,
    trackingCode: null,
    companyName: '',
    inCharge: null,
    sailing: null,
    things: 1,
    detail: { url: URL },
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

test('is closed when its webhook is switched on again, or deleted; one that fails again is another matter', async () => {
  const id = await disabledWebhook()
  await post(`${id}/waive`, { reason: 'Not used any more' })
  await webhooks({ active: true })
  expect(await item()).toBeUndefined()
  await fail()
  const again = await item()
  expect([again?.id === id, again?.waivedReason]).toEqual([false, null])
  await sql`delete from webhooks`.execute(server.db)
  expect(await idsOf()).toEqual([])
})

test('stays the same item when its webhook gets another address or events, and is due since it was switched off', async () => {
  const id = await disabledWebhook()
  await post(`${id}/claim`)
  const { dueAt } = (await item()) ?? {}
  await webhooks({ url: 'https://hooks.example/2', updatedAt: hoursFromNow(1) })
  const moved = { id, dueAt, detail: { url: 'https://hooks.example/2' }, claimedBy: { id: server.staff.id } }
  expect(await item()).toMatchObject(moved)
  await webhooks({ events: ['order.status'], updatedAt: hoursFromNow(2) })
  expect(await item()).toMatchObject(moved)
})

const rule = (body: object) => server.call('PUT', 'attention-rule/webhook-disabled', { token: admin, body })

test('has the severity of its rule, at once; a snooze ends when that rises', async () => {
  const id = await disabledWebhook()
  await rule({ severity: 1 })
  expect(await item()).toMatchObject({ id, severity: 1 })
  await post(`${id}/snooze`, { until: daysFromNow(1) })
  expect(await item()).toBeUndefined()
  await rule({ severity: 3 })
  expect(await item()).toMatchObject({ id, severity: 3, snoozedUntil: null })
})

test('is closed while its rule is off, and back when it is on, with what people did about it', async () => {
  const id = await disabledWebhook()
  const { dueAt } = (await item()) ?? {}
  await rule({ active: false })
  expect([await idsOf(), (await list()).counts]).toEqual([[], {}])
  await rule({ active: true })
  expect(await item()).toMatchObject({ subject: expect.any(String), dueAt, detail: { url: URL } })
  const back = (await item())?.id ?? 0
  expect(back).not.toBe(id)
  await post(`${back}/snooze`, { until: daysFromNow(1) })
  await rule({ active: false })
  await rule({ active: true })
  expect([await idsOf(), (await idsOf('?snoozed=1')).length]).toEqual([[], 1])
  await post(`${(await idsOf('?snoozed=1'))[0]}/waive`, { reason: 'Not used any more' })
  await rule({ active: false })
  await rule({ active: true })
  expect([await idsOf(), await idsOf('?snoozed=1')]).toEqual([[], []])
})

test('a webhook that fails while the rule is off is shown once it is on', async () => {
  await rule({ active: false })
  expect(await disabledWebhook()).toBe(0)
  await rule({ active: true })
  expect(await item()).toMatchObject({ detail: { url: URL } })
})

test('a webhook that fails while the rule is being switched on is shown too', async () => {
  await rule({ active: false })
  await server.db
    .insertInto('webhooks')
    .values({ url: URL, events: ['order.event'] })
    .execute()
  let failing: Promise<unknown> = Promise.resolve()
  await server.db.transaction().execute(async (tx) => {
    await sql`update attention_rules set active = true where code = 'webhook-disabled'`.execute(tx)
    failing = fail()
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          server.db,
        )
      ).rows.length
    await expect.poll(waiting).toBe(1)
  })
  await failing
  expect(await item()).toBeDefined()
})

test('a rebuild and the job give exactly the items that were there, also when they are gone or wrong', async () => {
  await disabledWebhook()
  await dueIn(2)
  const before = await item()
  expect(await keepItems(server.db)).toBe(0)
  expect(await rebuildItems(server.db)).toMatchObject({ opened: 0, closed: 0, open: 2 })
  expect(await item()).toEqual(before)
  const { id: _, since: __, ...facts } = before ?? {}
  for (const mend of [keepItems, rebuildItems]) {
    await sql`delete from attention where rule = 'webhook-disabled'`.execute(server.db)
    await mend(server.db)
    expect(await item()).toMatchObject(facts)
    await sql`update attention set severity = 1, due_at = now(), detail = '{}' where order_id is null`.execute(
      server.db,
    )
    await sql`insert into attention (rule, subject, severity) values ('webhook-disabled', '0', 3)`.execute(server.db)
    await mend(server.db)
    expect((await list('?rule=webhook-disabled')).items).toMatchObject([facts])
  }
})
