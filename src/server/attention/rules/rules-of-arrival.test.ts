import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { AttentionItem } from '#contract/attention/attention.ts'
import type { FreeTime } from '#contract/free-time/free-times.ts'
import { hoursFromNow } from '#server/attention/attention.fixture.ts'
import { keepItems } from '#server/attention/keep-items.ts'
import { freeTimeRecords, inDays, noon } from '#server/free-time/free-time.fixture.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let records: Awaited<ReturnType<typeof freeTimeRecords>>
beforeAll(async () => {
  records = await freeTimeRecords(server)
})
beforeEach(async () => {
  await server.db.deleteFrom('freeTimes').execute()
  await server.db.deleteFrom('freeTimeRules').execute()
  await sql`delete from attention`.execute(server.db)
})

const RULES = ['free-time-ends', 'charges-running', 'empty-return-due', 'release-missing']
const items = async (): Promise<AttentionItem[]> =>
  (await server.call('GET', 'attention?per_page=50')).body.data.items.filter(({ rule }: AttentionItem) =>
    RULES.includes(rule),
  )
const rules = async () => (await items()).map(({ rule }) => rule)
const hoursUntil = (day: string, time: string) => (Date.parse(`${day}T${time}:00Z`) - Date.now()) / 3_600_000

/** An FCL container with a clock by hand, whose last free day is given. */
async function boxWith(clock: FreeTime['clock'], lastFreeDay: string) {
  const { order, box } = await records.addFcl({ number: 'MSCU1234566' })
  const freeTimes = [{ clock, lastFreeDay }]
  const put = (change: object) =>
    records.put(`request/booking/${order.id}/free-times`, { freeTimes: [{ clock, ...change }] })
  const { body } = await records.put(`request/booking/${order.id}/free-times`, { freeTimes })
  return { order, box, put, id: body.data.items[0].id as number }
}

test('a last free day opens three days before 17:00 of it, is urgent in the last 24 hours, and closes when it is over', async () => {
  for (let days = -2; days <= 4; days++) {
    const last = inDays(days)
    const { order, put, id } = await boxWith('demurrage', last)
    const hours = hoursUntil(last, '17:00')
    const found = await items()
    if (days < 0)
      expect(
        found.map(({ rule }) => rule),
        last,
      ).toEqual(['charges-running'])
    else if (hours > 72) expect(found, last).toEqual([])
    else
      expect(found, last).toMatchObject([
        {
          rule: 'free-time-ends',
          subject: `freeTime:${id}`,
          orderId: order.id,
          severity: hours <= 24 ? 3 : 2,
          dueAt: `${last}T17:00:00.000Z`,
          detail: { clock: 'demurrage', container: 'MSCU1234566', lastFreeDay: last },
        },
      ])
    await put({ endedOn: last })
    expect(await rules(), last).toEqual([])
  }
})

test('the last free day is due at 17:00 where the container is', async () => {
  const { box } = await boxWith('demurrage', inDays(1))
  const terminal = await records.addPlace('terminal', { timeZone: 'Pacific/Honolulu' })
  await records.put(`container/${box.id}`, { terminalPlaceId: terminal.id })
  await keepItems(server.db)
  expect(await items()).toMatchObject([{ dueAt: `${inDays(2)}T03:00:00.000Z` }])
})

test('a clock whose free days are over says what it has cost, and what each day costs', async () => {
  const tiers = [
    { fromDay: 1, toDay: 4, amount: 85, per: 'container-day', minimum: null },
    { fromDay: 5, toDay: null, amount: 170, per: 'container-day', minimum: null },
  ]
  const rule = await records.addRule({ tiers })
  const { order, box } = await records.addFcl({ number: 'MSCU1234566', dischargedAt: noon(inDays(-9)) })
  // Free until five days ago: four days at 85, and the fifth at 170.
  expect(await items()).toMatchObject([
    {
      rule: 'charges-running',
      severity: 3,
      orderId: order.id,
      dueAt: `${inDays(-4)}T00:00:00.000Z`,
      detail: {
        clock: 'demurrage',
        container: 'MSCU1234566',
        lastFreeDay: inDays(-5),
        amount: 510,
        currency: 'USD',
        perDay: 170,
      },
    },
  ])
  await records.put(`free-time-rule/${rule.id}`, { tiers: [{ ...tiers[0], toDay: null, amount: 100 }] })
  expect(await items()).toMatchObject([{ detail: { amount: 500, perDay: 100 } }])
  await records.put(`container/${box.id}`, { gatedOutAt: noon(inDays(-1)) })
  expect(await items()).toEqual([])
})

test('charges that no rule tells run all the same', async () => {
  await boxWith('rail', inDays(-3))
  expect(await items()).toMatchObject([
    { rule: 'charges-running', detail: { clock: 'rail', amount: null, currency: null, perDay: null } },
  ])
})

test('an empty container is due back by itself, and its charges are charges', async () => {
  const { box, put } = await boxWith('detention', inDays(1))
  expect(await items()).toMatchObject([{ rule: 'empty-return-due', severity: 2, dueAt: `${inDays(1)}T17:00:00.000Z` }])
  await put({ lastFreeDay: inDays(-1) })
  expect(await rules()).toEqual(['charges-running'])
  await records.put(`container/${box.id}`, { returnedAt: noon(inDays(-1)) })
  expect(await items()).toEqual([])
})

test('a container of groupage is in the queue of nobody, with its sailing; its clock closes it', async () => {
  await records.addRule({ tiers: [{ fromDay: 1, toDay: null, amount: 85, per: 'container-day', minimum: null }] })
  const sailing = await records.addSailing()
  const box = await records.addContainer(sailing.id, { dischargedAt: noon(inDays(-6)) })
  expect(await items()).toMatchObject([
    {
      rule: 'charges-running',
      orderId: null,
      sailing: { id: sailing.id, reference: sailing.reference },
      detail: { amount: 170 },
    },
  ])
  await records.put(`container/${box.id}`, { dischargedAt: noon(inDays(-3)) })
  expect(await items()).toMatchObject([{ rule: 'free-time-ends', orderId: null, sailing: { id: sailing.id } }])
  await server.call('DELETE', `container/${box.id}`)
  expect(await items()).toEqual([])
})

test('an FCL container that is deleted, and an order that is cancelled, leave nothing in the queue', async () => {
  const { box } = await boxWith('demurrage', inDays(1))
  await server.call('DELETE', `container/${box.id}`)
  expect(await items()).toEqual([])
  const { order } = await boxWith('demurrage', inDays(1))
  await server.db.updateTable('orders').set({ status: 1 }).where('id', '=', order.id).execute()
  expect(await items()).toEqual([])
})

test('storage of an LCL order is in the queue of its order', async () => {
  await records.addRule({ clock: 'storage', startBasis: 'stripped', days: 5 })
  const order = await records.addOrder()
  await records.reach(order.id, 'stripped', { date: noon(inDays(-4)) })
  expect(await items()).toMatchObject([
    { rule: 'free-time-ends', orderId: order.id, detail: { clock: 'storage', lastFreeDay: inDays(1) } },
  ])
  await records.reach(order.id, 'out-for-delivery')
  expect(await items()).toEqual([])
})

test('a release that misses something is in the queue a day after customs released it, until it is complete', async () => {
  const { id } = await records.addOrder()
  const put = (body: object) => records.put(`request/booking/${id}/release`, body)
  await put({ customsReleasedAt: hoursFromNow(-23.9) })
  expect(await items()).toEqual([])
  const customsReleasedAt = hoursFromNow(-24.1)
  await put({ customsReleasedAt, freightPaidAt: customsReleasedAt })
  expect(await items()).toMatchObject([
    { rule: 'release-missing', orderId: id, severity: 2, detail: { missing: ['bill', 'carrier'] } },
  ])
  await put({ holdReason: 'An unpaid invoice', originalBill: 'none', carrierReleasedAt: customsReleasedAt })
  expect(await items()).toMatchObject([{ detail: { missing: ['hold'] } }])
  await put({ holdReason: '' })
  expect(await items()).toEqual([])
  await put({ holdReason: 'Again' })
  await server.call('POST', `request/booking/${id}/release/complete`, { body: { reason: 'The boss said so' } })
  expect(await items()).toEqual([])
})

test('what time makes due is found by the job, and a rebuild gives the same items', async () => {
  await boxWith('demurrage', inDays(1))
  const sailing = await records.addSailing()
  await records.addRule()
  await records.addContainer(sailing.id, { dischargedAt: noon(inDays(-6)) })
  const before = (await items()).map(({ rule, subject }) => [rule, subject])
  expect(before).toHaveLength(2)
  await sql`delete from attention`.execute(server.db)
  await keepItems(server.db)
  expect((await items()).map(({ rule, subject }) => [rule, subject])).toEqual(before)
})
