import { afterAll, beforeAll, expect, test } from 'vitest'
import { freeTimeRecords, inDays } from '#server/free-time/free-time.fixture.ts'
import { startBulk } from '#server/runs/bulk.fixture.ts'
import { createConfirmation } from '#server/test/records.ts'

const bulk = await startBulk()
const { server, done, preview, undo, itemsOf } = bulk
const { db } = server
let records: Awaited<ReturnType<typeof freeTimeRecords>>
let template: number
beforeAll(async () => {
  records = await freeTimeRecords(server)
  await db.updateTable('companyProfile').set({ name: 'Quayside Freight', address: '1 Main Street' }).execute()
})
afterAll(() => bulk.close())

/** An order aboard a ship that has departed and arrives in so many days, confirmed with all that a notice needs. */
async function aboard(days = 2) {
  const [order] = await bulk.createOrders(1)
  if (!order) throw new Error('No order')
  const sailing = await records.addSailing({
    etd: `${inDays(days - 20)}T00:00:00.000Z`,
    portEta: `${inDays(days)}T00:00:00.000Z`,
  })
  await createConfirmation(db, {
    orderId: order.id,
    vesselId: records.vessel.id,
    vesselVoyage: sailing.voyage,
    portOfDischarge: 'CAVAN',
    portEstimatedTimeOfArrivalAt: sailing.portEta,
  })
  await records.load(sailing.id, [order.id])
  await db.updateTable('sailings').set({ status: 'departed' }).where('id', '=', sailing.id).execute()
  return { ...order, sailing }
}
const mailsOf = (orderId: number) =>
  db
    .selectFrom('mails as m')
    .innerJoin('mailDeliveries as d', 'd.mailId', 'm.id')
    .leftJoin('mailDocuments as a', 'a.mailId', 'm.id')
    .leftJoin('documents as f', 'f.id', 'a.documentId')
    .select(['d.state', 'f.name', 'f.categoryId'])
    .where('m.orderId', '=', orderId)
    .where('d.role', '=', 'to')
    .execute()
const due = async (orderId: number) =>
  (await server.call('GET', `request/booking/${orderId}/attention`)).body.data.filter(
    ({ rule }: { rule: string }) => rule === 'arrival-notice-due',
  )

test('without a template that attaches the notice, none is chosen', async () => {
  const { id } = await aboard()
  const { status, body } = await preview('arrival-notice', { emailTemplateId: null }, { ids: [id] })
  expect([status, body.data]).toEqual([
    400,
    { 'input.emailTemplateId': 'No mail template attaches the arrival notice' },
  ])
})

test('each order gets its notice by mail as a PDF, held until the run releases it; those that have theirs are left out', async () => {
  const body = { title: 'Arrival', subject: 'Arrival', content: '<p>It arrives.</p>', attaches: 'arrival-notice' }
  template = (await records.data('POST', 'template/email', body)).id
  const [one, other] = [await aboard(), await aboard()]
  expect(await due(one.id)).toHaveLength(1)
  const run = await done('arrival-notice', { emailTemplateId: null }, { ids: [one.id, other.id] })
  expect(run).toMatchObject({ title: 'Arrival', done: 2, failed: 0, mails: { waiting: 2 } })
  const mailed = [{ state: 'queued', name: expect.stringMatching(/^Arrival notice .*\.pdf$/), categoryId: 4 }]
  expect(await mailsOf(one.id)).toEqual(mailed)
  expect(await due(one.id)).toEqual([])
  const again = (await preview('arrival-notice', {}, { ids: [one.id] })).body.data
  expect(again).toMatchObject({
    applies: 0,
    outcomes: [{ outcome: 'has-already', reason: 'Its arrival notice was mailed already' }],
  })
  expect((await preview('arrival-notice', { again: true }, { ids: [one.id] })).body.data).toMatchObject({ applies: 1 })
  expect((await undo(run.id)).body.data).toMatchObject({ state: 'undone', done: 0 })
  expect((await mailsOf(one.id)).map(({ state }) => state)).toEqual(['cancelled'])
  expect(await due(one.id)).toHaveLength(1)
})

test('cancelled orders, those without an address and those that lack something are left out, each with its reason', async () => {
  const [cancelled, silent, lacking, good] = [await aboard(), await aboard(), await aboard(), await aboard()]
  await db.updateTable('orders').set({ status: 1 }).where('id', '=', cancelled.id).execute()
  await db.updateTable('orders').set({ email: '' }).where('id', '=', silent.id).execute()
  await db.updateTable('confirmations').set({ vesselVoyage: '' }).where('orderId', '=', lacking.id).execute()
  const ids = [cancelled.id, silent.id, lacking.id, good.id]
  const shown = (await preview('arrival-notice', { emailTemplateId: template }, { ids }, { orderId: good.id })).body
    .data
  expect(shown).toMatchObject({ total: 4, applies: 1, mails: { count: 1, sample: { subject: 'Arrival' } } })
  const run = await done('arrival-notice', { emailTemplateId: template }, { ids })
  expect(run).toMatchObject({ done: 1, failed: 0, skipped: 3 })
  expect((await itemsOf(run.id)).map(({ reason }) => reason)).toEqual([
    'The order is cancelled',
    'The order has no e-mail address',
    'Arrival notice: Vessel voyage is missing',
    null,
  ])
})

test('the notice is due from three days before the ETA, until it is mailed or the cargo delivered', async () => {
  expect(await due((await aboard(5)).id)).toEqual([])
  const { id, sailing } = await aboard(-2)
  expect(await due(id)).toMatchObject([
    { dueAt: `${inDays(-2)}T00:00:00.000Z`, severity: 2, sailing: { id: sailing.id } },
  ])
  await records.reach(id, 'delivered')
  expect(await due(id)).toEqual([])
})
