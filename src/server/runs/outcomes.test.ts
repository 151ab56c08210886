import { afterAll, expect, test } from 'vitest'
import { createSailing, createVessel } from '#server/sailings/date-change/date-change.fixture.ts'
import { createConfirmation, createEvent } from '#server/test/records.ts'
import { MARCH, startBulk } from './bulk.fixture.ts'

const bulk = await startBulk()
afterAll(() => bulk.close())
const { server, template, createOrders, preview, done, finished, departed, itemsOf, historyOf } = bulk
const { db, call } = server
const idsOf = (orders: readonly { id: number }[]) => orders.map(({ id }) => id)
const statesOf = async (id: number) => (await itemsOf(id)).map(({ state, reason }) => [state, reason])

/** An event with a milestone. */
async function milestoneEvent(name: string, milestone: 'confirmed' | 'received' | 'on-hold') {
  const event = await createEvent(db, name)
  await db.updateTable('events').set({ milestone }).where('id', '=', event.id).execute()
  return event
}
const confirmed = await milestoneEvent('Booking Confirmed', 'confirmed')
const received = await milestoneEvent('Received', 'received')
const held = await milestoneEvent('On hold', 'on-hold')
const set = async (orderId: number, eventId: number) => {
  const body = { bookingRequestId: orderId, ...departed({ eventId }) }
  expect((await call('POST', 'request/event/data/add', { body })).status).toBe(200)
}
const confirming = (more: object = {}) => departed({ eventId: confirmed.id, ...more })

/** An order of each kind, for the event 'Booking Confirmed'. */
async function everyOrder() {
  const orders = await createOrders(8)
  const [fresh, silent, has, had, past, stored, cancelled, deleted] = idsOf(orders)
  await db
    .updateTable('orders')
    .set({ email: '' })
    .where('id', '=', silent ?? 0)
    .execute()
  for (const id of [has, had, past]) await set(id ?? 0, confirmed.id)
  await set(had ?? 0, held.id)
  await set(past ?? 0, received.id)
  const sailing = await createSailing(db)
  await call('POST', `sailing/${sailing.id}/orders`, { body: { orderIds: [stored] } })
  await call('POST', `sailing/${sailing.id}/received`, { body: { orderIds: [stored] } })
  await bulk.editOrder(cancelled ?? 0, bulk.cancelled)
  await bulk.deleteClient(orders[7]?.clientId ?? 0)
  return { ids: idsOf(orders), fresh, silent, has, had, past, stored, cancelled, deleted }
}

test('a preview of an event says what it means to each order, and leaves out the orders it is told to', async () => {
  const { ids, fresh, silent, has, had, past, stored, cancelled, deleted } = await everyOrder()
  const input = confirming({ emailTemplateId: template.id })
  const outcomes = [
    { outcome: 'changes', count: 2, ids: [fresh, silent], reason: null },
    { outcome: 'has-already', count: 2, ids: [has, had], reason: 'Has this event already' },
    { outcome: 'further-on', count: 2, ids: [past, stored], reason: 'Is further on' },
    { outcome: 'cannot', count: 1, ids: [cancelled], reason: 'The order is cancelled' },
    { outcome: 'cannot', count: 1, ids: [deleted], reason: 'The client was deleted' },
  ]
  const noAddress = { count: 1, ids: [silent] }
  const all = (await preview('event', input, { ids })).body.data
  expect(all).toMatchObject({ total: 8, applies: 6, outcomes, noAddress, attachments: null, mails: { count: 5 } })
  const leaveOut = ['has-already', 'further-on']
  const left = (await preview('event', { ...input, leaveOut }, { ids })).body.data
  expect(left).toMatchObject({ total: 8, applies: 2, outcomes, noAddress, mails: { count: 1, withoutAddress: 1 } })
  expect(left.skips.map(({ reason, count }: { reason: string; count: number }) => [reason, count])).toEqual([
    ['Has this event already', 2],
    ['Is further on', 2],
    ['The order is cancelled', 1],
    ['The client was deleted', 1],
  ])
  expect((await preview('event', { ...input, leaveOut: ['further-on'] }, { ids })).body.data.applies).toBe(4)
  expect((await preview('event', confirming(), { ids })).body.data).toMatchObject({ applies: 6, noAddress: null })

  const run = await done('event', { ...input, leaveOut }, { ids })
  expect(run).toMatchObject({ total: 2, done: 2, skipped: 6 })
  expect(run.reasons).toEqual([
    { state: 'skipped', reason: 'Has this event already', count: 2, remedy: null },
    { state: 'skipped', reason: 'Is further on', count: 2, remedy: null },
    { state: 'skipped', reason: 'The order is cancelled', count: 1, remedy: null },
    { state: 'skipped', reason: 'The client was deleted', count: 1, remedy: null },
  ])
  // Without the keys it does what it always did: the same event twice is two entries.
  expect(await done('event', confirming(), { ids })).toMatchObject({ total: 6, done: 6 })
  expect(await historyOf(fresh ?? 0)).toHaveLength(2)
})

test('a hold may come again, and an event without a milestone too, unless it is the current one', async () => {
  const note = await createEvent(db, 'Delayed')
  const orders = await createOrders(2)
  const [now = 0, before = 0] = idsOf(orders)
  for (const eventId of [held.id, note.id]) {
    await set(now, eventId)
    await set(before, eventId)
    await set(before, received.id)
    const { outcomes } = (await preview('event', departed({ eventId }), { ids: [now, before] })).body.data
    expect(outcomes).toMatchObject([
      { outcome: 'changes', ids: [before] },
      { outcome: 'has-already', ids: [now] },
    ])
  }
})

test('a withdrawn event does not count', async () => {
  const [order] = idsOf(await createOrders(1))
  await set(order ?? 0, received.id)
  const [entry] = await historyOf(order ?? 0)
  await call('POST', `request/event/entry/${entry.id}/withdraw`, { body: { reason: 'Wrong order' } })
  for (const eventId of [received.id, confirmed.id])
    expect((await preview('event', departed({ eventId }), { ids: [order] })).body.data.outcomes).toMatchObject([
      { outcome: 'changes' },
    ])
})

test('an order that was changed or got another event since it was shown is named before it fails', async () => {
  const [changed, moved, same] = await createOrders(3)
  const orders = [changed, moved, same].map((order) => ({
    id: order?.id,
    updatedAt: order?.updatedAt,
    lastEventEntryId: null,
  }))
  await bulk.editOrder(changed?.id ?? 0, { companyName: 'Other Lamps' })
  await set(moved?.id ?? 0, received.id)
  const { applies, outcomes } = (await preview('event', departed(), { orders })).body.data
  expect({ applies, outcomes }).toEqual({
    applies: 1,
    outcomes: [
      { outcome: 'changes', count: 1, ids: [same?.id], reason: null },
      { outcome: 'cannot', count: 2, ids: [changed?.id, moved?.id], reason: 'Changed since it was shown' },
    ],
  })
  const run = await done('event', departed(), { orders })
  expect(run).toMatchObject({ done: 1, failed: 2 })
  expect(run.reasons).toEqual([
    { state: 'failed', reason: expect.stringMatching(/^changed by Mara Staff at/), count: 1, remedy: 'load-again' },
    { state: 'failed', reason: expect.stringMatching(/^Mara Staff set Received/), count: 1, remedy: 'load-again' },
  ])
  const retried = await call('POST', `runs/${run.id}/retry`, { body: { remedy: 'load-again' } })
  expect(retried.body.data).toMatchObject({ state: 'waiting', failed: 0 })
  expect(await finished(run.id)).toMatchObject({ done: 3, failed: 0, reasons: [] })
})

/** The documents that mails of a run carry, by order. */
const carried = async (runId: number) =>
  (
    await server.pool.query(
      'select m.order_id, count(a.document_id)::int as documents from mails m left join mail_documents a on a.mail_id = m.id where m.run_id = $1 group by 1 order by 1',
      [runId],
    )
  ).rows.map(({ order_id, documents }) => [order_id, documents])

test('a PDF goes where it can be made; where it must, the others fail and can be sent without it', async () => {
  await db.updateTable('companyProfile').set({ name: 'Quayside Ltd.', address: 'Rotterdam' }).execute()
  await db.updateTable('mailTemplates').set({ attaches: 'arrival-notice' }).where('id', '=', template.id).execute()
  const orders = await createOrders(4)
  const [whole = 0, bare = 0, partly = 0, silent = 0] = idsOf(orders)
  const { id: vesselId } = await createVessel(db)
  const arrives = { vesselVoyage: '018E', portOfDischarge: 'USLAX', portEstimatedTimeOfArrivalAt: MARCH }
  await createConfirmation(db, { orderId: whole, vesselId, ...arrives })
  await createConfirmation(db, { orderId: partly, vesselId, ...arrives, portOfDischarge: '' })
  await db.updateTable('orders').set({ email: '' }).where('id', '=', silent).execute()
  const ids = idsOf(orders)
  const input = departed({ emailTemplateId: template.id })
  const cannot = [
    {
      reason:
        'Arrival notice: Vessel is missing, Vessel voyage is missing, Port of discharge is missing, Estimated time of arrival at port is missing',
      count: 1,
      ids: [bare],
    },
    { reason: 'Arrival notice: Port of discharge is missing', count: 1, ids: [partly] },
  ]
  expect((await preview('event', input, { ids })).body.data).toMatchObject({
    applies: 4,
    attachments: { can: 1, cannot },
  })
  expect((await preview('event', { ...input, attach: false }, { ids })).body.data.attachments).toBeNull()
  const where = await done('event', input, { ids })
  expect(where).toMatchObject({ done: 4, failed: 0 })
  expect(await carried(where.id)).toEqual([
    [whole, 1],
    [bare, 0],
    [partly, 0],
  ])

  const must = { ...input, attachRequired: true }
  const seen = (await preview('event', must, { ids })).body.data
  expect(seen).toMatchObject({ applies: 2, attachments: { can: 1, cannot }, skips: [] })
  expect(seen.outcomes.filter(({ outcome }: { outcome: string }) => outcome === 'cannot')).toEqual(
    cannot.map((row) => ({ outcome: 'cannot', ...row })),
  )
  const run = await done('event', must, { ids })
  expect(run).toMatchObject({ total: 4, done: 2, failed: 2 })
  expect(run.reasons).toEqual(
    cannot.map(({ reason }) => ({ state: 'failed', reason, count: 1, remedy: 'send-without-pdf' })),
  )
  const other = await call('POST', `runs/${run.id}/retry`, { body: { remedy: 'retry' } })
  expect([other.status, other.body.message]).toEqual([409, 'No row that failed in this run has this remedy.'])
  await call('POST', `runs/${run.id}/retry`)
  expect(await finished(run.id)).toMatchObject({ done: 2, failed: 2 })
  await call('POST', `runs/${run.id}/retry`, { body: { remedy: 'send-without-pdf' } })
  expect(await finished(run.id)).toMatchObject({ done: 4, failed: 0, reasons: [] })
  expect(await carried(run.id)).toEqual([
    [whole, 1],
    [bare, 0],
    [partly, 0],
  ])
  expect((await bulk.start('event', { ...must, attach: false }, { ids })).body.data).toEqual({
    'input.attachRequired': 'Only with attach',
  })
  await db.updateTable('mailTemplates').set({ attaches: null }).where('id', '=', template.id).execute()
})

test('other kinds name their outcomes too: what is so already, and what cannot be', async () => {
  const sailing = await createSailing(db)
  const elsewhere = await createSailing(db)
  const { id: containerId } = await db
    .insertInto('containers')
    .values({ sailingId: sailing.id, sizeType: '45G1', number: 'MSCU6639870', maxCbm: 70, maxKg: 1300 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const orders = await createOrders(5, { shipmentWeight: 600 })
  const [one = 0, two = 0, three = 0, completed = 0, away = 0] = idsOf(orders)
  await bulk.editOrder(completed, { status: 2 })
  await call('POST', `sailing/${elsewhere.id}/orders`, { body: { orderIds: [away] } })
  const ids = idsOf(orders)
  expect((await preview('load', { sailingId: sailing.id, containerId }, { ids })).body.data).toMatchObject({
    applies: 2,
    outcomes: [
      { outcome: 'changes', ids: [one, two] },
      { outcome: 'cannot', ids: [three], reason: expect.stringContaining('above its payload') },
      { outcome: 'cannot', ids: [completed], reason: 'This order is completed' },
      { outcome: 'cannot', ids: [away], reason: expect.stringContaining(elsewhere.reference) },
    ],
  })
  expect((await preview('status', { status: 2, notify: true }, { ids })).body.data).toMatchObject({
    applies: 4,
    noAddress: { count: 0 },
    outcomes: [
      { outcome: 'changes', ids: [one, two, three, away] },
      { outcome: 'has-already', ids: [completed], reason: 'The status is Completed already' },
    ],
  })
  expect(await statesOf((await done('status', { status: 2 }, { ids })).id)).toHaveLength(5)
})
