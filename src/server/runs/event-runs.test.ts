import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { createConfirmation, createEvent, createTemplate, createUser } from '#server/test/records.ts'
import { trailOf } from '#server/test/trail.ts'
import { HELD, LEAVES, MARCH, startBulk } from './bulk.fixture.ts'

const bulk = await startBulk()
afterAll(() => bulk.close())
const { server, smtp, event, template, createOrders, start, preview, done, finished, departed, itemsOf, historyOf } =
  bulk
beforeEach(() => {
  server.config.runHoldSeconds = HELD
})
const withMail = (more: object = {}) => departed({ emailTemplateId: template.id, comment: 'Storm', ...more })
const idsOf = (orders: readonly { id: number }[]) => orders.map(({ id }) => id)
const subjects = () => smtp.mails.map(({ mail }) => mail.subject)

test('a preview names the orders left out and why, and counts mails and recipients', async () => {
  const orders = await createOrders(5)
  const [plain, same, silent, cancelled, deleted] = orders
  await server.db
    .updateTable('orders')
    .set({ email: 'CLIENT1@example.test' })
    .where('id', '=', plain?.id ?? 0)
    .execute()
  await server.db
    .updateTable('orders')
    .set({ email: 'client1@example.test' })
    .where('id', '=', same?.id ?? 0)
    .execute()
  await server.db
    .updateTable('orders')
    .set({ email: '' })
    .where('id', '=', silent?.id ?? 0)
    .execute()
  await bulk.editOrder(cancelled?.id ?? 0, { status: 1 })
  await bulk.deleteClient(deleted?.clientId ?? 0)
  const asked = { ids: idsOf(orders) }
  const { status, body } = await preview('event', withMail(), asked, { orderId: same?.id })
  expect(status, body.message).toBe(200)
  expect(body.data).toEqual({
    total: 5,
    applies: 3,
    outcomes: [
      { outcome: 'changes', count: 3, ids: [plain?.id, same?.id, silent?.id], reason: null },
      { outcome: 'cannot', count: 1, ids: [cancelled?.id], reason: 'The order is cancelled' },
      { outcome: 'cannot', count: 1, ids: [deleted?.id], reason: 'The client was deleted' },
    ],
    noAddress: { count: 1, ids: [silent?.id] },
    attachments: null,
    skips: [
      { reason: 'The order is cancelled', count: 1, ids: [cancelled?.id] },
      { reason: 'The client was deleted', count: 1, ids: [deleted?.id] },
    ],
    mails: {
      count: 2,
      recipients: 1,
      withoutAddress: 1,
      sample: {
        subject: `Departed ${same?.trackingCode}`,
        html: expect.stringContaining('Departed, Storm'),
        to: 'client1@example.test',
      },
    },
    papers: [],
    conflicts: [],
    asOfId: null,
  })
  const none = { count: 0, recipients: 0, withoutAddress: 0, sample: null }
  expect((await preview('event', departed(), asked, { orderId: same?.id })).body.data.mails).toEqual(none)
  const left = await preview('event', withMail(), asked, { orderId: cancelled?.id })
  expect(left.body.data.mails.sample).toBeNull()
  expect(await historyOf(plain?.id ?? 0)).toEqual([])

  const run = await done('event', withMail(), asked)
  expect(run).toMatchObject({ total: 3, done: 3, failed: 0, skipped: 2, mails: { waiting: 2 } })
  expect((await itemsOf(run.id)).map(({ state, reason }) => [state, reason])).toEqual([
    ...[...Array(3)].map(() => ['done', null]),
    ['skipped', 'The order is cancelled'],
    ['skipped', 'The client was deleted'],
  ])
  expect(await historyOf(silent?.id ?? 0)).toMatchObject([{ event: { name: 'Departed' }, mail: null }])
})

test('each order gets what the single form would give it, with one entry in its trail, and one for the run', async () => {
  const orders = await createOrders(2)
  const [first] = orders
  const run = await done('event', withMail(), { ids: idsOf(orders) })
  expect(run).toMatchObject({ kind: 'event', title: 'Departed', state: 'done', done: 2 })
  expect(await historyOf(first?.id ?? 0)).toMatchObject([
    {
      event: { id: event.id, name: 'Departed' },
      date: MARCH,
      comment: 'Storm',
      user: { username: 'Mara Staff' },
      mail: { state: 'queued' },
    },
  ])
  expect(await trailOf(server.db, 'orders', first?.id ?? 0)).toMatchObject([
    { action: 'order.set-event', userId: server.staff.id, ip: '127.0.0.1' },
  ])
  expect(await trailOf(server.db, 'runs', run.id)).toMatchObject([{ action: 'run.start', userId: server.staff.id }])
})

test('mails are held until RUN_HOLD_SECONDS after the last row, are queued in the order of the rows, and leave as the preview shows them', async () => {
  const orders = await createOrders(3)
  const ids = idsOf(orders).reverse()
  const { sample } = (await preview('event', withMail(), { ids }, { orderId: ids[0] })).body.data.mails
  const run = await done('event', withMail(), { ids })
  expect(Date.parse(run.heldUntil ?? '') - Date.parse(run.finishedAt ?? '')).toBeGreaterThan((HELD - 5) * 1000)
  expect(run.mails).toEqual({ waiting: 3, sent: 0, failed: 0, unsent: 0, cancelled: 0 })
  const entries = await historyOf(ids[0] ?? 0)
  expect(entries[0].mail.sendAt).toBe(run.heldUntil)
  const before = smtp.mails.length
  await sql`update mail_deliveries set next_attempt_at = now() - interval '1 second'
    where mail_id in (select id from mails where run_id = ${run.id})`.execute(server.db)
  await expect.poll(() => smtp.mails.length, LEAVES).toBe(before + 3)
  const expected = orders.toReversed().map(({ trackingCode }) => `Departed ${trackingCode}`)
  // Several mails are handed to the mail server at once, which may finish with one before another.
  expect(subjects().slice(before).toSorted()).toEqual(expected.toSorted())
  const queued = await server.db
    .selectFrom('mails')
    .select('subject')
    .where('runId', '=', run.id)
    .orderBy('id')
    .execute()
  expect(queued.map(({ subject }) => subject)).toEqual(expected)
  const first = smtp.mails.find(({ mail }) => mail.subject === expected[0])
  expect(first?.mail.html?.replaceAll('\r\n', '\n').trim()).toBe(sample.html.trim())
  await expect.poll(async () => (await finished(run.id)).mails, LEAVES).toMatchObject({ waiting: 0, sent: 3 })
})

test('a run without a hold sends at once', async () => {
  server.config.runHoldSeconds = 0
  const [order] = await createOrders(1)
  await done('event', withMail(), { ids: [order?.id] })
  await expect.poll(subjects, LEAVES).toContain(`Departed ${order?.trackingCode}`)
})

test('an order that was changed since it was seen fails by name; retry does it on its newest version', async () => {
  const [stale, fresh] = await createOrders(2)
  const seen = [stale, fresh].map((order) => ({ id: order?.id, updatedAt: order?.updatedAt }))
  const marta = await createUser(server.db, { username: 'Marta', role: [Role.MANAGER] })
  await bulk.editOrder(stale?.id ?? 0, { companyName: 'Other Lamps' }, await server.tokenFor(marta.id))
  const run = await done('event', withMail(), { orders: seen })
  expect(run).toMatchObject({ state: 'done', total: 2, done: 1, failed: 1 })
  expect(await itemsOf(run.id)).toMatchObject([
    { orderId: stale?.id, state: 'failed', reason: expect.stringMatching(/^changed by Marta at \d{1,2}:\d\d$/) },
    { orderId: fresh?.id, state: 'done', reason: null },
  ])
  expect(await historyOf(stale?.id ?? 0)).toEqual([])
  expect((await server.call('GET', `runs/${run.id}/items?state=failed`)).body.data).toMatchObject({ totalCount: 1 })
  const file = await server.call('GET', `runs/${run.id}/export?format=csv`)
  expect(file.body).toContain('changed by Marta')

  expect((await server.call('POST', `runs/${run.id}/retry`)).status).toBe(200)
  expect(await finished(run.id)).toMatchObject({ state: 'done', done: 2, failed: 0 })
  expect(await historyOf(fresh?.id ?? 0)).toHaveLength(1)
  expect(await historyOf(stale?.id ?? 0)).toHaveLength(1)
  expect((await server.call('POST', `runs/${run.id}/retry`)).status).toBe(409)
})

test('with ids, an order that is changed after the start fails, and one that was changed before does not', async () => {
  const [before, after] = await createOrders(2)
  await bulk.editOrder(before?.id ?? 0, { companyName: 'Earlier' })
  await bulk.pause()
  const { body } = await start('event', departed(), { ids: [before?.id, after?.id] })
  await bulk.editOrder(after?.id ?? 0, { companyName: 'Later' })
  await bulk.resume()
  const run = await finished(body.data.id)
  expect((await itemsOf(run.id)).map(({ state }) => state)).toEqual(['done', 'failed'])
})

test('an order that got another event since the screen showed it fails, as the single form does', async () => {
  const [order] = await createOrders(1)
  const later = await createEvent(server.db, 'Arrived')
  const body = { bookingRequestId: order?.id, ...departed({ eventId: later.id }) }
  await server.call('POST', 'request/event/data/add', { body })
  const seen = { id: order?.id, updatedAt: order?.updatedAt, lastEventEntryId: null }
  const run = await done('event', departed(), { orders: [seen] })
  const [item] = await itemsOf(run.id)
  expect(item).toMatchObject({ state: 'failed', reason: expect.stringMatching(/^Mara Staff set Arrived at /) })
  await server.call('POST', `runs/${run.id}/retry`)
  expect(await finished(run.id)).toMatchObject({ done: 1, failed: 0 })
})

test('what happens between the start and a row: cancelled and deleted orders are skipped, a deleted template fails by name', async () => {
  const [fine, cancelled, deleted] = await createOrders(3)
  const gone = await createTemplate(server.db)
  const ids = [fine?.id, cancelled?.id, deleted?.id]
  await bulk.pause()
  const { body } = await start('event', departed({ emailTemplateId: gone.id }), { ids })
  await bulk.editOrder(cancelled?.id ?? 0, { status: 1 })
  await bulk.deleteClient(deleted?.clientId ?? 0)
  expect((await server.call('DELETE', `template/email/${gone.id}`)).status).toBe(200)
  await bulk.resume()
  const run = await finished(body.data.id)
  expect(run).toMatchObject({ state: 'done', total: 3, done: 0, failed: 1, skipped: 2 })
  expect((await itemsOf(run.id)).map(({ state, reason }) => [state, reason])).toEqual([
    ['failed', `The mail template '${gone.title}' was deleted`],
    ['skipped', 'The order is cancelled'],
    ['skipped', 'The client was deleted'],
  ])
  expect(await historyOf(fine?.id ?? 0)).toEqual([])
})

test('an event that is deleted in between fails its rows by name', async () => {
  const [order] = await createOrders(1)
  const gone = await createEvent(server.db, 'Stuffed')
  await bulk.pause()
  const { body } = await start('event', departed({ eventId: gone.id }), { ids: [order?.id] })
  await server.db.deleteFrom('events').where('id', '=', gone.id).execute()
  await bulk.resume()
  await finished(body.data.id)
  expect(await itemsOf(body.data.id)).toMatchObject([{ state: 'failed', reason: "The event 'Stuffed' was deleted" }])
})

test('two runs over the same orders: each order gets both, one after the other', async () => {
  const orders = await createOrders(10)
  const other = await createEvent(server.db, 'Loaded')
  const ids = idsOf(orders)
  await bulk.pause()
  const [one, two] = [
    (await start('event', departed(), { ids })).body.data.id,
    (await start('event', departed({ eventId: other.id }), { ids })).body.data.id,
  ]
  await bulk.resume()
  for (const id of [one, two]) expect(await finished(id)).toMatchObject({ state: 'done', done: 10, failed: 0 })
  for (const id of ids) {
    const names = (await historyOf(id)).map((entry: { event: { name: string } }) => entry.event.name)
    expect(names.toSorted()).toEqual(['Departed', 'Loaded'])
  }
})

test("each order of a run gets its own of the template's document; where it is required, one that lacks something fails and says all of it", async () => {
  const { db } = server
  await db.updateTable('companyProfile').set({ name: 'Quayside Ltd.', address: 'Rotterdam' }).execute()
  await db.updateTable('mailTemplates').set({ attaches: 'arrival-notice' }).where('id', '=', template.id).execute()
  const vessel = await db
    .insertInto('vessels')
    .values({ imoNumber: '9811000', name: 'EVER GIVEN' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [whole, other, lacking, silent] = await createOrders(4)
  await db
    .updateTable('orders')
    .set({ email: '' })
    .where('id', '=', silent?.id ?? 0)
    .execute()
  for (const order of [whole, other])
    await createConfirmation(db, {
      ...{ orderId: order?.id ?? 0, vesselId: vessel.id, vesselVoyage: '018E', portOfDischarge: 'USLAX' },
      portEstimatedTimeOfArrivalAt: MARCH,
    })
  const ids = idsOf([whole, other, lacking, silent].filter((order) => order !== undefined))
  const run = await done('event', withMail({ attachRequired: true }), { ids })
  expect(run).toMatchObject({ done: 3, failed: 1 })
  const items = await itemsOf(run.id)
  expect(items.find(({ state }) => state === 'failed')).toMatchObject({
    orderId: lacking?.id,
    reason:
      'Arrival notice: Vessel is missing, Vessel voyage is missing, Port of discharge is missing, Estimated time of arrival at port is missing',
  })
  expect(await historyOf(lacking?.id ?? 0)).toEqual([])
  const { rows } = await server.pool.query(
    `select m.order_id, d.name, d.order_event_id is not null as with_event from mail_documents a
      join mails m on m.id = a.mail_id join documents d on d.id = a.document_id where m.run_id = $1 order by m.order_id`,
    [run.id],
  )
  expect(rows).toEqual(
    [whole, other].map((order) => ({
      order_id: order?.id,
      name: `Arrival notice ${order?.trackingCode}.pdf`,
      with_event: true,
    })),
  )
  // The document of an undone run stays with its order, and the next run attaches it.
  await bulk.undo(run.id)
  await finished(run.id)
  const again = await done('event', withMail(), { ids: [whole?.id ?? 0] })
  expect(again).toMatchObject({ done: 1 })
  const plain = await done('event', withMail({ attach: false }), { ids: [lacking?.id ?? 0] })
  expect(plain).toMatchObject({ done: 1, failed: 0 })
  const made = await db.selectFrom('madeDocuments').select(['orderId', 'version']).orderBy('orderId').execute()
  expect(made).toEqual([whole, other].map((order) => ({ orderId: order?.id, version: 1 })))
  await db.updateTable('mailTemplates').set({ attaches: null }).where('id', '=', template.id).execute()
})

test('loading cargo names the orders that lack mandatory papers, all of them, and blocks none', async () => {
  const { db } = server
  for (const [name, mandatory] of [
    ['Invoice', true],
    ['Packing list', true],
    ['Photos', false],
  ] as const)
    await server.call('POST', 'document-requirement', {
      body: { name, mandatory, categoryId: 1, supplier: 'client', basis: 'booking' },
    })
  const loaded = await createEvent(db, 'Loaded', 'On board')
  await db.updateTable('events').set({ milestone: 'loaded' }).where('id', '=', loaded.id).execute()
  const [one, two] = await createOrders(2)
  const path = `request/booking/${one?.id}/requirements`
  const [invoice] = (await server.call('GET', path)).body.data.items
  await server.call('PUT', `${path}/${invoice.id}`, { body: { state: 'waived', reason: 'On file' } })
  const ids = [two?.id ?? 0, one?.id ?? 0]
  const asked = departed({ eventId: loaded.id })
  expect((await preview('event', asked, { ids })).body.data.papers).toEqual([
    { orderId: two?.id, trackingCode: two?.trackingCode, names: ['Invoice', 'Packing list'] },
    { orderId: one?.id, trackingCode: one?.trackingCode, names: ['Packing list'] },
  ])
  expect((await preview('event', departed(), { ids })).body.data.papers).toEqual([])
  expect(await done('event', asked, { ids })).toMatchObject({ done: 2, failed: 0 })
})

test('webhooks are told of the events of a run when its mails leave, and of none that was undone', async () => {
  const { db } = server
  const { id } = await db
    .insertInto('webhooks')
    .values({ url: 'https://shop.example', events: ['order.event'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  const waiting = async () => {
    const { rows } = await sql<{ orderId: number; held: boolean }>`
      select order_id, due_at > now() + interval '5 minutes' as held from webhook_deliveries
      where webhook_id = ${id} order by id`.execute(db)
    return rows
  }
  const [one, other] = await createOrders(2)
  const first = await done('event', withMail(), { ids: [one?.id] })
  expect(await waiting()).toEqual([{ orderId: one?.id, held: true }])
  const { rows } = await sql<{ together: boolean }>`
    select d.due_at = r.held_until as together from webhook_deliveries d join runs r on r.id = d.run_id`.execute(db)
  expect(rows).toEqual([{ together: true }])
  await bulk.undo(first.id)
  await finished(first.id)
  expect(await waiting()).toEqual([])
  server.config.runHoldSeconds = 0
  await done('event', withMail(), { ids: [other?.id] })
  expect(await waiting()).toEqual([{ orderId: other?.id, held: false }])
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
})
