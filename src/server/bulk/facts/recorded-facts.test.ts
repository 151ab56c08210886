import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { instantAt } from '#contract/lib/zones.ts'
import type { RunItem } from '#contract/runs/runs.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { startBulk } from '#server/runs/bulk.fixture.ts'
import { day, sailingRecords } from '#server/sailings/sailing-records.fixture.ts'
import { createEvent } from '#server/test/records.ts'

const { server, template, finished, itemsOf, undo, historyOf, orderOf, pause, resume, close, editOrder } =
  await startBulk({ TIME_ZONE: 'America/Vancouver' })
afterAll(close)
const { call, db } = server
const ZONE = 'America/Vancouver'
/** The day of a departure, and its beginning in Vancouver. */
const LEFT = day(-3)
const BEGINS = new Date(instantAt(Date.parse(LEFT), ZONE)).toISOString()
const AT = '2026-11-24T05:30:00.000Z'

let records: Awaited<ReturnType<typeof sailingRecords>>
const events = { received: 0, departed: 0 }
beforeAll(async () => {
  records = await sailingRecords(server)
  for (const milestone of ['received', 'departed'] as const) {
    const { id } = await createEvent(db, `Was ${milestone}`)
    await db.updateTable('events').set({ milestone }).where('id', '=', id).execute()
    events[milestone] = id
  }
})

let sailing: Sailing
let ids: number[]
beforeEach(async () => {
  sailing = await records.addSailing()
  ids = []
  for (const n of [1, 2, 3]) ids.push((await records.addOrder({ email: `client${n}@example.test` })).id)
  await records.load(sailing.id, ids)
})

const receive = (body: object = {}) =>
  call('POST', `sailing/${sailing.id}/received`, { body: { orderIds: ids, at: AT, ...body } })
const told = () => ({ eventId: events.received, emailTemplateId: template.id, comment: 'All of it' })
const receiptsOf = () =>
  db
    .selectFrom('loadings')
    .select(['orderId', 'receivedAt', 'pieces', 'weightKg', 'volumeCbm'])
    .where('sailingId', '=', sailing.id)
    .orderBy('orderId')
    .execute()
const mailsOf = (runId: number) => db.selectFrom('mails').selectAll().where('runId', '=', runId).execute()
const reasons = async (runId: number) => (await itemsOf(runId)).map(({ state, reason }: RunItem) => [state, reason])
const trackedOf = async (id: number) => {
  const { hashSum, customCode } = await orderOf(id)
  const read = async (path: string) => (await fetch(`${server.url}/site/tracking${path}`)).text()
  return { page: await read(`?code=${hashSum}${customCode}`), calendar: await read(`/${hashSum}${customCode}.ics`) }
}

test('without the new keys a receipt sets no event, mails nobody and starts no run', async () => {
  const { body } = await receive()
  expect(body.data.run).toBeNull()
  const put = await call('PUT', `sailing/${sailing.id}`, { body: { atd: day(-1) } })
  expect(put.body.data.run).toBeNull()
  for (const id of ids) expect(await historyOf(id)).toEqual([])
  expect(await db.selectFrom('mails').select('id').where('orderId', 'in', ids).execute()).toEqual([])
})

test('a receipt counts as the milestone at once, whatever the history says', async () => {
  await receive()
  const order = await orderOf(ids[0] ?? 0)
  expect(order).toMatchObject({ lastMilestone: null, nextCutOff: { field: 'documentationCutOffAt' } })
  const { body } = await call('GET', `request/event/data/${ids[0]}`)
  expect(body.data).toEqual([])
})

test('one call receives, sets the event and mails; one undo takes all of it back', async () => {
  const measured = [{ orderId: ids[0], pieces: 7, weightKg: 410.5, volumeCbm: 2.1 }]
  const before = await receiptsOf()
  const { body } = await receive({ ...told(), measured })
  expect(body.data).toMatchObject({
    sailing: { receivedCount: 3 },
    run: { kind: 'event', title: 'Was received', total: 3 },
  })
  const run = await finished(body.data.run.id)
  expect(run).toMatchObject({ done: 3, failed: 0 })
  for (const id of ids) {
    const [entry] = await historyOf(id)
    expect(entry).toMatchObject({ date: AT, comment: 'All of it', milestone: 'received', carried: [] })
  }
  expect(await mailsOf(run.id)).toHaveLength(3)
  expect((await receiptsOf())[0]).toMatchObject({ receivedAt: AT, pieces: 7, weightKg: 410.5, volumeCbm: 2.1 })
  expect((await undo(run.id)).body.data).toMatchObject({ state: 'undone', done: 0 })
  expect(await receiptsOf()).toEqual(before)
  for (const id of ids) expect(await historyOf(id)).toEqual([])
  expect(await mailsOf(run.id)).toEqual([])
})

test('the undo leaves an order alone whose receipt or event somebody changed since', async () => {
  const { run } = (await receive(told())).body.data
  await finished(run.id)
  const [changed, later, plain] = ids as [number, number, number]
  await receive({ orderIds: [changed], measured: [{ orderId: changed, pieces: 3 }] })
  const next = { bookingRequestId: later, eventId: events.departed, date: AT, comment: '' }
  await call('POST', 'request/event/data/add', { body: next })
  await undo(run.id)
  expect(await reasons(run.id)).toEqual([
    ['done', 'The receipt was changed since'],
    ['done', expect.stringContaining('set Was departed')],
    ['undone', null],
  ])
  expect((await receiptsOf()).map(({ orderId, receivedAt }) => [orderId, receivedAt])).toEqual([
    [changed, AT],
    [later, AT],
    [plain, null],
  ])
  expect(await historyOf(changed)).toHaveLength(1)
})

test('a mail needs an event, an event needs a receipt, and both must exist', async () => {
  const refusals: [object, string][] = [
    [{ emailTemplateId: template.id }, 'emailTemplateId'],
    [{ eventId: events.received, emailTemplateId: 99_999 }, 'emailTemplateId'],
    [{ eventId: 99_999 }, 'eventId'],
    [{ eventId: events.received, at: null }, 'eventId'],
  ]
  for (const [body, field] of refusals) {
    const reply = await receive(body)
    expect(reply.status, JSON.stringify(body)).toBe(400)
    expect(Object.keys(reply.body.data)).toEqual([field])
  }
  expect((await receiptsOf()).every(({ receivedAt }) => receivedAt === null)).toBe(true)
  const put = (body: object) => call('PUT', `sailing/${sailing.id}`, { body })
  expect((await put({ atd: day(-1), emailTemplateId: template.id })).body.data).toHaveProperty('emailTemplateId')
  expect((await put({ notes: 'x', eventId: events.departed })).body.data).toHaveProperty('eventId')
})

test('two people who receive the same orders tell their clients once', async () => {
  await pause()
  const [one, other] = await Promise.all([receive(told()), receive(told())])
  expect([one.status, other.status]).toEqual([200, 200])
  await resume()
  const runs = [await finished(one.body.data.run.id), await finished(other.body.data.run.id)]
  expect(runs.map(({ done }) => done).sort()).toEqual([0, 3])
  for (const id of ids) expect(await historyOf(id)).toHaveLength(1)
  // One of them is loaded by now: it was told of its receipt all the same.
  const loaded = { bookingRequestId: ids[0], eventId: events.departed, date: AT, comment: '' }
  await call('POST', 'request/event/data/add', { body: loaded })
  const again = (await receive(told())).body.data.run
  expect(await reasons((await finished(again.id)).id)).toEqual(ids.map(() => ['skipped', 'Has this event already']))
})

test('a run that was stopped before its first row can still be undone, with all receipts', async () => {
  await pause()
  const { run } = (await receive(told())).body.data
  expect((await call('POST', `runs/${run.id}/stop`)).status).toBe(200)
  await resume()
  expect(await finished(run.id)).toMatchObject({ state: 'stopped', done: 0, heldUntil: expect.any(String) })
  expect((await undo(run.id)).status).toBe(200)
  expect((await receiptsOf()).map(({ receivedAt }) => receivedAt)).toEqual([null, null, null])
})

test('rows that could not be done get their receipts back too', async () => {
  await pause()
  const { run } = (await receive(told())).body.data
  const [first] = ids as [number]
  const next = { bookingRequestId: first, eventId: events.departed, date: AT, comment: '' }
  await call('POST', 'request/event/data/add', { body: next })
  await resume()
  expect(await finished(run.id)).toMatchObject({ done: 2, failed: 1 })
  await undo(run.id)
  expect((await receiptsOf()).map(({ receivedAt }) => receivedAt)).toEqual([null, null, null])
})

test('an actual date sets the event of the orders aboard; the undo empties what it filled and keeps the sailing', async () => {
  const [own, edited, bare] = ids as [number, number, number]
  await call('PUT', `request/booking/${own}/confirmation/edit`, { body: { actualTimeOfDepartureAt: day(-4) } })
  await db.deleteFrom('confirmations').where('orderId', '=', bare).execute()
  const body = { atd: LEFT, eventId: events.departed, emailTemplateId: template.id, comment: 'Left' }
  const put = await call('PUT', `sailing/${sailing.id}`, { body })
  expect(put.body.data).toMatchObject({ atd: LEFT, status: 'departed', run: { total: 3 } })
  const run = await finished(put.body.data.run.id)
  expect(run).toMatchObject({ done: 3, failed: 0 })
  for (const id of ids) expect((await historyOf(id))[0]).toMatchObject({ date: BEGINS, carried: [] })
  const departures = async () => {
    const found: unknown[] = []
    for (const id of ids) found.push((await orderOf(id)).bookingConfirmation?.actualTimeOfDepartureAt)
    return found
  }
  expect(await departures()).toEqual([day(-4), LEFT, LEFT])
  await editOrder(edited, { shipmentDescription: 'Chairs' })
  await undo(run.id)
  const [kept, filled, emptied] = await departures()
  expect(kept).toBe(day(-4))
  // Somebody edited this order since, so that all of it stays.
  expect(filled).toBe(LEFT)
  expect(emptied ?? null).toBeNull()
  expect((await call('GET', `sailing/${sailing.id}`)).body.data.atd).toBe(LEFT)
  expect(await historyOf(bare)).toEqual([])
  expect(await mailsOf(run.id)).toHaveLength(1)
})

test('the tracking page knows the receipt, with an event or without', async () => {
  const [id] = ids as [number]
  const before = await trackedOf(id)
  expect(before.page).toContain('Next, the supplier brings')
  expect(before.calendar).toContain('Cargo cut-off')
  await receive({ orderIds: [id] })
  const { page, calendar } = await trackedOf(id)
  expect(page).toContain('Cargo received at our warehouse')
  expect(page).toContain('Documents due by')
  expect(calendar).not.toContain('Cargo cut-off')
  expect(calendar).toContain('Documentation cut-off')
  expect(page).not.toContain('Next, the supplier brings')
})
