import { afterAll, expect, test } from 'vitest'
import { csvOf, startImports } from '#server/imports/imports.fixture.ts'
import { createUser } from '#server/test/records.ts'
import { trailOf } from '#server/test/trail.ts'

const imports = await startImports()
afterAll(() => imports.close())
const { db, call, server, lane, orderCells, checked, apply, itemsOf, orderOf } = imports
await db
  .insertInto('ports')
  .values([
    { code: 'CNNGB', name: 'Ningbo' },
    { code: 'CAVAN', name: 'Vancouver' },
  ])
  .execute()
const vessel = await db
  .insertInto('vessels')
  .values({ name: 'EVER GIVEN', imoNumber: '9811000' })
  .returning('id')
  .executeTakeFirstOrThrow()

const UPDATE = { update: true }
const check = (rows: Record<string, string>[], options: object = UPDATE) =>
  checked('orders', csvOf(rows), undefined, 'new.csv', options)
let number = 1000
/** Imports orders with codes of their own; returns their ids and codes. */
async function createOrders(count: number, cells: Record<string, string> = {}) {
  const codes = Array.from({ length: count }, () => `UPDT${number++}0000`)
  const report = await checked('orders', csvOf(codes.map((code) => orderCells({ 'Tracking Code': code, ...cells }))))
  expect(report.problems).toEqual([])
  const items = await itemsOf((await apply(report.id)).id)
  return codes.map((code, index) => ({ code, id: items[index]?.orderId ?? 0 }))
}
async function createOrder(cells: Record<string, string> = {}) {
  const [order] = await createOrders(1, cells)
  if (!order) throw new Error('no order')
  return order
}
const undo = (id: number) => call('POST', `import/${id}/undo`)
const edit = (id: number, body: object) => call('PUT', `request/booking/edit/${id}`, { body })
const confirm = (id: number, body: object) => call('PUT', `request/booking/${id}/confirmation/edit`, { body })

test('orders are changed by their code: the check shows old and new values, empty cells change nothing, unknown codes make orders', async () => {
  const known = await createOrder()
  const before = await orderOf(known.id)
  const rows = [
    {
      ...Object.fromEntries(Object.keys(orderCells()).map((heading) => [heading, ''])),
      'Tracking Code': known.code.toLowerCase(),
      Status: 'completed',
      'Volume, CBM': '4.25',
      'Weight, KG': '',
      'Cargo insurance': 'yes',
      'Shipment value, USD': '1000',
      'In charge': 'mara@example.test',
      'Port of loading': 'cnngb',
      'Estimated time of departure': '2026-03-19',
      'Cargo cut-off': '2026-03-15 17:00',
      Vessel: 'ever given',
    },
    { ...orderCells(), 'Tracking Code': 'UPDT99990000' },
  ]
  const staff = server.staff
  await db.updateTable('users').set({ email: 'mara@example.test' }).where('id', '=', staff.id).execute()
  const report = await check(rows)
  expect(report).toMatchObject({ rows: 2, valid: 2, updates: 1, unchanged: 0, problems: [], changeCount: 9 })
  expect(report.options).toMatchObject({ update: true })
  const of = (column: string, from: string, to: string) => ({ row: 2, column, from, to })
  expect(report.changes).toEqual([
    of('Volume, CBM', '3.5', '4.25'),
    of('Cargo insurance', 'No', 'Yes'),
    of('Shipment value, USD', '', '1000'),
    of('Status', 'In progress', 'Completed'),
    of('In charge', '', 'Mara Staff'),
    of('Port of loading', '', 'CNNGB'),
    of('Cargo cut-off', '', '2026-03-15T17:00:00.000Z'),
    of('Estimated time of departure', '', '2026-03-19'),
    of('Vessel', '', 'EVER GIVEN'),
  ])
  expect(await orderOf(known.id)).toEqual(before)
  const run = await apply(report.id)
  expect(run).toMatchObject({ state: 'done', total: 2, done: 2, failed: 0, skipped: 0 })
  const after = await orderOf(known.id)
  expect(after).toMatchObject({
    status: 2,
    shipmentVolume: 4.25,
    shipmentWeight: 620,
    cargoInsurance: true,
    shipmentValue: 1000,
    lastEventName: before.lastEventName,
    created: before.created,
    inCharge: { id: staff.id },
    bookingConfirmation: {
      portOfLoading: 'CNNGB',
      vessel: { id: vessel.id },
      estimatedTimeOfDepartureAt: '2026-03-19T00:00:00.000Z',
      cargoCutOffAt: '2026-03-15T17:00:00.000Z',
    },
  })
  expect(after.updatedAt > before.updatedAt).toBe(true)
  expect((await trailOf(db, 'orders', known.id)).slice(1)).toMatchObject([
    {
      action: 'order.update',
      before: { shipmentVolume: 3.5, cargoInsurance: false, shipmentValue: null, status: 0 },
      after: { shipmentVolume: 4.25, cargoInsurance: true, shipmentValue: 1000, status: 2 },
    },
    { action: 'order.in-charge', before: { inChargeId: null }, after: { inChargeId: staff.id } },
  ])
  expect(await trailOf(db, 'confirmations', known.id)).toMatchObject([
    {
      action: 'confirmation.update',
      after: {
        portOfLoading: 'CNNGB',
        vessel: { id: vessel.id, name: 'EVER GIVEN' },
        estimatedTimeOfDepartureAt: '2026-03-19T00:00:00.000Z',
      },
    },
  ])
  const again = await check(rows.slice(0, 1))
  expect(again).toMatchObject({ valid: 1, updates: 0, unchanged: 1, changes: [] })
  expect((await call('POST', `import/${again.id}/apply`)).body.message).toBe(
    'Every row of this file is as it is stored already.',
  )

  expect((await undo(report.id)).body.data).toMatchObject({ state: 'undone', done: 0 })
  const { updatedAt: _, ...taken } = await orderOf(known.id)
  const { updatedAt: __, ...original } = before
  expect(taken).toEqual(original)
  expect((await itemsOf(run.id)).map(({ state }) => state)).toEqual(['undone', 'undone'])
})

test('without the option an order that exists is refused, as before', async () => {
  const { code } = await createOrder()
  const report = await check([orderCells({ 'Tracking Code': code })], {})
  expect(report).toMatchObject({ valid: 0, updates: 0, changes: [] })
  expect(report.problems[0]?.message).toBe('An order with this code exists already')
})

test('an exported file changes nothing', async () => {
  await createOrders(3, {
    Events: 'Booking received @ 2024-03-05 10:00; Departed @ 2024-03-20T08:30:12.345Z',
    Date: '2024-03-05T10:00:01.250Z',
    'Port of discharge': 'CAVAN',
    'Cargo ready': '2024-03-01 09:15',
    Vessel: 'EVER GIVEN',
    'In charge': 'Mara Staff',
    'Cargo insurance': 'Yes',
    'Shipment value, USD': '8500.50',
    'Description of goods': 'Kitchenware, "best" — 40 cartons;\nsecond line',
  })
  // Places that were hidden or renamed since, and an event that was, are still what the order has.
  await db.updateTable('depots').set({ visibility: false }).where('id', '=', lane.depot.id).execute()
  await db.updateTable('events').set({ name: 'Sailed' }).where('name', '=', 'Departed').execute()
  for (const format of ['csv', 'xlsx']) {
    const response = await fetch(`${server.url}/api/request/booking/export?fields=all&format=${format}`, {
      headers: { 'user-token': await server.signIn({ role: ['ROLE_ADMIN'] }) },
    })
    expect(response.status).toBe(200)
    const file = new Uint8Array(await response.arrayBuffer())
    const report = await checked('orders', file, undefined, `orders.${format}`, UPDATE)
    expect(report.problems, format).toEqual([])
    expect(report).toMatchObject({ updates: 0, changes: [], valid: report.unchanged })
    expect(report.unchanged).toBeGreaterThanOrEqual(3)
  }
  await db.updateTable('depots').set({ visibility: true }).where('id', '=', lane.depot.id).execute()
  await db.updateTable('events').set({ name: 'Departed' }).where('name', '=', 'Sailed').execute()
})

test('what an import cannot change is a problem where the cell differs, and none where it does not', async () => {
  const { code, id } = await createOrder({ Date: '2024-03-05T10:00:00Z', Events: 'Departed @ 2024-03-20 08:30' })
  await createUser(db, { email: 'other@example.test' })
  const same = {
    'Tracking Code': code,
    'Client email': 'ANNA@example.test',
    Date: 'Mar 5 2024',
    Events: 'departed @ 2024-03-20T08:30:59Z',
    Event: 'Departed',
    'Event date': '2024-03-20 08:30',
  }
  expect(await check([same])).toMatchObject({ problems: [], unchanged: 1 })
  const differs = {
    ...same,
    'Client email': 'other@example.test',
    Date: '2024-03-06',
    Events: 'Departed @ 2024-03-21',
    Event: 'Booking received',
    'Event date': '2024-03-21',
  }
  const report = await check([differs])
  expect(report).toMatchObject({ valid: 0, updates: 0, changes: [] })
  const leave = 'Leave this cell empty, or the column out'
  expect(Object.fromEntries(report.problems.map(({ column, message }) => [column, message]))).toEqual({
    'Client email': `An import does not give an order to another client. ${leave}`,
    Date: `An import does not change the date of an order. ${leave}`,
    Events: `An import does not change the events of an order: set them there. ${leave}`,
    Event: `An import does not change the events of an order: set them there. ${leave}`,
    'Event date': `An import does not change the events of an order: set them there. ${leave}`,
  })
  expect(await orderOf(id)).toMatchObject({ lastEventName: 'Departed' })
})

test('the rules of a save hold: over several fields, for places, and for each value', async () => {
  const { code } = await createOrder()
  const bad = async (cells: Record<string, string>) =>
    (await check([{ 'Tracking Code': code, ...cells }])).problems.map(({ column, message }) => [column, message])
  expect(await bad({ 'Cargo insurance': 'yes' })).toEqual([['Shipment value, USD', 'This field cannot be empty']])
  expect(await bad({ 'Shipment trade terms': 'Pick-Up from Supplier' })).toEqual([
    ['Origin', 'This field cannot be empty'],
  ])
  expect(await bad({ Origin: 'Atlantis' })).toEqual([['Origin', 'No origin is called "Atlantis", or it is hidden']])
  expect(await bad({ Destination: 'Moon' })).toEqual([
    ['Destination', 'No destination is called "Moon", or it is hidden'],
  ])
  expect(await bad({ "Shipper's email": 'li@' })).toEqual([["Shipper's email", 'Please, enter valid email address']])
  expect(await bad({ 'Port of loading': 'XXXXX', Vessel: 'TITANIC', 'In charge': 'Nobody' })).toEqual([
    ['Port of loading', 'No port or city has this code'],
    ['Vessel', 'Choose one from the list'],
    ['In charge', 'No member of staff has this name or address'],
  ])
})

test('an order twice in one file is a problem of its second row, also by the code of another program', async () => {
  const { code } = await createOrder({ 'Other reference used': 'HAM-7' })
  const report = await check([
    { 'Tracking Code': code, 'Volume, CBM': '5' },
    { 'Tracking Code': code, 'Volume, CBM': '6' },
    { 'Tracking Code': 'ham 7', 'Volume, CBM': '7' },
  ])
  expect(report.problems).toEqual([
    { row: 3, column: 'Tracking Code', message: 'Row 2 has this already' },
    { row: 4, column: 'Tracking Code', message: 'Row 2 has this already' },
  ])
  expect(report).toMatchObject({ valid: 1, updates: 1 })
  await createOrder({ 'Other reference used': 'HAM-7' })
  const several = await check([{ 'Tracking Code': 'HAM/7', 'Volume, CBM': '7' }])
  expect(several.problems[0]?.message).toBe('Several orders have this reference')
})

test('the code of a deleted order is not used again, and says why', async () => {
  const { code, id } = await createOrder()
  await db.updateTable('orders').set({ deletedAt: '2026-01-01T00:00:00Z' }).where('id', '=', id).execute()
  const report = await check([orderCells({ 'Tracking Code': code })])
  expect(report.problems).toEqual([{ row: 2, column: 'Tracking Code', message: 'The order was deleted' }])
})

test('a file for changes needs its key only; a row that makes an order says by itself what it lacks', async () => {
  const { code } = await createOrder()
  const report = await check([
    { 'Tracking Code': code, 'Volume, CBM': '9' },
    { 'Tracking Code': 'UPDT88880000', 'Volume, CBM': '9' },
  ])
  expect(report).toMatchObject({ valid: 1, updates: 1 })
  expect(report.problems).toContainEqual({ row: 3, column: 'Client email', message: 'This field cannot be empty' })
  expect((await check([{ 'Volume, CBM': '9' }])).problems[0]).toEqual({
    row: 1,
    column: 'Tracking Code',
    message: 'No column is mapped to this field',
  })
})

test('an order that changed between check and import fails alone and says who changed it; the others are done', async () => {
  const orders = await createOrders(5)
  const [a, b, c, d, e] = orders
  await confirm(c?.id ?? 0, { vesselVoyage: '1', updatedAt: null })
  const report = await check(
    orders.map(({ code }) => ({ 'Tracking Code': code, 'Volume, CBM': '8', 'Vessel voyage': '2' })),
  )
  expect(report).toMatchObject({ updates: 5, changeCount: 10 })
  await edit(b?.id ?? 0, { companyName: 'Other' })
  await confirm(c?.id ?? 0, { vesselVoyage: '3' })
  await confirm(d?.id ?? 0, { vesselVoyage: '3', updatedAt: null })
  await db
    .updateTable('orders')
    .set({ deletedAt: '2026-01-01T00:00:00Z' })
    .where('id', '=', e?.id ?? 0)
    .execute()
  const run = await apply(report.id)
  const stale = expect.stringMatching(/^changed by Mara Staff at .*, after the check. Check the file again$/)
  expect((await itemsOf(run.id)).map(({ state, reason }) => [state, reason])).toEqual([
    ['done', null],
    ['failed', stale],
    ['failed', stale],
    ['failed', stale],
    ['failed', 'The order was deleted'],
  ])
  expect(await orderOf(a?.id ?? 0)).toMatchObject({ shipmentVolume: 8, bookingConfirmation: { vesselVoyage: '2' } })
  expect(await orderOf(b?.id ?? 0)).toMatchObject({ shipmentVolume: 3.5, companyName: 'Other' })
  expect(await orderOf(c?.id ?? 0)).toMatchObject({ shipmentVolume: 3.5, bookingConfirmation: { vesselVoyage: '3' } })
})

test('an undo writes old values back where they still hold, and says which do not', async () => {
  const orders = await createOrders(5)
  const [all, some, none, moved, confirmed] = orders.map(({ id }) => id)
  const report = await check(
    orders.map(({ code }) => ({
      'Tracking Code': code,
      'Volume, CBM': '8',
      'Company name': 'Imported Ltd',
      'Vessel voyage': '018E',
    })),
  )
  const run = await apply(report.id)
  await edit(some ?? 0, { companyName: 'Edited Ltd', phone: '111' })
  await edit(none ?? 0, { companyName: 'Edited Ltd', shipmentVolume: 2 })
  await confirm(none ?? 0, { vesselVoyage: '019E' })
  await confirm(confirmed ?? 0, { portOfLoading: 'CNNGB' })
  await db
    .updateTable('orders')
    .set({ deletedAt: '2026-01-01T00:00:00Z' })
    .where('id', '=', moved ?? 0)
    .execute()
  expect((await undo(report.id)).body.data).toMatchObject({ state: 'undone', done: 3 })
  expect((await itemsOf(run.id)).map(({ state, reason }) => [state, reason])).toEqual([
    ['undone', null],
    ['done', expect.stringMatching(/^Company name: changed by Mara Staff at .*\. The rest was taken back$/)],
    [
      'done',
      expect.stringMatching(/^Company name, Volume, CBM: changed by Mara .*; Vessel voyage: changed by Mara [^;]*$/),
    ],
    ['done', 'The order was deleted'],
    ['undone', null],
  ])
  expect(await orderOf(all ?? 0)).toMatchObject({ shipmentVolume: 3.5, bookingConfirmation: null })
  expect(await orderOf(some ?? 0)).toMatchObject({ shipmentVolume: 3.5, companyName: 'Edited Ltd', phone: '111' })
  expect(await orderOf(none ?? 0)).toMatchObject({
    shipmentVolume: 2,
    companyName: 'Edited Ltd',
    bookingConfirmation: { vesselVoyage: '019E' },
  })
  expect(await orderOf(confirmed ?? 0)).toMatchObject({
    bookingConfirmation: { vesselVoyage: '', portOfLoading: 'CNNGB' },
  })
})

test('a changed origin is taken back only if it is still there', async () => {
  const { code, id } = await createOrder()
  const before = await orderOf(id)
  const depot = await db
    .insertInto('depots')
    .values({ code: 'CNNGB', name: 'Second depot', tier: 1, depotFixed: 45, depotVar: 12, depotVarMin: 25 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const there = await check([{ 'Tracking Code': code, Origin: 'second DEPOT' }])
  expect(there.changes).toEqual([{ row: 2, column: 'Origin', from: lane.depot.name, to: 'Second depot' }])
  await apply(there.id)
  expect(await orderOf(id)).toMatchObject({ shipmentOriginPort: depot.id, cityName: 'Second depot' })
  const back = await check([{ 'Tracking Code': code, Origin: lane.depot.name }])
  const run = await apply(back.id)
  await db.deleteFrom('depots').where('id', '=', depot.id).execute()
  await undo(back.id)
  expect((await itemsOf(run.id))[0]).toMatchObject({
    state: 'done',
    reason: 'Origin: what it was before no longer exists',
  })
  expect(await orderOf(id)).toMatchObject({ shipmentOriginPort: before.shipmentOriginPort })
})

test('changes are told to screens and to other programs, as those of a save are; new orders are not told to programs', async () => {
  const { code, id } = await createOrder()
  await db
    .insertInto('webhooks')
    .values({ url: 'https://hooks.example.test', events: ['order.created', 'order.status', 'order.dates'] })
    .execute()
  const report = await check([
    { ...orderCells(), 'Tracking Code': code, Status: 'Cancelled', 'Cargo ready': '2026-03-01 09:00' },
    { ...orderCells(), 'Tracking Code': 'UPDT77770000', Status: 'Cancelled', 'Cargo ready': '2026-03-01 09:00' },
  ])
  await apply(report.id)
  const sent = await db.selectFrom('webhookDeliveries').select(['event', 'orderId']).orderBy('id').execute()
  expect(sent).toEqual([
    { event: 'order.status', orderId: id },
    { event: 'order.dates', orderId: id },
  ])
  const told = await db
    .selectFrom('changes')
    .select(['entity', 'kind'])
    .where('orderId', '=', id)
    .orderBy('id')
    .execute()
  expect(told).toEqual(
    expect.arrayContaining([
      { entity: 'orders', kind: 'update' },
      { entity: 'confirmations', kind: 'update' },
    ]),
  )
  await db.deleteFrom('webhooks').execute()
})

test('the answer has the first 1,000 changed values and counts all', async () => {
  const orders = await createOrders(501)
  const report = await check(
    orders.map(({ code }) => ({ 'Tracking Code': code, 'Volume, CBM': '7', 'Weight, KG': '70' })),
  )
  expect(report).toMatchObject({ updates: 501, changeCount: 1002 })
  expect(report.changes).toHaveLength(1000)
  expect(report.changes.at(-1)).toEqual({ row: 501, column: 'Weight, KG', from: '620', to: '70' })
})
