import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createConfirmation, createOrder, createUser } from '#server/test/records.ts'
import type { TestServer } from '#server/test/server.ts'
import { trailOf } from '#server/test/trail.ts'
import {
  confirmationOf,
  createAboard,
  createLoaded,
  createSailing,
  createVessel,
  dateCalls,
  deliveriesOf,
  finished,
  HELD,
  march,
  startChanges,
} from './date-change.fixture.ts'

let changes: Awaited<ReturnType<typeof startChanges>>
let server: TestServer
beforeAll(async () => {
  changes = await startChanges()
  server = changes.server
})
afterAll(() => changes.close())
beforeEach(() => {
  server.config.runHoldSeconds = HELD
})

const mailsTo = (order: { trackingCode: string }) =>
  changes.smtp.mails.filter(({ mail }) => mail.subject === `Delay of ${order.trackingCode}`)

/** Makes the mails about an order due now. */
const letGo = (orderId: number) =>
  server.db
    .updateTable('mailDeliveries')
    .set({ nextAttemptAt: null })
    .where('mailId', 'in', (query) => query.selectFrom('mails').select('id').where('orderId', '=', orderId))
    .execute()

test('exactly the ticked orders change, and the clients that were chosen get one mail, held for a while', async () => {
  const { sailing, orders } = await createLoaded(server.db, 3)
  const [mailed, silent, unticked] = orders.map(({ id }) => id)
  const run = await changes.applied(`sailing/${sailing.id}`, { reasonCode: 'wea', comment: 'Storm' }, (id) => ({
    apply: id !== unticked,
    mail: id === mailed,
  }))
  expect(run).toMatchObject({
    kind: 'dates',
    state: 'done',
    total: 2,
    done: 2,
    failed: 0,
    skipped: 0,
    createdBy: { id: server.staff.id, name: 'Mara Staff' },
  })
  expect(Date.parse(run.heldUntil) - Date.parse(run.finishedAt)).toBeGreaterThan((HELD - 5) * 1000)
  expect(await confirmationOf(server.db, mailed ?? 0)).toMatchObject({
    portEstimatedTimeOfArrivalAt: march(17),
    placeEstimatedTimeOfArrivalAt: march(20),
    toldPortEta: null,
  })
  expect([await changes.etaOf(silent ?? 0), await changes.etaOf(unticked ?? 0)]).toEqual([march(17), march(12)])
  expect(await Promise.all(orders.map(({ id }) => deliveriesOf(server.db, id)))).toMatchObject([
    [{ state: 'queued' }],
    [],
    [],
  ])
  const dates = await server.db.selectFrom('sailingDates').selectAll().where('sailingId', '=', sailing.id).execute()
  expect(dates).toMatchObject([
    { field: 'portEta', previous: march(12), value: march(17), source: 'staff', userId: server.staff.id },
  ])
  const [entry] = await trailOf(server.db, 'sailings', sailing.id)
  expect(entry).toMatchObject({
    action: 'sailing.change-dates',
    before: { portEta: march(12) },
    after: { portEta: march(17), reasonCode: 'WEA', comment: 'Storm' },
  })
  // Entries are those of a single edit of each order by the person who started the run, and one for the run.
  expect(await trailOf(server.db, 'confirmations', mailed ?? 0)).toMatchObject([
    { action: 'confirmation.update', userId: server.staff.id, ip: '127.0.0.1' },
  ])
  expect(await trailOf(server.db, 'runs', run.id)).toMatchObject([{ action: 'run.start' }])
})

test('once the mail has left, its dates are what the client was told; moving back is news again, staying is not', async () => {
  server.config.runHoldSeconds = 0
  const { sailing, orders } = await createLoaded(server.db, 1)
  const [order] = orders
  if (!order) throw new Error('no order')
  const path = `sailing/${sailing.id}`
  await changes.applied(path)
  await expect.poll(async () => (await confirmationOf(server.db, order.id)).toldPortEta).toBe(march(17))
  expect((await confirmationOf(server.db, order.id)).toldPlaceEta).toBe(march(20))
  const { mail } = mailsTo(order)[0] ?? {}
  expect(mail?.text).toContain('Port Mar 17 2026, place Mar 20 2026')
  const { preview } = dateCalls(server, path)
  const shift = async (day: number) => (await preview({ dates: { portEta: march(day) } })).body.data.orders[0].mail
  expect(await shift(17)).toBeNull()
  expect(await shift(12)).toMatchObject({ shiftDays: -5 })
})

test('dates that move back while the mail is held are no news, and the mail is cancelled when it is due', async () => {
  const { sailing, orders } = await createLoaded(server.db, 1)
  const [order] = orders
  if (!order) throw new Error('no order')
  const path = `sailing/${sailing.id}`
  const first = await changes.applied(path)
  await changes.applied(path, { dates: { portEta: march(12) } })
  expect(await deliveriesOf(server.db, order.id)).toMatchObject([{ state: 'queued' }])
  await letGo(order.id)
  const states = () => deliveriesOf(server.db, order.id)
  await expect.poll(states).toEqual([{ state: 'cancelled', reason: 'The dates have changed since' }])
  expect(mailsTo(order)).toEqual([])
  expect((await confirmationOf(server.db, order.id)).toldPortEta).toBeNull()
  expect(first.state).toBe('done')
})

test('a client who was told the dates by another mail meanwhile gets no second one', async () => {
  const { sailing, orders } = await createLoaded(server.db, 1)
  const [order] = orders
  if (!order) throw new Error('no order')
  await changes.applied(`sailing/${sailing.id}`)
  const told = { toldPortEta: march(17), toldPlaceEta: march(20) }
  await server.db.updateTable('confirmations').set(told).where('orderId', '=', order.id).execute()
  await letGo(order.id)
  const states = () => deliveriesOf(server.db, order.id)
  await expect.poll(states).toEqual([{ state: 'cancelled', reason: 'The client was told these dates already' }])
})

test('the same key starts one run; another body with it, or the same change without it, is 409', async () => {
  const { sailing } = await createLoaded(server.db, 1)
  const { apply, ticked } = dateCalls(server, `sailing/${sailing.id}`)
  const wanted = { emailTemplateId: changes.template.id, ...(await ticked()) }
  const key = { 'idempotency-key': `dates-${sailing.id}` }
  const [one, two] = await Promise.all([apply(wanted, key), apply(wanted, key)])
  expect(two?.body.data.id).toBe(one?.body.data.id)
  expect((await apply({ ...wanted, mode: 'set' }, key)).status).toBe(409)
  const again = await apply(wanted)
  expect(again.status).toBe(409)
  expect(again.body.message).toMatch(/^This record was changed by Mara Staff at /)
  await finished(server, one?.body.data.id)
})

test('a mail that nobody chose is refused at the field, unless no client would get one', async () => {
  const { sailing } = await createLoaded(server.db, 1)
  const { apply, ticked } = dateCalls(server, `sailing/${sailing.id}`)
  expect(await apply(await ticked())).toMatchObject({
    status: 400,
    body: { data: { emailTemplateId: 'Choose the mail that the clients get' } },
  })
  const same = { dates: { portEta: march(12) } }
  const { status, body } = await apply({ ...same, ...(await ticked(same)) })
  expect(status).toBe(200)
  await finished(server, body.data.id)
})

test('orders that cannot move any more are skipped from the start; unknown ones are refused, others fail', async () => {
  const { sailing, orders } = await createLoaded(server.db, 2)
  const elsewhere = await createAboard(server.db, await createSailing(server.db))
  const [cancelled, moves] = orders.map(({ id }) => id)
  const { apply, ticked } = dateCalls(server, `sailing/${sailing.id}`)
  const wanted = await ticked()
  const tick = (id: number) => ({ id, apply: true, mail: false })
  const unknown = await apply({ ...wanted, orders: [...wanted.orders, tick(999_999)] })
  expect(unknown).toMatchObject({ status: 400, body: { data: { 'orders.2.id': 'This order does not exist' } } })
  await server.call('PUT', `request/booking/edit/${cancelled}`, { body: { status: 1 } })
  const twice = [...wanted.orders, ...wanted.orders, tick(elsewhere.id)]
  const { body } = await apply({ emailTemplateId: changes.template.id, ...wanted, orders: twice })
  const run = await finished(server, body.data.id)
  expect(run).toMatchObject({ total: 2, done: 1, failed: 1, skipped: 1 })
  expect(await changes.itemsOf(run.id)).toMatchObject([
    { orderId: cancelled, state: 'skipped', reason: 'The order is cancelled' },
    { orderId: moves, state: 'done' },
    { orderId: elsewhere.id, state: 'failed', reason: `No longer on ${sailing.reference}` },
  ])
  const list = await server.call('GET', 'runs')
  expect(list.body.data.items[0]).toMatchObject({ id: run.id, kind: 'dates' })
  const file = await server.call('GET', `runs/${run.id}/export`)
  expect(file.body).toContain('The order is cancelled')
})

test('confirmations without a sailing move together too', async () => {
  const vessel = await createVessel(server.db)
  const client = await createUser(server.db)
  const ids: number[] = []
  for (let n = 0; n < 2; n++) {
    const { id } = await createOrder(server.db, { userId: client.id })
    const dates = { portEstimatedTimeOfArrivalAt: march(12) }
    await createConfirmation(server.db, { orderId: id, vesselId: vessel.id, vesselVoyage: '018E', ...dates })
    ids.push(id)
  }
  const run = await changes.applied(`vessel/${vessel.id}/voyages/018E`, {}, (id) => ({ apply: id === ids[0] }))
  expect(run).toMatchObject({ total: 1, done: 1 })
  expect([await changes.etaOf(ids[0] ?? 0), await changes.etaOf(ids[1] ?? 0)]).toEqual([march(17), march(12)])
})
