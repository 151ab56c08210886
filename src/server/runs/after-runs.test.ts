import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { createEvent, createUser } from '#server/test/records.ts'
import { trailOf } from '#server/test/trail.ts'
import { HELD, LEAVES, MARCH, startBulk } from './bulk.fixture.ts'

const bulk = await startBulk()
afterAll(() => bulk.close())
const { server, smtp, template, createOrders, start, done, finished, departed, itemsOf, historyOf } = bulk
beforeEach(() => {
  server.config.runHoldSeconds = HELD
})
const withMail = (more: object = {}) => departed({ emailTemplateId: template.id, comment: 'Storm', ...more })
const NOTHING_TO_UNDO = {
  status: 409,
  body: { message: 'This run changed nothing, so there is nothing to undo.' },
}
const idsOf = (orders: readonly { id: number }[]) => orders.map(({ id }) => id)
const subjects = () => smtp.mails.map(({ mail }) => mail.subject)

test('undo takes entries and mails back, and leaves orders that were changed since, with the reason', async () => {
  const orders = await createOrders(5)
  const [back, edited, later, corrected, alone] = orders
  const arrived = await createEvent(server.db, 'Discharged')
  const run = await done('event', withMail(), { ids: idsOf(orders) })
  await bulk.editOrder(edited?.id ?? 0, { companyName: 'Other Lamps' })
  const body = { bookingRequestId: later?.id, ...departed({ eventId: arrived.id }) }
  await server.call('POST', 'request/event/data/add', { body })
  const [entry] = await historyOf(corrected?.id ?? 0)
  await server.call('PUT', `request/event/entry/${entry.id}`, { body: { comment: 'Calm' } })
  const [single] = await historyOf(alone?.id ?? 0)
  server.config.mailHoldSeconds = 120
  expect((await server.call('POST', `request/event/entry/${single.id}/undo`)).status).toBe(200)
  server.config.mailHoldSeconds = 0

  const undone = await bulk.undo(run.id)
  expect(undone.body.data).toMatchObject({ state: 'undone', done: 3, finishedAt: expect.any(String) })
  expect((await itemsOf(run.id)).map(({ state, reason }) => [state, reason])).toEqual([
    ['undone', null],
    ['done', expect.stringMatching(/^changed by Mara Staff at /)],
    ['done', expect.stringMatching(/^Mara Staff set Discharged at /)],
    ['done', expect.stringMatching(/^changed by Mara Staff at /)],
    ['undone', null],
  ])
  expect(await historyOf(back?.id ?? 0)).toEqual([])
  expect(await bulk.orderOf(back?.id ?? 0)).toMatchObject({ lastEventEntryId: null, lastEventName: null })
  expect(await historyOf(edited?.id ?? 0)).toMatchObject([
    { event: { name: 'Departed' }, mail: { state: 'cancelled' } },
  ])
  expect((await trailOf(server.db, 'orders', back?.id ?? 0)).map(({ action }) => action)).toEqual([
    'order.set-event',
    'order.undo-event',
  ])
  expect((await trailOf(server.db, 'runs', run.id)).map(({ action }) => action)).toEqual(['run.start', 'run.undo'])
  expect((await finished(run.id)).mails).toEqual({
    // The mail of the entry that was undone alone is not among those that this undo stopped.
    waiting: 0,
    sent: 0,
    failed: 0,
    unsent: 0,
    cancelled: 4,
  })
  expect(await bulk.undo(run.id)).toMatchObject({ status: 409, body: { message: 'This run was undone.' } })
})

test('only the starter or an administrator undoes a run, whose name is in the trail', async () => {
  const [order] = await createOrders(1)
  const run = await done('event', departed(), { ids: [order?.id] })
  expect((await bulk.undo(run.id, await server.signIn({ role: [Role.MANAGER] }))).status).toBe(403)
  const admin = await createUser(server.db, { username: 'Ada Admin', role: [Role.ADMIN] })
  expect((await bulk.undo(run.id, await server.tokenFor(admin.id))).status).toBe(200)
  const trail = await trailOf(server.db, 'orders', order?.id ?? 0)
  expect(trail).toMatchObject([{ userId: server.staff.id }, { action: 'order.undo-event', userId: admin.id }])
})

test('a run without mails can be undone for the same time, and no longer', async () => {
  const [order] = await createOrders(1)
  const run = await done('event', departed(), { ids: [order?.id] })
  const until = (at: number) =>
    server.db
      .updateTable('runs')
      .set({ heldUntil: new Date(at) })
      .where('id', '=', run.id)
      .execute()
  await until(Date.now() - 1)
  expect(await bulk.undo(run.id)).toMatchObject({ status: 409, body: { message: 'This run can no longer be undone.' } })
  await until(Date.now() + 60_000)
  expect((await bulk.undo(run.id)).body.data.state).toBe('undone')
})

test('a row whose mail has left stays, and says when it left', async () => {
  const orders = await createOrders(2)
  const [left, held] = orders
  const run = await done('event', withMail(), { ids: idsOf(orders) })
  await sql`update mail_deliveries set next_attempt_at = null
    where mail_id in (select id from mails where run_id = ${run.id} and order_id = ${left?.id})`.execute(server.db)
  await expect.poll(subjects, LEAVES).toContain(`Departed ${left?.trackingCode}`)
  await expect.poll(async () => (await finished(run.id)).mails.sent, LEAVES).toBe(1)
  await bulk.undo(run.id)
  expect((await itemsOf(run.id)).map(({ state, reason }) => [state, reason])).toEqual([
    ['done', expect.stringMatching(/^The mail has left at /)],
    ['undone', null],
  ])
  expect((await finished(run.id)).mails).toMatchObject({ sent: 1, cancelled: 1 })
  expect(await historyOf(left?.id ?? 0)).toHaveLength(1)
  expect(await historyOf(held?.id ?? 0)).toHaveLength(0)
})

test('a retry holds the mails again that have not left', async () => {
  const [stale, fresh] = await createOrders(2)
  const seen = [stale, fresh].map((order) => ({ id: order?.id, updatedAt: order?.updatedAt }))
  await bulk.editOrder(stale?.id ?? 0, { companyName: 'Other Lamps' })
  const run = await done('event', withMail(), { orders: seen })
  const soon = new Date(Date.now() + 30_000)
  const ofRun = sql`mail_id in (select id from mails where run_id = ${run.id})`
  await sql`update mail_deliveries set next_attempt_at = ${soon} where ${ofRun}`.execute(server.db)
  await server.call('POST', `runs/${run.id}/retry`)
  const again = await finished(run.id)
  const { rows } = await sql<{
    at: string
  }>`select distinct next_attempt_at as at from mail_deliveries where ${ofRun}`.execute(server.db)
  expect(rows).toEqual([{ at: again.heldUntil }])
  expect(again.mails.waiting).toBe(2)
})

test('with the mail server down the rows are done, and the mails are counted apart', async () => {
  server.config.runHoldSeconds = 0
  const orders = await createOrders(2)
  smtp.refuse('*', 451, 'Try again later', 2)
  const run = await done('event', withMail(), { ids: idsOf(orders) })
  expect(run).toMatchObject({ state: 'done', done: 2, failed: 0 })
  const waiting = () =>
    sql<{ n: number }>`select count(*)::int as n from mail_deliveries where state = 'queued' and attempts = 1
      and mail_id in (select id from mails where run_id = ${run.id})`.execute(server.db)
  await expect.poll(async () => (await waiting()).rows[0]?.n, LEAVES).toBe(2)
  expect((await finished(run.id)).mails).toEqual({ waiting: 2, sent: 0, failed: 0, unsent: 0, cancelled: 0 })
  await sql`update mail_deliveries set next_attempt_at = null
    where mail_id in (select id from mails where run_id = ${run.id})`.execute(server.db)
  await expect.poll(async () => (await finished(run.id)).mails.sent, LEAVES).toBe(2)
})

test('a run that is stopped on its way finishes the row it is at; what it did can be undone', async () => {
  const orders = await createOrders(3)
  const [first, second, third] = idsOf(orders)
  let [release, locked] = [() => {}, () => {}]
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve
  })
  const holder = server.db.transaction().execute(async (tx) => {
    await sql`select from orders where id = ${second} for no key update`.execute(tx)
    locked()
    await released
  })
  await isLocked
  const { body } = await start('event', withMail(), { ids: [first, second, third] })
  const { id } = body.data
  await expect.poll(async () => (await server.call('GET', `runs/${id}`)).body.data.done, LEAVES).toBe(1)
  expect((await server.call('POST', `runs/${id}/stop`)).status).toBe(200)
  release()
  await holder
  const run = await finished(id)
  // The second row is done, unless a slow machine gave up on its lock before the stop.
  const { done: n, skipped } = run
  expect(run).toMatchObject({ state: 'stopped', total: 3, skipped: 3 - n, mails: { waiting: n } })
  expect(skipped).toBeGreaterThan(0)
  expect(await historyOf(third ?? 0)).toEqual([])
  await bulk.undo(id)
  expect(await finished(id)).toMatchObject({ rows: { undone: n, skipped, done: 0 }, mails: { cancelled: n } })
})

test('a run that is stopped skips what it did not do yet; there is nothing to undo if it did nothing', async () => {
  const orders = await createOrders(3)
  await bulk.pause()
  const { body } = await start('event', withMail(), { ids: idsOf(orders) })
  expect((await server.call('POST', `runs/${body.data.id}/stop`)).status).toBe(200)
  await bulk.resume()
  const run = await finished(body.data.id)
  expect(run).toMatchObject({ state: 'stopped', total: 3, done: 0, skipped: 3 })
  expect(run.rows).toEqual({ waiting: 0, done: 0, failed: 0, skipped: 3, undone: 0 })
  expect((await itemsOf(run.id))[0]).toMatchObject({ state: 'skipped', reason: 'Stopped before it was done' })
  expect(run.heldUntil).toBeNull()
  expect(await bulk.undo(run.id)).toMatchObject(NOTHING_TO_UNDO)
})

test('a run that failed on every order has nothing to undo; once a retry did one, it has', async () => {
  const [order] = await createOrders(1)
  const seen = { id: order?.id, updatedAt: order?.updatedAt }
  await bulk.editOrder(order?.id ?? 0, { companyName: 'Other Lamps' })
  const run = await done('event', withMail(), { orders: [seen] })
  expect(run).toMatchObject({ state: 'done', done: 0, failed: 1, heldUntil: null })
  expect(await bulk.undo(run.id)).toMatchObject(NOTHING_TO_UNDO)
  await server.call('POST', `runs/${run.id}/retry`)
  expect((await finished(run.id)).heldUntil).not.toBeNull()
  expect((await bulk.undo(run.id)).body.data).toMatchObject({ state: 'undone', done: 0, failed: 0 })
})

test('confirmation dates of a selection change nothing beside their rows, as those of a sailing do', async () => {
  const [order] = await createOrders(1)
  const seen = { id: order?.id, updatedAt: order?.updatedAt }
  await bulk.editOrder(order?.id ?? 0, { companyName: 'Other Lamps' })
  const run = await done('dates', { estimatedTimeOfDepartureAt: MARCH }, { orders: [seen] })
  expect(run).toMatchObject({ done: 0, failed: 1, heldUntil: null })
  expect(await bulk.undo(run.id)).toMatchObject(NOTHING_TO_UNDO)
})

test('a run of which all orders are left out is over at once', async () => {
  const [order] = await createOrders(1)
  await bulk.editOrder(order?.id ?? 0, bulk.cancelled)
  const run = await done('event', departed(), { ids: [order?.id] })
  expect(run).toMatchObject({ state: 'done', total: 0, skipped: 1, heldUntil: null })
  expect(await bulk.undo(run.id)).toMatchObject(NOTHING_TO_UNDO)
})
