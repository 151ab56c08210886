import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import {
  confirmationOf,
  createLoaded,
  dateCalls,
  deliveriesOf,
  finished,
  march,
  startChanges,
} from '#server/sailings/date-change/date-change.fixture.ts'
import { DATES } from '#server/sailings/date-change/dates-kind.ts'
import { createEvent, createUser } from '#server/test/records.ts'
import type { TestServer } from '#server/test/server.ts'
import { claimRun, workOn } from './work-run.ts'

let changes: Awaited<ReturnType<typeof startChanges>>
let server: TestServer
beforeAll(async () => {
  changes = await startChanges()
  server = changes.server
})
afterAll(() => changes.close())

test('an order that was edited since the preview fails by name, and Apply again moves it', async () => {
  const { sailing, orders } = await createLoaded(server.db, 2)
  const [stale, fresh] = orders.map(({ id }) => id)
  const { apply, ticked } = dateCalls(server, `sailing/${sailing.id}`)
  const wanted = await ticked()
  const marta = await createUser(server.db, { username: 'Marta', role: [Role.MANAGER] })
  const edit = { token: await server.tokenFor(marta.id), body: { vesselVoyage: '77W' } }
  await server.call('PUT', `request/booking/${stale}/confirmation/edit`, edit)
  const { body } = await apply({ emailTemplateId: changes.template.id, ...wanted })
  const run = await finished(server, body.data.id)
  expect(run).toMatchObject({ state: 'done', total: 2, done: 1, failed: 1 })
  const items = await changes.itemsOf(run.id)
  expect(items).toMatchObject([
    { orderId: stale, state: 'failed', reason: expect.stringMatching(/^changed by Marta at \d{1,2}:\d\d$/) },
    { orderId: fresh, state: 'done', reason: null },
  ])
  expect([await changes.etaOf(stale ?? 0), await changes.etaOf(fresh ?? 0)]).toEqual([march(12), march(17)])
  const failed = await server.call('GET', `runs/${run.id}/items?state=failed`)
  expect(failed.body.data).toMatchObject({ totalCount: 1, items: [{ orderId: stale }] })

  expect((await server.call('POST', `runs/${run.id}/retry`)).body.data.state).toMatch(/waiting|running|done/)
  expect(await finished(server, run.id)).toMatchObject({ state: 'done', done: 2, failed: 0 })
  expect(await confirmationOf(server.db, stale ?? 0)).toMatchObject({
    portEstimatedTimeOfArrivalAt: march(17),
    vesselVoyage: '77W',
  })
  expect((await server.call('POST', `runs/${run.id}/retry`)).status).toBe(409)
})

test('undo cancels the mails, writes the dates back, and leaves orders that were changed since, with the reason', async () => {
  const { sailing, orders } = await createLoaded(server.db, 2)
  const [back, changed] = orders.map(({ id }) => id)
  const event = await createEvent(server.db, 'Delayed')
  const run = await changes.applied(`sailing/${sailing.id}`, { eventId: event.id, comment: 'Storm' })
  const history = async () => (await server.call('GET', `request/event/data/${back}`)).body.data
  expect(await history()).toMatchObject([{ event: { name: 'Delayed' }, comment: 'Storm', mail: { state: 'queued' } }])
  const later = { body: { portEstimatedTimeOfArrivalAt: march(19) } }
  await server.call('PUT', `request/booking/${changed}/confirmation/edit`, later)

  const undone = await server.call('POST', `runs/${run.id}/undo`)
  expect(undone.body.data).toMatchObject({ state: 'undone', done: 1, finishedAt: expect.any(String) })
  expect(await changes.itemsOf(run.id)).toMatchObject([
    { orderId: back, state: 'undone', reason: null },
    { orderId: changed, state: 'done', reason: expect.stringMatching(/^changed by Mara Staff at /) },
  ])
  expect(await confirmationOf(server.db, back ?? 0)).toMatchObject({
    portEstimatedTimeOfArrivalAt: march(12),
    placeEstimatedTimeOfArrivalAt: march(15),
  })
  expect(await changes.etaOf(changed ?? 0)).toBe(march(19))
  expect(await history()).toMatchObject([{ withdrawnBy: 'Mara Staff', mail: { state: 'cancelled' } }])
  expect(await deliveriesOf(server.db, changed ?? 0)).toEqual([{ state: 'cancelled', reason: 'The change was undone' }])
  const moves = await server.db
    .selectFrom('sailingDates')
    .select(['previous', 'value'])
    .where('sailingId', '=', sailing.id)
    .orderBy('id')
    .execute()
  expect(moves).toEqual([
    { previous: march(12), value: march(17) },
    { previous: march(17), value: march(12) },
  ])
  expect((await server.call('GET', `sailing/${sailing.id}`)).body.data.portEta).toBe(march(12))
  expect(await server.call('POST', `runs/${run.id}/undo`)).toMatchObject({
    status: 409,
    body: { message: 'This run was undone.' },
  })
  expect((await server.call('POST', `runs/${run.id}/retry`)).status).toBe(409)
})

test('undo keeps the dates of a sailing that were changed since, and says so', async () => {
  const { sailing } = await createLoaded(server.db, 1)
  const path = `sailing/${sailing.id}`
  const first = await changes.applied(path)
  await changes.applied(path, { dates: { portEta: march(19) } })
  const { body } = await server.call('POST', `runs/${first.id}/undo`)
  expect(body.message).toBe(`The dates of ${sailing.reference} were changed since, and stay.`)
  expect((await server.call('GET', path)).body.data.portEta).toBe(march(19))
  expect(await changes.itemsOf(first.id)).toMatchObject([
    { state: 'done', reason: expect.stringMatching(/^changed by/) },
  ])
})

test('only the starter or an administrator undoes a run, and only while its mails are held', async () => {
  const { sailing } = await createLoaded(server.db, 1)
  const run = await changes.applied(`sailing/${sailing.id}`)
  const other = await server.signIn({ role: [Role.MANAGER] })
  expect((await server.call('POST', `runs/${run.id}/undo`, { token: other })).status).toBe(403)
  const past = new Date(Date.now() - 1000)
  await server.db.updateTable('runs').set({ heldUntil: past }).where('id', '=', run.id).execute()
  expect(await server.call('POST', `runs/${run.id}/undo`)).toMatchObject({
    status: 409,
    body: { message: 'This run can no longer be undone.' },
  })
  const later = new Date(Date.now() + 60_000)
  await server.db.updateTable('runs').set({ heldUntil: later }).where('id', '=', run.id).execute()
  const admin = await server.signIn({ role: [Role.ADMIN] })
  expect((await server.call('POST', `runs/${run.id}/undo`, { token: admin })).body.data.state).toBe('undone')
})

test('a run that is stopped skips what it did not do yet', async () => {
  const { sailing } = await createLoaded(server.db, 2)
  const { apply, ticked } = dateCalls(server, `sailing/${sailing.id}`)
  const wanted = await ticked()
  await changes.pause()
  const { body } = await apply({ emailTemplateId: changes.template.id, ...wanted })
  const { id } = body.data
  expect((await server.call('POST', `runs/${id}/undo`)).status).toBe(409)
  await server.call('POST', `runs/${id}/stop`)
  await changes.resume()
  const heldUntil = expect.any(String)
  expect(await finished(server, id)).toMatchObject({ state: 'stopped', done: 0, skipped: 2, heldUntil })
  expect((await server.call('POST', `runs/${id}/stop`)).status).toBe(409)
  // The run's changes beside the orders can still be taken back.
  expect((await server.call('POST', `runs/${id}/undo`)).body.data.state).toBe('undone')
  expect((await server.call('GET', `sailing/${sailing.id}`)).body.data.portEta).toBe(march(12))
})

test('an order that stays locked is tried again at once, and fails neither its row nor the run', async () => {
  const { sailing, orders } = await createLoaded(server.db, 1)
  const { apply, ticked } = dateCalls(server, `sailing/${sailing.id}`)
  const wanted = await ticked()
  await changes.pause()
  const { body } = await apply({ emailTemplateId: changes.template.id, ...wanted })
  let tries = 0
  let [release, locked] = [() => {}, () => {}]
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve
  })
  const holder = server.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('orders')
      .select('id')
      .where('id', '=', orders[0]?.id ?? 0)
      .forUpdate()
      .execute()
    locked()
    await released
  })
  await isLocked
  const impatient: typeof DATES = {
    ...DATES,
    apply: async (tx, ...row) => {
      tries++
      if (tries === 2) release()
      // The worker gives up a lock after this time instead of two seconds.
      await sql`set local lock_timeout = 20`.execute(tx)
      return DATES.apply(tx, ...row)
    },
  }
  expect(await claimRun(server.db)).toBe(body.data.id)
  await workOn(server.services, { dates: impatient }, body.data.id, new AbortController().signal)
  await holder
  await changes.resume()
  expect(tries).toBeGreaterThan(1)
  expect(await finished(server, body.data.id)).toMatchObject({ state: 'done', done: 1, failed: 0 })
})

test('runs and changes of dates are for staff', async () => {
  const { sailing } = await createLoaded(server.db, 0)
  const client = await server.signIn()
  for (const [method, path] of [
    ['GET', 'runs'],
    ['POST', `sailing/${sailing.id}/date-change/preview`],
    ['POST', `sailing/${sailing.id}/date-change`],
    ['POST', 'runs/1/undo'],
    ['GET', 'vessel/1/voyages'],
  ] as const)
    expect((await server.call(method, path, { token: client, body: method === 'POST' ? {} : undefined })).status).toBe(
      403,
    )
  expect((await server.call('GET', 'runs/999999')).status).toBe(404)
  expect((await server.call('GET', 'runs/999999/items')).status).toBe(404)
  expect((await server.call('GET', 'runs/999999/export')).status).toBe(404)
})
