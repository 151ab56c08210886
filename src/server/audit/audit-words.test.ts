import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { RESOURCES } from '#contract/api/resources.ts'
import type { AuditChange } from '#contract/audit/audit.ts'
import { TradeTerms } from '#contract/codes/order-codes.ts'
import { createConfirmation, createEvent, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { describeEntries } from './describe-entries.ts'
import { entriesQuery } from './read-audit.ts'
import { isNamed, RecordNames } from './record-names.ts'

const server = testServer({ TIME_ZONE: 'Asia/Shanghai' })
let token: string
beforeAll(async () => {
  token = await server.signIn({ role: [Role.ADMIN] })
})

/** The text of a record's newest entry. */
async function newest(entity: string, id: number) {
  const { body } = await server.call('GET', `admin/audit?entity=${entity}&entity_id=${id}&per_page=1`, { token })
  const { changes, record, before, after } = body.data.items[0]
  const said = changes.map((change: AuditChange) => [change.label, change.before, change.after])
  return { said, record, before, after }
}

const add = async (path: string, body: object): Promise<{ id: number; name: string }> =>
  (await server.call('POST', path, { body })).body.data
const save = async (path: string, body: object) => {
  const reply = await server.call('PUT', path, { body })
  expect(reply.status, path).toBe(200)
}
const newOrder = async (values: object = {}) =>
  createOrder(server.db, { userId: (await createUser(server.db)).id, ...values })
const addDepot = (name: string) =>
  add('value/depot', { code: name, name, originIds: [2], tier: 1, depotFixed: 1, depotVar: 1, depotVarMin: 1 })
const addCartage = (name: string) => add('value/cartage', { categoryId: 5, name, dest: 'SEA' })

test('an order is named by its tracking code, its fields by their labels, its places by their names', async () => {
  const order = await newOrder()
  const [depot, cartage] = [await addDepot('Shanghai CFS'), await addCartage('Vancouver')]
  await save(`request/booking/edit/${order.id}`, {
    shipmentOriginPort: depot.id,
    shipmentDestination: cartage.id,
    shipmentVolume: 3.5,
    shipmentValue: 1234.5,
    cargoInsurance: true,
    phone: '861',
    status: 2,
  })
  const { said, record, before, after } = await newest('orders', order.id)
  expect(record).toMatch(/^TEST - \d{4} - \d{4}$/)
  expect(said).toEqual([
    ['Origin', order.cityName, 'Shanghai CFS'],
    ['Destination', order.cartageName, 'Vancouver'],
    ['Volume, CBM', '2.500', '3.500'],
    ['Cargo insurance', 'No', 'Yes'],
    ['Shipment value, USD', '', '$1\u00a0234.50'],
    ['Phone', '+16045550100', '+861'],
    ['Status', 'In progress', 'Completed'],
  ])
  // The trail itself keeps the stored values.
  expect(before).toMatchObject({ shipmentOriginPort: order.originDepotId, status: 0 })
  expect(after).toMatchObject({ shipmentOriginPort: depot.id, cityName: 'Shanghai CFS', status: 2 })
})

test('an origin known only by its id is named by the terms of that time, whatever the terms are now', async () => {
  const city = await add('city', { code: 'CNYIW', name: 'Yiwu' })
  const depots = [await addDepot('North CFS'), await addDepot('South CFS')]
  const locations: { id: number }[] = []
  for (const { id: depotId } of depots)
    locations.push(
      await add('admin/pick-up-location', { cityId: city.id, depotId, precarFixed: 1, precarVar: 1, precarVarMin: 1 }),
    )
  const order = await newOrder({
    shipmentTradeTerms: TradeTerms.PICK_UP,
    originLocationId: locations[0]?.id,
    cityName: 'Yiwu',
  })
  const move = (body: object) => save(`request/booking/edit/${order.id}`, body)
  await move({ shipmentOriginPort: locations[1]?.id })
  await move({ shipmentTradeTerms: TradeTerms.DROP_OFF, shipmentOriginPort: depots[0]?.id })
  const { body } = await server.call('GET', `admin/history/orders/${order.id}?order[id]=asc`)
  expect(body.data.items[0].changes).toMatchObject([
    { label: 'Origin', before: 'Yiwu → North CFS', after: 'Yiwu → South CFS' },
  ])
  expect(body.data.items[1].changes).toMatchObject([
    { label: 'Shipment trade terms', before: 'Pick-Up from Supplier', after: 'Drop-Off by Supplier' },
    { label: 'Origin', before: 'Yiwu', after: 'North CFS' },
  ])
})

test('an event that was set names event, mail template and documents, and gives its date in TIME_ZONE', async () => {
  const [order, event, template] = [
    await newOrder(),
    await createEvent(server.db, 'Cargo Received'),
    await createTemplate(server.db),
  ]
  const form = new FormData()
  form.append('files[]', new Blob(['%PDF-1.7\n']), 'packing list.pdf')
  const uploaded = await server.call('POST', 'admin/document/upload/2', { body: form })
  await server.call('POST', 'request/event/data/add', {
    body: {
      bookingRequestId: order.id,
      eventId: event.id,
      date: '1763600700',
      comment: 'Two pallets',
      emailTemplateId: template.id,
      documents: uploaded.body.data.items.map(({ id }: { id: number }) => id),
    },
  })
  const { said } = await newest('orders', order.id)
  expect(said).toEqual(
    expect.arrayContaining([
      ['Event', null, 'Cargo Received'],
      ['Date', null, 'Nov 20 2025 9:05'],
      ['Comment', null, 'Two pallets'],
      ['Mail template', null, template.title],
      ['Documents', null, 'packing list.pdf'],
    ]),
  )
})

test('a booking confirmation names its places, shows days as days and times in TIME_ZONE', async () => {
  const order = await newOrder()
  await add('port', { code: 'CNSHA', name: 'Shanghai' })
  await createConfirmation(server.db, { orderId: order.id })
  await save(`request/booking/${order.id}/confirmation/edit`, {
    portOfLoading: 'CNSHA',
    cargoCutOffAt: '2026-11-20T01:05:00Z',
    estimatedTimeOfDepartureAt: '2026-11-21T00:00:00Z',
    bookingClauses: '<p>Say <b>when</b></p>',
  })
  const { said, record } = await newest('confirmations', order.id)
  expect(record).toMatch(/^TEST - /)
  expect(said).toEqual([
    ['Port of loading', '', 'CNSHA — Shanghai'],
    ['Cargo cut-off', '', 'Nov 20 2026 9:05'],
    ['Estimated time of departure', '', 'Nov 21 2026'],
    ['Booking clauses', '', '<p>Say <b>when</b></p>'],
  ])
})

test('a cell of the delivery grid reads as its depot, cartage and days', async () => {
  const [depot, cartage] = [await addDepot('Ningbo CFS'), await addCartage('Calgary')]
  const send = (delivery: number) =>
    server.call('PATCH', 'delivery', { body: { data: [{ depot: depot.id, cartage: cartage.id, delivery }] } })
  await send(30)
  await send(0)
  const { body } = await server.call('GET', 'admin/audit?entity=deliveryTimes&per_page=1', { token })
  const [{ changes }] = body.data.items
  expect(changes).toMatchObject([{ label: 'Ningbo CFS → Calgary', before: '30 days', after: 'To be confirmed' }])
})

test('reference data use the headings of their lists and the names of what they refer to', async () => {
  const template = await createTemplate(server.db)
  const event = await add('request/event', { name: 'Sailed', publicStatus: 'On the way' })
  await save(`request/event/${event.id}`, { emailTemplateId: template.id })
  expect(await newest('events', event.id)).toMatchObject({
    record: 'Sailed',
    said: [['Mail template', '', template.title]],
  })
  const cartage = await addCartage('Toronto')
  await save(`value/cartage/${cartage.id}`, { categoryId: 1, exclusion: true })
  const { said } = await newest('cartages', cartage.id)
  const names = await server.db
    .selectFrom('cartageCategories')
    .selectAll()
    .where('id', 'in', [1, 5])
    .orderBy('id')
    .execute()
  expect(said).toEqual([
    ['Category', names[1]?.name, names[0]?.name],
    ['Exclusion', 'No', 'Yes'],
  ])
})

test('deleted records are marked as deleted, and keep the name that the entry knows', async () => {
  const [depot, cartage] = [await addDepot('Old CFS'), await addCartage('Regina')]
  await server.call('PATCH', 'delivery', { body: { data: [{ depot: depot.id, cartage: cartage.id, delivery: 9 }] } })
  await server.db.deleteFrom('deliveryTimes').execute()
  expect((await server.call('DELETE', `value/depot/${depot.id}`)).status).toBe(200)
  expect((await newest('depots', depot.id)).record).toBe('Old CFS (deleted)')
  const { body } = await server.call('GET', 'admin/audit?entity=deliveryTimes&per_page=1', { token })
  expect(body.data.items[0].changes[0].label).toBe(`No. ${depot.id} (deleted) → Regina`)
  const client = await createUser(server.db, { username: 'Anna Berg' })
  await server.call('DELETE', `admin/user/${client.id}`)
  expect((await newest('clients', client.id)).record).toBe('Anna Berg (deleted)')
})

test('the refusal of a stale save gives its time on the clock of TIME_ZONE too', async () => {
  const order = await newOrder()
  await save(`request/booking/edit/${order.id}`, { yourName: 'First' })
  const at = '2026-11-20T01:05:00.000Z'
  await server.db.updateTable('orders').set({ updatedAt: at }).where('id', '=', order.id).execute()
  const stale = await server.call('PUT', `request/booking/edit/${order.id}`, {
    body: { yourName: 'Second', updatedAt: '2026-11-20T01:04:00.000Z' },
  })
  expect(stale.status).toBe(409)
  expect(stale.body.message).toBe('This record was changed by Mara Staff at Nov 20 2026 9:05.')
})

test('fields and records without a label of their own still read as words; empty ones are left out', async () => {
  const entry = { userId: null, impersonatorId: null, before: null }
  const after = JSON.stringify({ billOfLading: 'B/L 7', ids: [1, 2], open: false, none: null, of: { name: 'X' } })
  await server.db
    .insertInto('auditEntries')
    .values({ ...entry, action: 'x.y', entity: 'newThings', entityId: 4, after })
    .execute()
  expect(await newest('newThings', 4)).toMatchObject({
    record: null,
    said: [
      ['Of', null, 'X'],
      ['Ids', null, '1, 2'],
      ['Open', null, 'No'],
      ['Bill of lading', null, 'B/L 7'],
    ],
  })
})

test('a page of any length is described by the same number of statements', async () => {
  const order = await newOrder()
  for (const status of [1, 2, 0, 1]) await save(`request/booking/edit/${order.id}`, { status })
  const stored = await entriesQuery(server.db, {}).execute()
  const statements = async (some: typeof stored) => {
    let count = 0
    const counted = server.db.withPlugin({
      transformQuery: ({ node }) => {
        count++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await describeEntries(counted, some, { timeZone: 'UTC' })
    return count
  }
  expect(stored.length).toBeGreaterThan(20)
  expect(await statements(stored)).toBeLessThanOrEqual(2)
  expect(await statements(stored.filter(({ entity }) => entity === 'ports').slice(0, 1))).toBe(1)
})

test('the file gives labels, names and ISO dates', async () => {
  const order = await newOrder()
  await save(`request/booking/${order.id}/confirmation/edit`, {
    cargoCutOffAt: '2026-11-20T01:05:00Z',
    estimatedTimeOfDepartureAt: '2026-11-21T00:00:00Z',
  })
  const file = await fetch(
    `${server.url}/api/admin/audit/export?entity=confirmations&entity_id=${order.id}&format=csv`,
    {
      headers: { 'user-token': token },
    },
  )
  const text = await file.text()
  expect(text).toContain('Cargo cut-off: 2026-11-20T01:05:00.000Z; Estimated time of departure: 2026-11-21')
  expect(text).toContain('TEST - ')
})

test.each(RESOURCES)(
  '$key are named by fields that they have, and point at records that have names',
  async (resource) => {
    const { key, input, row, refs = {} } = resource
    const names = new RecordNames()
    names.get(key, 1)
    await names.find(server.db)
    for (const [field, of = ''] of Object.entries(refs)) expect(isNamed(of), `${field}: ${of}`).toBe(true)
    // A field named like an id says which record it names, unless it is no field of the record.
    const ids = Object.keys(input.shape).filter((field) => /Ids?$/.test(field) && field in row.shape)
    expect(ids.filter((field) => !(field in refs))).toEqual([])
  },
)
