import { afterAll, expect, test } from 'vitest'
import { addSailing, createVessel, hoursFromNow, loadOn } from '#server/attention/attention.fixture.ts'
import { sendDocument } from '#server/test/files.ts'
import { createConfirmation } from '#server/test/records.ts'
import { startBulk } from './bulk.fixture.ts'

const bulk = await startBulk()
afterAll(() => bulk.close())
const { server, createOrders, preview, done, itemsOf } = bulk
const SYSTEM = { emailTemplateId: null }
const KIND = 'ask-documents'
for (const [name, supplier] of [
  ['Packing list', 'shipper'],
  ['Arrival notice', 'us'],
])
  await server.call('POST', 'document-requirement', { body: { name, supplier, categoryId: 2, basis: 'booking' } })

const path = (orderId: number) => `request/booking/${orderId}/requirements`
const papersOf = async (orderId: number) => (await server.call('GET', path(orderId))).body.data
const statesOf = async (orderId: number) => (await papersOf(orderId)).items.map(({ state }: { state: string }) => state)

test('each client is asked for what is missing of the client and the shipper; the others are named and skipped', async () => {
  const orders = await createOrders(4)
  const [asked, there, cancelled, silent] = orders.map(({ id }) => id)
  const [paper] = (await papersOf(there ?? 0)).items
  await server.call('PUT', `${path(there ?? 0)}/${paper.id}`, { body: { documentId: await sendDocument(server) } })
  await bulk.editOrder(cancelled ?? 0, bulk.cancelled)
  await server.db
    .updateTable('orders')
    .set({ email: '' })
    .where('id', '=', silent ?? 0)
    .execute()
  const ids = orders.map(({ id }) => id)
  const { data } = (await preview(KIND, SYSTEM, { ids }, { orderId: asked })).body
  expect(data).toMatchObject({
    total: 4,
    applies: 1,
    skips: [
      { reason: 'No paper of the client is missing', ids: [there] },
      { reason: 'The order is cancelled', ids: [cancelled] },
      { reason: 'The order has no e-mail address', ids: [silent] },
    ],
    mails: { count: 1, sample: { to: orders[0]?.email } },
  })
  expect(data.mails.sample.html).toContain('Packing list')
  expect(data.mails.sample.html).not.toContain('Arrival notice')
  const run = await done(KIND, SYSTEM, { ids })
  expect(run).toMatchObject({ kind: KIND, title: 'Documents requested', done: 1, skipped: 3, mails: { waiting: 1 } })
  expect(await statesOf(asked ?? 0)).toEqual(['requested', 'open'])
})

test('an undo revokes the links, cancels the mails and puts the papers back, unless one has changed since', async () => {
  const orders = await createOrders(2)
  const [back = 0, changed = 0] = orders.map(({ id }) => id)
  const run = await done(KIND, SYSTEM, { ids: [back, changed] })
  const [paper] = (await papersOf(changed)).items
  await server.call('PUT', `${path(changed)}/${paper.id}`, { body: { documentId: await sendDocument(server) } })
  await bulk.undo(run.id)
  await bulk.finished(run.id)
  await expect.poll(async () => (await itemsOf(run.id)).map(({ state }) => state)).toEqual(['undone', 'done'])
  expect((await itemsOf(run.id))[1]?.reason).toBe('Packing list has changed since')
  expect(await statesOf(back)).toEqual(['open', 'open'])
  expect(await statesOf(changed)).toEqual(['received', 'open'])
  expect((await papersOf(back)).links).toMatchObject([{ state: 'revoked' }])
  const mails = await server.db
    .selectFrom('mailDeliveries as d')
    .innerJoin('mails as m', 'm.id', 'd.mailId')
    .select('d.state')
    .where('m.runId', '=', run.id)
    .execute()
  expect(mails).toEqual([{ state: 'cancelled' }, { state: 'cancelled' }])
})

test('each shipper is asked for the cargo with the message and the facts of the shipment, never with links or prices', async () => {
  const orders = await createOrders(3)
  const [asked = 0, received = 0, silent = 0] = orders.map(({ id }) => id)
  const change = (id: number, values: object) =>
    server.db.updateTable('orders').set(values).where('id', '=', id).execute()
  await change(asked, { emailShipper: 'li@ningbo.example', namePersonCharge: 'Li <Wei>' })
  await change(silent, { emailShipper: '' })
  await createConfirmation(server.db, {
    ...{ orderId: asked, vesselId: await createVessel(server.db, 'EVER ASKED'), cargoCutOffAt: hoursFromNow(-2) },
  })
  await loadOn(server.db, await addSailing(server.db, 'asked'), [received])
  await server.db
    .updateTable('loadings')
    .set({ receivedAt: hoursFromNow(-1) })
    .where('orderId', '=', received)
    .execute()
  const ids = [asked, received, silent]
  const input = { message: 'When will it arrive?\nPlease <call>.' }
  const { data } = (await preview('ask-suppliers', input, { ids }, { orderId: asked })).body
  expect(data).toMatchObject({
    ...{ total: 3, applies: 1, noAddress: { count: 0 } },
    skips: [
      { reason: 'The cargo was received', ids: [received] },
      { reason: 'The shipper has no e-mail address', ids: [silent] },
    ],
    mails: { count: 1, recipients: 1, sample: { to: 'li@ningbo.example' } },
  })
  expect(data.mails.sample.html).toContain('When will it arrive?<br>Please &lt;call&gt;.')
  expect(data.mails.sample.html).toContain('Dear Li &lt;Wei&gt;,')
  expect(data.mails.sample.html).not.toMatch(/https?:|\$/)
  const run = await done('ask-suppliers', input, { ids })
  expect(run).toMatchObject({ kind: 'ask-suppliers', done: 1, skipped: 2 })
  const mails = await server.db.selectFrom('mails').selectAll().where('runId', '=', run.id).execute()
  expect(mails).toMatchObject([{ kind: 'cargo-asked', orderId: asked, html: data.mails.sample.html }])
  const askedNow = async () => (await server.call('GET', `request/booking/${asked}/attention`)).body.data[0]?.asked
  expect(await askedNow()).toMatchObject({ to: 'li@ningbo.example', by: { id: server.staff.id } })
  await bulk.undo(run.id)
  expect(await askedNow()).toBeNull()
})
