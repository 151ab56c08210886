import { afterAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { hideSecrets } from '#server/mail/links/secret-links.ts'
import { createConfirmation, createUser } from '#server/test/records.ts'
import { trailOf } from '#server/test/trail.ts'
import { startBulk } from './bulk.fixture.ts'

const bulk = await startBulk()
afterAll(() => bulk.close())
const { server, createOrders, start, preview, done, finished, itemsOf, orderOf } = bulk
const idsOf = (orders: readonly { id: number }[]) => orders.map(({ id }) => id)
const statesOf = async (id: number) => (await itemsOf(id)).map(({ state, reason }) => [state, reason])
const completed = { status: OrderStatus.COMPLETED }
const marta = await createUser(server.db, { username: 'Marta', role: [Role.MANAGER] })
const ETA = '2026-03-20T00:00:00.000Z'
const LATER = '2026-03-25T00:00:00.000Z'

test('status: orders that have it already, and those of deleted clients, are named and skipped; cancelled ones are not', async () => {
  const orders = await createOrders(4)
  const [open, cancelled, there, deleted] = orders
  await bulk.editOrder(cancelled?.id ?? 0, bulk.cancelled)
  await bulk.editOrder(there?.id ?? 0, completed)
  await bulk.deleteClient(deleted?.clientId ?? 0)
  const ids = idsOf(orders)
  expect((await preview('status', completed, { ids })).body.data).toMatchObject({
    total: 4,
    applies: 2,
    skips: [
      { reason: 'The status is Completed already', count: 1, ids: [there?.id] },
      { reason: 'The client was deleted', count: 1, ids: [deleted?.id] },
    ],
    mails: { count: 0, sample: null },
  })
  const run = await done('status', completed, { ids })
  expect(run).toMatchObject({ kind: 'status', title: 'Completed', done: 2, skipped: 2 })
  expect([(await orderOf(open?.id ?? 0)).status, (await orderOf(cancelled?.id ?? 0)).status]).toEqual([2, 2])
  expect(await trailOf(server.db, 'orders', open?.id ?? 0)).toMatchObject([
    { action: 'order.update', before: { status: 0 }, after: { status: 2 } },
  ])
})

test('status: with notify each client gets the mail that the order was changed, and the preview shows it', async () => {
  await server.db
    .updateTable('mailTemplates')
    .set({ subject: 'Now {{ order.status }}: {{ order.trackingCode }}' })
    .where('purpose', '=', MailPurpose.ORDER_CHANGED)
    .execute()
  const [order] = await createOrders(1)
  const asked = { ...completed, notify: true }
  const { body } = await preview('status', asked, { ids: [order?.id] }, { orderId: order?.id })
  expect(body.data.mails).toMatchObject({ count: 1, recipients: 1, sample: { to: order?.email } })
  expect(body.data.mails.sample.subject).toBe(`Now Completed: ${order?.trackingCode}`)
  const run = await done('status', asked, { ids: [order?.id] })
  expect(run.mails).toMatchObject({ waiting: 1 })
  const mail = await server.db.selectFrom('mails').selectAll().where('runId', '=', run.id).executeTakeFirstOrThrow()
  // The sent mail has a link of its own.
  expect({ subject: mail?.subject, html: hideSecrets(mail?.html ?? '') }).toEqual({
    subject: body.data.mails.sample.subject,
    html: body.data.mails.sample.html,
  })
  await bulk.undo(run.id)
  expect((await finished(run.id)).mails).toMatchObject({ waiting: 0, cancelled: 1 })
  expect((await orderOf(order?.id ?? 0)).status).toBe(OrderStatus.IN_PROGRESS)
})

test('status: undo gives each order its own status back; one that was changed since stays', async () => {
  const orders = await createOrders(3)
  const [open, cancelled, edited] = orders
  await bulk.editOrder(cancelled?.id ?? 0, bulk.cancelled)
  const run = await done('status', completed, { ids: idsOf(orders) })
  await bulk.editOrder(edited?.id ?? 0, { companyName: 'Other Lamps' }, await server.tokenFor(marta.id))
  await bulk.undo(run.id)
  expect(await statesOf(run.id)).toEqual([
    ['undone', null],
    ['undone', null],
    ['done', expect.stringMatching(/^changed by Marta at \d{1,2}:\d\d$/)],
  ])
  const statuses = await Promise.all(orders.map(async ({ id }) => (await orderOf(id)).status))
  expect(statuses).toEqual([OrderStatus.IN_PROGRESS, OrderStatus.CANCELLED, OrderStatus.COMPLETED])
  expect((await trailOf(server.db, 'orders', open?.id ?? 0)).map(({ action }) => action)).toEqual([
    'order.update',
    'order.update',
  ])
})

test('status: of two runs over one order the second finds the new version, and fails or has nothing to do', async () => {
  const [order] = await createOrders(1)
  await bulk.pause()
  const ids = [order?.id]
  const started: number[] = []
  for (const status of [completed, completed, bulk.cancelled])
    started.push((await start('status', status, { ids })).body.data.id)
  await bulk.resume()
  const runs = await Promise.all(started.map(finished))
  expect(runs.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  expect(runs.map(({ done }) => done).reduce((sum, n) => sum + n)).toBe(1)
  const reasons = (await Promise.all(started.map(statesOf))).flat().filter(([state]) => state !== 'done')
  for (const [state, reason] of reasons)
    expect(reason).toMatch(state === 'skipped' ? /^The status is Completed already$/ : /^changed by Mara Staff at /)
})

test('the queue stays right: an order that is completed leaves it, and is back after the undo', async () => {
  const [order] = await createOrders(1)
  const past = new Date(Date.now() - 3 * 86_400_000)
  await createConfirmation(server.db, { orderId: order?.id ?? 0, estimatedTimeOfDepartureAt: past })
  const open = async () =>
    (
      await server.db
        .selectFrom('attention')
        .select('rule')
        .where('orderId', '=', order?.id ?? 0)
        .where('resolvedAt', 'is', null)
        .orderBy('rule')
        .execute()
    ).map(({ rule }) => rule)
  const before = await open()
  expect(before).toContain('not-departed')
  const run = await done('status', completed, { ids: [order?.id] })
  expect(await open()).toEqual([])
  await bulk.undo(run.id)
  expect(await open()).toEqual(before)
})

test('in charge: orders of that person are skipped, and undo brings back who it was', async () => {
  const orders = await createOrders(3)
  const [nobody, hers, moved] = orders
  const ids = idsOf(orders)
  const put = (orderId: number | undefined, userId: number | null) =>
    server.call('PUT', `request/booking/${orderId}/in-charge`, { body: { userId } })
  await put(hers?.id, marta.id)
  const run = await done('in-charge', { userId: marta.id }, { ids })
  expect(run).toMatchObject({ kind: 'in-charge', title: 'Marta', done: 2, skipped: 1 })
  expect(await statesOf(run.id)).toEqual([
    ['done', null],
    ['skipped', 'Marta is in charge already'],
    ['done', null],
  ])
  expect(await trailOf(server.db, 'orders', nobody?.id ?? 0)).toMatchObject([{ action: 'order.in-charge' }])
  await put(moved?.id, server.staff.id)
  await bulk.undo(run.id)
  expect(await statesOf(run.id)).toEqual([
    ['undone', null],
    ['skipped', 'Marta is in charge already'],
    ['done', 'Somebody else is in charge by now'],
  ])
  const inCharge = await Promise.all(orders.map(async ({ id }) => (await orderOf(id)).inChargeId))
  expect(inCharge).toEqual([null, marta.id, server.staff.id])
  const nobodyRun = await done('in-charge', { userId: null }, { ids })
  expect(nobodyRun).toMatchObject({ title: 'Nobody', done: 2, skipped: 1 })
})

test('in charge: somebody whose account is disabled in between fails the rows', async () => {
  const [order] = await createOrders(1)
  const leaver = await createUser(server.db, { username: 'Leaver', role: [Role.MANAGER] })
  await bulk.pause()
  const { body } = await start('in-charge', { userId: leaver.id }, { ids: [order?.id] })
  await server.db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', leaver.id).execute()
  await bulk.resume()
  await finished(body.data.id)
  expect(await statesOf(body.data.id)).toEqual([['failed', 'This is not a member of staff']])
})

test('dates: those sent change, the others stay; cancelled orders are left out, completed ones are not', async () => {
  const orders = await createOrders(4)
  const [confirmed, none, cancelled, over] = orders
  const dates = { portEstimatedTimeOfArrivalAt: ETA, estimatedTimeOfDepartureAt: ETA }
  await createConfirmation(server.db, { orderId: confirmed?.id ?? 0, ...dates, vesselVoyage: '7E' })
  await bulk.editOrder(cancelled?.id ?? 0, bulk.cancelled)
  await bulk.editOrder(over?.id ?? 0, completed)
  const asked = { portEstimatedTimeOfArrivalAt: LATER, cargoCutOffAt: null }
  const run = await done('dates', asked, { ids: idsOf(orders) })
  expect(run).toMatchObject({ kind: 'dates', done: 3, skipped: 1 })
  expect(run.title).toBe('Cargo cut-off, Estimated time of arrival at port')
  const saidBy = async (order: { id: number } | undefined) => (await orderOf(order?.id ?? 0)).bookingConfirmation
  expect(await saidBy(confirmed)).toMatchObject({ ...dates, ...asked, vesselVoyage: '7E' })
  expect(await saidBy(none)).toMatchObject({ ...asked, estimatedTimeOfDepartureAt: null })
  expect(await trailOf(server.db, 'confirmations', none?.id ?? 0)).toMatchObject([{ action: 'confirmation.update' }])
  await bulk.undo(run.id)
  expect(await saidBy(confirmed)).toMatchObject({ ...dates, cargoCutOffAt: null, vesselVoyage: '7E' })
  expect(await saidBy(none)).toBeNull()
  expect((await trailOf(server.db, 'confirmations', none?.id ?? 0)).map(({ action }) => action)).toEqual([
    'confirmation.update',
    'confirmation.remove',
  ])
})

test('dates: a confirmation that was saved since the start fails its row, and one saved since the run keeps its dates', async () => {
  const [stale, fine] = await createOrders(2)
  for (const order of [stale, fine])
    await createConfirmation(server.db, { orderId: order?.id ?? 0, portEstimatedTimeOfArrivalAt: ETA })
  const save = (orderId: number | undefined) =>
    server.call('PUT', `request/booking/${orderId}/confirmation/edit`, { body: { vesselVoyage: '9W' } })
  await bulk.pause()
  const asked = { portEstimatedTimeOfArrivalAt: LATER }
  const { body } = await start('dates', asked, { ids: [stale?.id, fine?.id] })
  await save(stale?.id)
  await bulk.resume()
  const run = await finished(body.data.id)
  const changed = expect.stringMatching(/^changed by Mara Staff at /)
  expect(await statesOf(run.id)).toEqual([
    ['failed', changed],
    ['done', null],
  ])
  await server.call('POST', `runs/${run.id}/retry`)
  await finished(run.id)
  await save(fine?.id)
  await bulk.undo(run.id)
  expect(await statesOf(run.id)).toEqual([
    ['undone', null],
    ['done', changed],
  ])
  expect((await orderOf(fine?.id ?? 0)).bookingConfirmation.portEstimatedTimeOfArrivalAt).toBe(LATER)
})
