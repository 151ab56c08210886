import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { FreeTime } from '#contract/free-time/free-times.ts'
import { testServer } from '#server/test/test-server.ts'
import { freeTimeRecords, inDays, noon, today } from './free-time.fixture.ts'

const server = testServer()
let records: Awaited<ReturnType<typeof freeTimeRecords>>
beforeAll(async () => {
  records = await freeTimeRecords(server)
})
beforeEach(async () => {
  await server.db.deleteFrom('freeTimes').execute()
  await server.db.deleteFrom('freeTimeRules').execute()
  await server.db.deleteFrom('holidays').execute()
})

const clockOf = (rows: readonly FreeTime[], clock: FreeTime['clock']) => rows.find((row) => row.clock === clock)
const demurrageOf = async (orderId: number) => clockOf(await records.ofOrder(orderId), 'demurrage')
const putOrder = (orderId: number, change: object, rest: object = {}) =>
  records.put(`request/booking/${orderId}/free-times`, { freeTimes: [change], ...rest })

test('a clock is there once its start and a rule are known, and says what it follows', async () => {
  const terminal = await records.addPlace('terminal')
  const { order, box } = await records.addFcl({ number: 'MSCU1234566', terminalPlaceId: terminal.id })
  expect(await records.ofOrder(order.id)).toEqual([])
  await records.put(`container/${box.id}`, { dischargedAt: noon('2026-03-02') })
  expect(await records.ofOrder(order.id)).toEqual([])
  const rule = await records.addRule({
    tiers: [{ fromDay: 1, toDay: null, amount: 85, per: 'container-day', minimum: null }],
  })
  const days = (Date.parse(today()) - Date.parse('2026-03-06')) / 86_400_000
  expect(await records.ofOrder(order.id)).toEqual([
    {
      id: expect.any(Number),
      containerId: box.id,
      container: { id: box.id, number: 'MSCU1234566' },
      orderId: null,
      clock: 'demurrage',
      startBasis: 'discharged',
      startsOn: '2026-03-02',
      days: 4,
      unit: 'calendar',
      firstDay: 'next',
      computedFreeDay: '2026-03-06',
      saidFreeDay: null,
      saidBy: null,
      saidNote: '',
      lastFreeDay: '2026-03-06',
      byHand: false,
      source: 'rule',
      rule: { id: rule.id, name: rule.name },
      place: { id: terminal.id, name: terminal.name },
      note: '',
      endedOn: null,
      endBasis: null,
      daysLeft: -days,
      accrued: { amount: days * 85, currency: 'USD', perDay: 85 },
      updatedAt: expect.any(String),
    },
  ])
})

test('a start that is moved or taken back moves the clock, and the gate ends it', async () => {
  await records.addRule()
  const { order, box } = await records.addFcl({ dischargedAt: noon('2026-03-02') })
  expect(await demurrageOf(order.id)).toMatchObject({ lastFreeDay: '2026-03-06' })
  const moved = async (body: object) => {
    await records.put(`container/${box.id}`, body)
    return demurrageOf(order.id)
  }
  expect(await moved({ dischargedAt: noon('2026-03-04') })).toMatchObject({
    startsOn: '2026-03-04',
    lastFreeDay: '2026-03-08',
  })
  expect(await moved({ gatedOutAt: noon('2026-03-10') })).toMatchObject({
    endedOn: '2026-03-10',
    endBasis: 'gated-out',
    daysLeft: -2,
  })
  expect(await moved({ gatedOutAt: null })).toMatchObject({ endedOn: null, endBasis: null })
  expect(await moved({ dischargedAt: null })).toBeUndefined()
})

test('the clocks of a sailing can be asked for those of one container', async () => {
  await records.addRule()
  const sailing = await records.addSailing()
  const [box, other] = [
    await records.addContainer(sailing.id, { dischargedAt: noon('2026-03-02') }),
    await records.addContainer(sailing.id, { dischargedAt: noon('2026-03-03') }),
  ]
  expect((await records.ofSailing(sailing.id)).map(({ containerId }) => containerId)).toEqual([box.id, other.id])
  const { body } = await server.call('GET', `sailing/${sailing.id}/free-times?containerId=${other.id}`)
  expect(body.data).toMatchObject({ items: [{ containerId: other.id, lastFreeDay: '2026-03-07' }] })
})

test('days are those of the clocks at the place, and of the forwarder where the place is unknown', async () => {
  await records.addRule()
  const { order, box } = await records.addFcl({ dischargedAt: '2026-03-03T06:30:00Z' })
  expect(await demurrageOf(order.id)).toMatchObject({ startsOn: '2026-03-03' })
  const terminal = await records.addPlace('terminal', { timeZone: 'America/Los_Angeles' })
  await records.put(`container/${box.id}`, { terminalPlaceId: terminal.id })
  expect(await demurrageOf(order.id)).toMatchObject({ startsOn: '2026-03-02', lastFreeDay: '2026-03-06' })
  await records.put(`place/${terminal.id}`, { timeZone: 'Asia/Shanghai' })
  expect(await demurrageOf(order.id)).toMatchObject({ startsOn: '2026-03-03' })
})

test('working days leave out the holidays of the country and of the region of the place, as they are entered', async () => {
  await records.addRule({ unit: 'working', days: 2, firstDay: 'same' })
  const terminal = await records.addPlace('terminal', { country: 'CA', region: 'BC' })
  const { order } = await records.addFcl({ terminalPlaceId: terminal.id, dischargedAt: noon('2026-02-13') })
  // Friday 13 and Monday 16.
  expect(await demurrageOf(order.id)).toMatchObject({ lastFreeDay: '2026-02-16' })
  const add = (region: string, day: string) =>
    records.data('POST', 'holiday', { country: 'CA', region, day, name: 'A holiday' })
  await add('ON', '2026-02-16')
  expect(await demurrageOf(order.id)).toMatchObject({ lastFreeDay: '2026-02-16' })
  const family = await add('BC', '2026-02-16')
  expect(await demurrageOf(order.id)).toMatchObject({ lastFreeDay: '2026-02-17' })
  await add('', '2026-02-17')
  expect(await demurrageOf(order.id)).toMatchObject({ lastFreeDay: '2026-02-18' })
  await records.put(`place/${terminal.id}`, { country: 'US' })
  expect(await demurrageOf(order.id)).toMatchObject({ lastFreeDay: '2026-02-16' })
  await records.put(`place/${terminal.id}`, { country: 'CA' })
  await server.call('DELETE', `holiday/${family.id}`)
  expect(await demurrageOf(order.id)).toMatchObject({ lastFreeDay: '2026-02-16' })
})

test('the most specific rule counts: place before port before carrier before size type, then the later, then the newer', async () => {
  const terminal = await records.addPlace('terminal')
  const carrier = await records.data('POST', 'carrier', { name: 'Free Line' })
  const sailing = await records.addSailing({ carrierId: carrier.id })
  const box = await records.addContainer(sailing.id, { terminalPlaceId: terminal.id, dischargedAt: noon('2026-03-02') })
  const counts = async (rest: object) => {
    const { id } = await records.addRule(rest)
    return clockOf(await records.ofSailing(sailing.id), 'demurrage')?.rule?.id === id
  }
  expect(await counts({})).toBe(true)
  expect(await counts({ validFrom: '2021-01-01' })).toBe(true)
  expect(await counts({ validFrom: '2021-01-01' })).toBe(true)
  expect(await counts({ validFrom: '2019-01-01' })).toBe(false)
  expect(await counts({ sizeType: '22G1' })).toBe(false)
  expect(await counts({ sizeType: '42G1' })).toBe(true)
  expect(await counts({ carrierId: carrier.id })).toBe(true)
  expect(await counts({ carrierId: carrier.id, sizeType: '42G1' })).toBe(true)
  expect(await counts({ port: 'USLGB' })).toBe(false)
  expect(await counts({ port: 'USLAX' })).toBe(true)
  expect(await counts({ carrierId: carrier.id, sizeType: '42G1', validFrom: '2025-01-01' })).toBe(false)
  expect(await counts({ placeId: terminal.id, validTo: '2026-03-01' })).toBe(false)
  expect(await counts({ placeId: terminal.id, validTo: '2026-03-02' })).toBe(true)
  await records.put(`sailing/${sailing.id}`, { carrierId: null, portOfDischarge: 'USLGB' })
  await records.put(`container/${box.id}`, { terminalPlaceId: null })
  expect(clockOf(await records.ofSailing(sailing.id), 'demurrage')?.rule?.name).toMatch(/^Rule/)
})

test('a rule that counts from a day still to come lets no other rule take its place meanwhile', async () => {
  const terminal = await records.addPlace('terminal')
  await records.addRule()
  await records.addRule({ placeId: terminal.id, startBasis: 'available', days: 2 })
  const { order, box } = await records.addFcl({ terminalPlaceId: terminal.id, dischargedAt: noon('2026-03-02') })
  expect(await demurrageOf(order.id)).toBeUndefined()
  await records.put(`container/${box.id}`, { availableAt: noon('2026-03-04') })
  expect(await demurrageOf(order.id)).toMatchObject({
    startBasis: 'available',
    startsOn: '2026-03-04',
    lastFreeDay: '2026-03-06',
  })
})

test('a changed rule moves running clocks, and leaves those that have ended', async () => {
  const rule = await records.addRule()
  const [one, other] = [
    await records.addFcl({ dischargedAt: noon('2026-03-02') }),
    await records.addFcl({ dischargedAt: noon('2026-03-02'), gatedOutAt: noon('2026-03-05') }),
  ]
  await records.put(`free-time-rule/${rule.id}`, { days: 6 })
  expect(await demurrageOf(one.order.id)).toMatchObject({ days: 6, lastFreeDay: '2026-03-08' })
  expect(await demurrageOf(other.order.id)).toMatchObject({ days: 4, lastFreeDay: '2026-03-06' })
  expect((await server.call('DELETE', `free-time-rule/${rule.id}`)).body.message).toBe(
    'This free time rule is in use by 1 ended clock.',
  )
  await records.put(`container/${other.box.id}`, { gatedOutAt: null })
  await server.call('DELETE', `free-time-rule/${rule.id}`)
  expect(await records.ofOrder(one.order.id)).toEqual([])
})

test('demurrage and rail end at the gate, detention when the empty container is back; rail is counted at rail terminals', async () => {
  for (const clock of ['demurrage', 'detention', 'rail'])
    await records.addRule({ clock, startBasis: clock === 'detention' ? 'gated-out' : 'available' })
  const rail = await records.addPlace('rail')
  const { order, box } = await records.addFcl({ availableAt: noon('2026-03-02') })
  expect((await records.ofOrder(order.id)).map(({ clock }) => clock)).toEqual(['demurrage'])
  await records.put(`container/${box.id}`, {
    terminalPlaceId: rail.id,
    gatedOutAt: noon('2026-03-04'),
    returnedAt: noon('2026-03-09'),
  })
  expect((await records.ofOrder(order.id)).map(({ clock, endedOn, endBasis }) => [clock, endedOn, endBasis])).toEqual([
    ['demurrage', '2026-03-04', 'gated-out'],
    ['rail', '2026-03-04', 'gated-out'],
    ['detention', '2026-03-09', 'returned'],
  ])
})

test('storage of an LCL order runs from stripped to the delivery, at the CFS of its sailing', async () => {
  const cfs = await records.addPlace('cfs')
  await records.addRule({ clock: 'storage', placeId: cfs.id, startBasis: 'stripped', days: 5 })
  const sailing = await records.addSailing({ destinationPlaceId: cfs.id })
  const order = await records.addOrder()
  await records.load(sailing.id, [order.id])
  const entry = await records.reach(order.id, 'stripped', { date: noon('2026-03-02') })
  expect(await records.ofOrder(order.id)).toMatchObject([
    {
      clock: 'storage',
      orderId: order.id,
      containerId: null,
      startsOn: '2026-03-02',
      lastFreeDay: '2026-03-07',
      place: { id: cfs.id },
    },
  ])
  expect(await records.ofSailing(sailing.id)).toHaveLength(1)
  await server.call('PUT', `request/event/entry/${entry.id}`, { body: { date: noon('2026-03-03') } })
  expect(await records.ofOrder(order.id)).toMatchObject([{ lastFreeDay: '2026-03-08' }])
  const out = await records.reach(order.id, 'out-for-delivery', { date: noon('2026-03-09') })
  await records.reach(order.id, 'delivered', { date: noon('2026-03-10') })
  expect(await records.ofOrder(order.id)).toMatchObject([{ endedOn: '2026-03-09', endBasis: 'out-for-delivery' }])
  await server.call('POST', `request/event/entry/${out.id}/withdraw`, { body: { reason: 'A mistake' } })
  expect(await records.ofOrder(order.id)).toMatchObject([{ endedOn: '2026-03-10', endBasis: 'delivered' }])
  await server.call('POST', `request/event/entry/${entry.id}/withdraw`, { body: { reason: 'A mistake' } })
  expect(await records.ofOrder(order.id)).toEqual([])
})

test('days by hand keep a clock from its rule, until they are given back', async () => {
  await records.addRule()
  const { order, box } = await records.addFcl({ dischargedAt: noon('2026-03-02') })
  const { body } = await putOrder(order.id, { clock: 'demurrage', days: 7, note: 'Agreed with the line' })
  expect(body.data.items).toMatchObject([
    {
      byHand: true,
      source: 'staff',
      days: 7,
      unit: 'calendar',
      firstDay: 'next',
      lastFreeDay: '2026-03-09',
      note: 'Agreed with the line',
    },
  ])
  await records.put(`container/${box.id}`, { dischargedAt: noon('2026-03-04') })
  expect(await demurrageOf(order.id)).toMatchObject({ startsOn: '2026-03-02', lastFreeDay: '2026-03-09' })
  await putOrder(order.id, { clock: 'demurrage', byHand: false })
  expect(await demurrageOf(order.id)).toMatchObject({
    byHand: false,
    source: 'rule',
    days: 4,
    lastFreeDay: '2026-03-08',
    note: 'Agreed with the line',
  })
})

test('a clock by hand needs days that a rule or a person tells; without a start it waits for it', async () => {
  const { order, box } = await records.addFcl()
  expect(await putOrder(order.id, { clock: 'detention', startsOn: '2026-03-02' })).toMatchObject({
    status: 400,
    body: { data: { 'freeTimes.0.days': 'No rule tells the days: enter them' } },
  })
  expect(await records.ofOrder(order.id)).toEqual([])
  expect(
    (await putOrder(order.id, { clock: 'detention', days: 3, startBasis: 'gated-out' })).body.data.items,
  ).toMatchObject([{ clock: 'detention', startsOn: null, lastFreeDay: null, daysLeft: null, accrued: null }])
  await records.put(`container/${box.id}`, { gatedOutAt: noon('2026-03-02') })
  expect(await records.ofOrder(order.id)).toMatchObject([
    { startsOn: '2026-03-02', lastFreeDay: '2026-03-05', byHand: true },
  ])
  await records.addRule({ clock: 'rail', days: 2, unit: 'working', firstDay: 'same' })
  expect((await putOrder(order.id, { clock: 'rail', startsOn: '2026-03-06' })).body.data.items[0]).toMatchObject({
    clock: 'rail',
    startBasis: 'by-hand',
    days: 2,
    unit: 'working',
    lastFreeDay: '2026-03-09',
  })
})

test('a last free day by hand needs no days, and days that follow replace it', async () => {
  const { order } = await records.addFcl()
  expect((await putOrder(order.id, { clock: 'demurrage', lastFreeDay: '2026-03-12' })).body.data.items).toMatchObject([
    { lastFreeDay: '2026-03-12', computedFreeDay: '2026-03-12', days: null, startsOn: null, byHand: true },
  ])
  await putOrder(order.id, { clock: 'demurrage', days: 2, startsOn: '2026-03-02' })
  expect(await demurrageOf(order.id)).toMatchObject({ lastFreeDay: '2026-03-04' })
})

test('another last free day as told stands beside the computed one, and the earlier one counts', async () => {
  await records.addRule()
  const { order } = await records.addFcl({ dischargedAt: noon('2026-03-02') })
  const said = async (change: object) =>
    (await putOrder(order.id, { clock: 'demurrage', ...change })).body.data.items[0]
  expect(await said({ saidFreeDay: '2026-03-04', saidNote: 'Page 2' })).toMatchObject({
    computedFreeDay: '2026-03-06',
    saidFreeDay: '2026-03-04',
    saidBy: 'notice',
    saidNote: 'Page 2',
    lastFreeDay: '2026-03-04',
    byHand: false,
  })
  expect(await said({ saidFreeDay: '2026-03-09', saidBy: 'carrier' })).toMatchObject({
    saidBy: 'carrier',
    lastFreeDay: '2026-03-06',
  })
  expect(await said({ saidFreeDay: null })).toMatchObject({
    saidFreeDay: null,
    saidBy: null,
    saidNote: '',
    lastFreeDay: '2026-03-06',
  })
  expect(await putOrder(order.id, { clock: 'demurrage', saidBy: 'carrier' })).toMatchObject({
    status: 400,
    body: { data: { 'freeTimes.0.saidFreeDay': 'Enter the day that was said' } },
  })
  const alone = await records.addFcl()
  expect(
    (await putOrder(alone.order.id, { clock: 'detention', saidFreeDay: '2026-03-04' })).body.data.items,
  ).toMatchObject([{ lastFreeDay: '2026-03-04', computedFreeDay: null, source: 'notice', rule: null }])
})

test('an end by hand stays, until it is taken back', async () => {
  await records.addRule()
  const { order, box } = await records.addFcl({ dischargedAt: noon('2026-03-02') })
  await putOrder(order.id, { clock: 'demurrage', endedOn: '2026-03-05' })
  await records.put(`container/${box.id}`, { gatedOutAt: noon('2026-03-08') })
  expect(await demurrageOf(order.id)).toMatchObject({ endedOn: '2026-03-05', endBasis: 'by-hand' })
  await putOrder(order.id, { clock: 'demurrage', endedOn: null })
  expect(await demurrageOf(order.id)).toMatchObject({ endedOn: '2026-03-08', endBasis: 'gated-out' })
})

test('each order has its own clocks', async () => {
  const lcl = await records.addOrder()
  const { order, box } = await records.addFcl()
  const other = await records.addFcl()
  const refused = (field: string, message: string) => ({ status: 400, body: { data: { [field]: message } } })
  for (const clock of ['demurrage', 'detention', 'rail'])
    expect(await putOrder(lcl.id, { clock, days: 3 })).toMatchObject(
      refused('freeTimes.0.clock', 'An LCL order has only CFS storage: the other clocks are those of its container'),
    )
  expect(await putOrder(order.id, { clock: 'storage', days: 3 })).toMatchObject(
    refused('freeTimes.0.clock', 'CFS storage is of LCL orders'),
  )
  expect(await putOrder(order.id, { clock: 'rail', days: 3, containerId: other.box.id })).toMatchObject(
    refused('freeTimes.0.containerId', 'This container is not of this order'),
  )
  await records.data('POST', 'container', { orderId: order.id, sizeType: '42G1' })
  expect(await putOrder(order.id, { clock: 'rail', days: 3 })).toMatchObject(
    refused('freeTimes.0.containerId', 'Choose one from the list'),
  )
  expect((await putOrder(order.id, { clock: 'rail', days: 3, containerId: box.id })).status).toBe(200)
  expect((await putOrder(999_999, { clock: 'rail', days: 3 })).status).toBe(404)
  expect((await server.call('GET', 'request/booking/999999/free-times')).status).toBe(404)
})

test('several containers of a sailing change at once, and none of another one', async () => {
  const sailing = await records.addSailing()
  const [one, two] = [await records.addContainer(sailing.id), await records.addContainer(sailing.id)]
  const elsewhere = await records.addContainer((await records.addSailing()).id)
  const put = (body: object) => records.put(`container/${one.id}/free-times`, body)
  const freeTimes = [{ clock: 'demurrage', startsOn: '2026-03-02', days: 5 }]
  expect((await put({ freeTimes })).body.data.items).toMatchObject([{ containerId: one.id, lastFreeDay: '2026-03-07' }])
  expect((await put({ freeTimes, containerIds: [one.id, two.id] })).body.data.items).toMatchObject([
    { containerId: one.id },
    { containerId: two.id },
  ])
  expect(await put({ freeTimes, containerIds: [one.id, elsewhere.id] })).toMatchObject({
    status: 400,
    body: { data: { containerIds: 'All containers must be of one sailing' } },
  })
  expect(await put({ freeTimes: [{ clock: 'storage', days: 5 }] })).toMatchObject({
    status: 400,
    body: { data: { 'freeTimes.0.clock': 'CFS storage is of LCL orders' } },
  })
  expect((await records.put('container/999999/free-times', { freeTimes })).status).toBe(404)
  expect((await records.ofSailing(sailing.id)).map(({ containerId }) => containerId)).toEqual([one.id, two.id])
})

test.each([
  ['days', 60, 61, 'No more than 60'],
  ['days', 0, -1, 'No less than 0'],
  ['note', 'x'.repeat(255), 'x'.repeat(256), 'Note must be no more than 255 characters'],
  ['startsOn', '2026-02-28', '2026-02-29', 'Write a date like 2026-12-01'],
  ['unit', 'working', 'weeks', 'Choose one from the list'],
])('%s takes %s and not %s', async (field, taken, refused, message) => {
  const { order } = await records.addFcl()
  const put = (value: unknown) => putOrder(order.id, { clock: 'demurrage', days: 1, [field]: value })
  expect((await put(taken)).status).toBe(200)
  expect(await put(refused)).toMatchObject({ status: 400, body: { data: { [`freeTimes.0.${field}`]: message } } })
})

test('a stale change is refused, and of two at once one wins', async () => {
  await records.addRule()
  const { order } = await records.addFcl({ dischargedAt: noon('2026-03-02') })
  const { updatedAt } = (await demurrageOf(order.id)) ?? {}
  const both = await Promise.all([1, 2].map((days) => putOrder(order.id, { clock: 'demurrage', days, updatedAt })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const fresh = await records.addFcl()
  const made = await Promise.all(
    [1, 2, 3].map((days) => putOrder(fresh.order.id, { clock: 'rail', days, startsOn: '2026-03-02' })),
  )
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await records.ofOrder(fresh.order.id)).toHaveLength(1)
})

test('a container that is saved while its rule changes counts by the new rule', async () => {
  const rule = await records.addRule()
  const boxes = await Promise.all([1, 2, 3].map(() => records.addFcl()))
  await Promise.all([
    ...boxes.map(({ box }) => records.put(`container/${box.id}`, { dischargedAt: noon('2026-03-02') })),
    records.put(`free-time-rule/${rule.id}`, { days: 9 }),
  ])
  for (const { order } of boxes) expect(await demurrageOf(order.id)).toMatchObject({ days: 9 })
})

test('what an order costs is told for any day, line by line and together', async () => {
  const tiers = [
    { fromDay: 1, toDay: 4, amount: 85, per: 'container-day', minimum: null },
    { fromDay: 5, toDay: null, amount: 170, per: 'container-day', minimum: null },
  ]
  const rule = await records.addRule({ tiers })
  await records.addRule({ clock: 'detention', tiers: [{ ...tiers[1], fromDay: 1, amount: 50.5 }], currency: 'cad' })
  const { order, box } = await records.addFcl({ number: 'TCLU7654321', dischargedAt: noon('2026-03-02') })
  const charges = async (query: string) =>
    (await server.call('GET', `request/booking/${order.id}/possible-charges${query}`)).body.data
  expect(await charges('?on=2026-03-06')).toMatchObject({
    totals: [{ amount: 0 }, { amount: 0 }],
    clocks: [{ days: 0, lines: [], perDay: 85 }, {}],
  })
  const found = await charges('?on=2026-03-12')
  expect(found).toMatchObject({
    on: '2026-03-12',
    totals: [
      { currency: 'USD', amount: 680 },
      { currency: 'CAD', amount: 303 },
    ],
  })
  expect(found.clocks[0]).toEqual({
    freeTimeId: expect.any(Number),
    clock: 'demurrage',
    container: { id: box.id, number: 'TCLU7654321' },
    rule: { id: rule.id, name: rule.name },
    lastFreeDay: '2026-03-06',
    days: 6,
    amount: 680,
    currency: 'USD',
    perDay: 170,
    lines: [
      {
        fromDay: 1,
        toDay: 4,
        days: 4,
        per: 'container-day',
        quantity: 1,
        rate: 85,
        amount: 340,
        formula: '4 × 85 = 340.00',
      },
      {
        fromDay: 5,
        toDay: 6,
        days: 2,
        per: 'container-day',
        quantity: 1,
        rate: 170,
        amount: 340,
        formula: '2 × 170 = 340.00',
      },
    ],
  })
  expect((await charges('')).on).toBe(today())
  await records.put(`container/${box.id}`, { gatedOutAt: noon('2026-03-08') })
  expect((await charges('?on=2026-03-12')).clocks[0]).toMatchObject({ days: 2, amount: 170 })
  const refused = await server.call('GET', `request/booking/${order.id}/possible-charges?on=2026-13-01`)
  expect([refused.status, Object.keys(refused.body.data)]).toEqual([400, ['on']])
  expect((await server.call('GET', 'request/booking/999999/possible-charges')).status).toBe(404)
})

test('storage is charged by the measured cargo, at least MIN_RT, and half cents go up', async () => {
  const cfs = await records.addPlace('cfs')
  await records.addRule({
    clock: 'storage',
    startBasis: 'stripped',
    days: 0,
    firstDay: 'same',
    tiers: [{ fromDay: 1, toDay: null, amount: 0.5, per: 'rt-day', minimum: null }],
  })
  const sailing = await records.addSailing({ destinationPlaceId: cfs.id })
  const order = await records.addOrder({ shipmentVolume: 0.4, shipmentWeight: 100 })
  await records.load(sailing.id, [order.id])
  await records.reach(order.id, 'stripped', { date: noon(inDays(-3)) })
  const charges = async () =>
    (await server.call('GET', `request/booking/${order.id}/possible-charges`)).body.data.clocks[0]
  // Three days passed, and today is the fourth.
  expect(await charges()).toMatchObject({ days: 4, amount: 2, lines: [{ quantity: 1 }] })
  await server.db
    .updateTable('loadings')
    .set({ volumeCbm: 2.01, weightKg: 900, receivedAt: noon('2026-01-02') })
    .where('orderId', '=', order.id)
    .execute()
  expect(await charges()).toMatchObject({ amount: 4.04, perDay: 1.01 })
  expect(await records.ofOrder(order.id)).toMatchObject([{ accrued: { amount: 4.04, perDay: 1.01, currency: 'USD' } }])
})

test('the trail tells who changed which clock', async () => {
  await records.addRule()
  const { order } = await records.addFcl({ number: 'MSCU7654321', dischargedAt: noon('2026-03-02') })
  await putOrder(order.id, { clock: 'demurrage', days: 7 })
  const entry = await server.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('action', '=', 'order.free-times')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(entry).toMatchObject({
    entity: 'orders',
    entityId: order.id,
    before: { days: 4, lastFreeDay: '2026-03-06', byHand: false },
    after: { days: 7, lastFreeDay: '2026-03-09', byHand: true, clock: 'demurrage', container: 'MSCU7654321' },
  })
})
