import { afterAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { INSTANT } from '#contract/lib/messages.ts'
import { createUser } from '#server/test/records.ts'
import { startBulk } from './bulk.fixture.ts'

const bulk = await startBulk()
afterAll(() => bulk.close())
const { server, start, preview, done, departed, itemsOf } = bulk
const inCharge = { userId: server.staff.id }

const range = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)

test('an order that is selected twice is done once, at its first place', async () => {
  const [one, two] = (await bulk.createOrders(2)).map(({ id }) => id)
  const run = await done('event', departed(), { ids: [two, one, two] })
  expect(run).toMatchObject({ total: 2, done: 2 })
  expect((await itemsOf(run.id)).map(({ orderId }) => orderId)).toEqual([two, one])
  expect((await preview('event', departed(), { ids: [two, one, two] })).body.data).toMatchObject({
    total: 2,
    applies: 2,
  })
})

test('an order that was deleted for good since it was seen is named and left out; the others go on', async () => {
  const [gone, stays] = await bulk.createOrders(2)
  const orders = [gone, stays].map((order) => ({ id: order?.id, updatedAt: order?.updatedAt }))
  await server.db
    .deleteFrom('orders')
    .where('id', '=', gone?.id ?? 0)
    .execute()
  for (const selection of [{ orders }, { ids: orders.map(({ id }) => id) }])
    expect((await preview('event', departed(), selection)).body.data).toMatchObject({
      total: 2,
      applies: 1,
      skips: [{ reason: 'The order was deleted', count: 1, ids: [gone?.id] }],
    })
  const run = await done('event', departed(), { orders })
  expect(run).toMatchObject({ state: 'done', total: 1, done: 1, skipped: 1 })
  expect(await itemsOf(run.id)).toMatchObject([
    { orderId: null, state: 'skipped', reason: 'The order was deleted' },
    { orderId: stays?.id, state: 'done' },
  ])
})

test('an order that never existed is refused at its place', async () => {
  const [order] = await bulk.createOrders(1)
  for (const call of [start, preview]) {
    expect(await call('in-charge', inCharge, { ids: [order?.id, 999_999] })).toMatchObject({
      status: 400,
      body: { data: { 'selection.ids.1': 'This order does not exist' } },
    })
    expect(await call('in-charge', inCharge, { orders: [{ id: 999_999 }] })).toMatchObject({
      status: 400,
      body: { data: { 'selection.orders.0.id': 'This order does not exist' } },
    })
  }
})

test('ids are at most 1,000, orders at most 5,000, and there is at least one', async () => {
  const missing = 'This order does not exist'
  expect((await preview('in-charge', inCharge, { ids: range(1000, 900_000) })).body.message).toBe(missing)
  expect((await preview('in-charge', inCharge, { ids: range(1001) })).body.data).toEqual({
    'selection.ids': 'No more than 1000',
  })
  const orders = (count: number) => range(count, 900_000).map((id) => ({ id }))
  expect((await preview('in-charge', inCharge, { orders: orders(5000) })).body.message).toBe(missing)
  expect((await preview('in-charge', inCharge, { orders: orders(5001) })).body.data).toEqual({
    'selection.orders': 'No more than 5000',
  })
  expect((await start('in-charge', inCharge, { ids: [] })).body.data).toEqual({
    'selection.ids': 'This field cannot be empty',
  })
})

test('a selection is made in exactly one way', async () => {
  const [order] = await bulk.createOrders(1)
  const message = 'Choose orders in one way: ids, orders, or filters with a search'
  for (const selection of [{}, { ids: [order?.id], search: 'x' }, { ids: [order?.id], orders: [{ id: order?.id }] }])
    expect((await start('in-charge', inCharge, selection)).body).toMatchObject({ code: 400, message })
})

test('a selection by filters takes what the list shows, but nothing that came later', async () => {
  const marta = await createUser(server.db, { username: 'Marta', role: [Role.MANAGER] })
  const companyName = 'Filtered Lamps'
  const [first, second] = await bulk.createOrders(2, { companyName })
  const filters = { company: 'has:filtered lamps' }
  const { body } = await preview('in-charge', { userId: marta.id }, { filters, search: '' })
  expect(body.data).toMatchObject({ total: 2, applies: 2, asOfId: second?.id })
  const [later] = await bulk.createOrders(1, { companyName })
  const run = await done('in-charge', { userId: marta.id }, { filters, search: '', asOfId: body.data.asOfId })
  expect((await itemsOf(run.id)).map(({ orderId }) => orderId)).toEqual([second?.id, first?.id])
  const all = await preview('in-charge', { userId: marta.id }, { filters })
  expect(all.body.data).toMatchObject({ total: 3, applies: 1, asOfId: later?.id })
  const found = await preview('in-charge', { userId: marta.id }, { filters, search: later?.trackingCode })
  expect(found.body.data.total).toBe(1)
  const none = await preview('in-charge', { userId: marta.id }, { filters: { company: 'has:nobody at all' } })
  expect(none.body.data).toMatchObject({ total: 0, applies: 0, skips: [] })
})

test('orders that match a filter after the run has started are not worked on', async () => {
  const companyName = 'Late Lamps'
  await bulk.createOrders(1, { companyName })
  await bulk.pause()
  const { body } = await start('event', departed(), { filters: { company: 'has:late lamps' } })
  await bulk.createOrders(1, { companyName })
  await bulk.resume()
  expect(await bulk.finished(body.data.id)).toMatchObject({ total: 1, done: 1 })
})

test('a filter that cannot be read is refused at its field', async () => {
  const { status, body } = await preview('in-charge', inCharge, { filters: { colour: 'is:red' } })
  expect(status).toBe(400)
  expect(Object.keys(body.data)).toEqual(['selection.filters.colour'])
})

test('what a kind asks for is checked at its fields', async () => {
  const [order] = await bulk.createOrders(1)
  const selection = { ids: [order?.id] }
  const refused = async (kind: string, input: object) => {
    const previewed = await preview(kind, input, selection)
    const started = await start(kind, input, selection)
    expect(started.body.data).toEqual(previewed.body.data)
    expect([previewed.status, started.status]).toEqual([400, 400])
    return started.body.data
  }
  expect(await refused('event', departed({ eventId: 999_999 }))).toEqual({
    'input.eventId': 'This event does not exist',
  })
  expect(await refused('event', departed({ emailTemplateId: 999_999 }))).toEqual({
    'input.emailTemplateId': 'This mail template does not exist',
  })
  expect(await refused('event', departed({ date: 'soon' }))).toEqual({ 'input.date': INSTANT })
  expect(await refused('event', departed({ comment: 'x'.repeat(256) }))).toEqual({
    'input.comment': 'Comment must be no more than 255 characters',
  })
  expect(await refused('event', departed({ documents: [1] }))).toEqual({
    'input.documents': 'A document belongs to one order',
  })
  expect(await refused('status', { status: 3 })).toEqual({ 'input.status': 'Choose one from the list' })
  expect(await refused('in-charge', { userId: 999_999 })).toEqual({ 'input.userId': 'This is not a member of staff' })
  expect(await refused('load', { sailingId: 999_999 })).toEqual({ 'input.sailingId': 'Choose one from the list' })
  expect(await refused('dates', {})).toEqual({ 'input.cargoReadyAt': 'Please enter a value' })
  expect(await refused('dates', { cargoCutOffAt: 'soon' })).toEqual({ 'input.cargoCutOffAt': INSTANT })
  for (const kind of ['import', 'delete']) expect(await refused(kind, {})).toEqual({ kind: 'Choose one from the list' })
})

test('the same key starts one run; another body with it is 409', async () => {
  const [order] = await bulk.createOrders(1)
  const key = { 'idempotency-key': `bulk-${order?.id}` }
  const send = (comment: string) => start('event', departed({ comment }), { ids: [order?.id] }, key)
  const [one, two] = await Promise.all([send('Storm'), send('Storm')])
  expect(two?.body.data.id).toBe(one?.body.data.id)
  expect((await send('Calm')).status).toBe(409)
  await bulk.finished(one?.body.data.id)
  expect(await bulk.historyOf(order?.id ?? 0)).toHaveLength(1)
})

test('the audit trail says in words what was done to how many orders', async () => {
  const orders = await bulk.createOrders(2)
  const run = await done('event', departed(), { ids: orders.map(({ id }) => id) })
  const admin = await server.signIn({ role: [Role.ADMIN] })
  const { body } = await server.call('GET', 'admin/audit?action=run.start', { token: admin })
  expect(body.data.items[0]).toMatchObject({
    action: 'run.start',
    record: `no. ${run.id}, Departed`,
    changes: expect.arrayContaining([
      expect.objectContaining({ label: 'What was done', after: 'Set event' }),
      expect.objectContaining({ label: 'Orders', after: '2' }),
    ]),
  })
})

test('runs are for staff, who see all of them', async () => {
  const [order] = await bulk.createOrders(1)
  const client = await server.signIn()
  const other = await server.signIn({ role: [Role.MANAGER] })
  const body = { kind: 'event', input: departed(), selection: { ids: [order?.id] } }
  for (const path of ['runs', 'runs/preview']) {
    expect((await server.call('POST', path, { body, token: client })).status).toBe(403)
    expect((await server.call('POST', path, { body, token: null })).status).toBe(401)
  }
  const run = await done('event', departed(), { ids: [order?.id] })
  const list = await server.call('GET', 'runs', { token: other })
  expect(list.body.data.items[0]).toMatchObject({
    id: run.id,
    kind: 'event',
    title: 'Departed',
    createdBy: { id: server.staff.id, name: 'Mara Staff' },
  })
})
