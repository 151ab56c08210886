import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { bearer, createKey, createUser } from '#server/test/records.ts'
import { trailOf } from '#server/test/trail.ts'
import { csvOf, startImports } from './imports.fixture.ts'

const imports = await startImports()
afterAll(() => imports.close())
const { db, call, lane, client, departed, orderCells, check, checked, apply, itemsOf, orderOf } = imports

const firstId = (items: { orderId: number | null }[]) => items[0]?.orderId ?? 0
const countOf = async (table: 'mails' | 'webhookDeliveries' | 'orders' | 'users') =>
  (
    await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

test('an order comes with its dates, events, status, code, confirmation and price; nobody is told', async () => {
  await db
    .insertInto('webhooks')
    .values({ url: 'https://hooks.example.test', events: ['order.created', 'order.event', 'order.dates'] })
    .execute()
  await db.insertInto('ports').values({ code: 'CNNGB', name: 'Ningbo' }).execute()
  const vessel = await db
    .insertInto('vessels')
    .values({ name: 'EVER GIVEN', imoNumber: '9811000' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const file = csvOf([
    orderCells({
      'Tracking Code': 'wxyz - 1234 - 5678',
      Date: '2024-03-05T10:00:00Z',
      Status: 'Completed',
      Events: 'Booking received @ 2024-03-05 10:00; Departed @ 03/20/2024 08:30',
      'Port of loading': 'cnngb',
      'Estimated time of departure': '2024-03-19',
      'Cargo cut-off': '03/15/2024 17:00',
      Vessel: 'ever given',
      'Vessel voyage': '018E',
      'In charge': 'Mara Staff',
      Notes: 'left out',
    }),
  ])
  const report = await checked('orders', file)
  expect(report).toMatchObject({ kind: 'orders', fileName: 'old.csv', rows: 1, valid: 1, problems: [], run: null })
  expect(report.unknownColumns).toEqual(['Notes'])
  expect(await countOf('orders')).toBe(0)
  const run = await apply(report.id)
  expect(run).toMatchObject({
    kind: 'import',
    title: 'old.csv',
    state: 'done',
    total: 1,
    done: 1,
    failed: 0,
    skipped: 0,
  })
  const order = await orderOf(firstId(await itemsOf(run.id)))
  expect(order).toMatchObject({
    hashSum: 'WXYZ1234',
    customCode: '5678',
    status: 2,
    created: Date.parse('2024-03-05T10:00:00Z') / 1000,
    userId: client.id,
    username: 'Anna Client',
    yourName: 'Anna Client',
    email: 'anna@example.test',
    shipmentVolume: 3.5,
    shipmentWeight: 620,
    estimatedTransportation: 855.96,
    companyNameShipper: 'Ningbo Lamps',
    cityName: imports.lane.depot.name,
    cartageName: imports.lane.cartage.name,
    price: null,
    lastEventName: 'Departed',
    lastEventTime: '2024-03-20T08:30:00.000Z',
    lastMilestone: 'departed',
    inCharge: { id: imports.server.staff.id, name: 'Mara Staff' },
    bookingConfirmation: {
      portOfLoading: 'CNNGB',
      vessel: { id: vessel.id, name: 'EVER GIVEN' },
      vesselVoyage: '018E',
      estimatedTimeOfDepartureAt: '2024-03-19T00:00:00.000Z',
      cargoCutOffAt: '2024-03-15T17:00:00.000Z',
    },
  })
  const history = (await call('GET', `request/event/data/${order.id}`)).body.data
  expect(history.map((entry: { event: { name: string }; date: string }) => [entry.event.name, entry.date])).toEqual([
    ['Departed', '2024-03-20T08:30:00.000Z'],
    ['Booking received', '2024-03-05T10:00:00.000Z'],
  ])
  expect([await countOf('mails'), await countOf('webhookDeliveries')]).toEqual([0, 0])
  const [entry] = await trailOf(db, 'orders', order.id)
  expect(entry).toMatchObject({
    action: 'order.import',
    after: { import: `old.csv (${report.id})`, trackingCode: 'WXYZ12345678' },
  })
  await db.deleteFrom('webhooks').execute()
})

test('every problem of every kind of column is named by its row; rows without one are imported', async () => {
  const bad = {
    'Client email': 'nobody@example.test',
    'Shipment trade terms': 'Free',
    Origin: 'Atlantis',
    Destination: 'Moon',
    'Volume, CBM': 'three',
    'Weight, KG': '-1',
    'Transport cost, USD': '1.234',
    'Cargo insurance': 'perhaps',
    "Shipper's email": 'li@',
    "Shipper's phone": 'none',
    "Shipper's company name": '',
    'Amazon Ref ID': 'A B',
    Date: '2024-02-30',
    Status: 'Lost',
    Events: 'Departed',
    Event: 'Sunk',
    'Event date': '',
    'Port of loading': 'XXXXX',
    'Estimated time of departure': '20.13.2024',
    Vessel: 'TITANIC',
    'In charge': 'Nobody',
    'Vessel voyage': 'x'.repeat(101),
    'Tracking Code': '///',
  }
  const good = orderCells(Object.fromEntries(Object.keys(bad).map((heading) => [heading, orderCells()[heading] ?? ''])))
  const report = await checked(
    'orders',
    csvOf([
      { ...good, Event: 'Departed', 'Event date': 'Mar 20 2024 8:30' },
      { ...good, ...bad },
    ]),
  )
  expect(report).toMatchObject({ rows: 2, valid: 1, problemCount: report.problems.length })
  const named = Object.fromEntries(report.problems.map(({ column, message }) => [column, message]))
  expect(named).toMatchObject({
    'Client email': 'No client has this address',
    'Shipment trade terms': expect.stringMatching(/^Write one of: Other, /),
    Destination: expect.stringMatching(/^No destination is called "/),
    'Volume, CBM': 'Please enter a number',
    'Weight, KG': 'Please enter a number',
    'Transport cost, USD': 'No more than 2 decimals',
    'Cargo insurance': 'Write Yes or No',
    "Shipper's email": 'Please, enter valid email address',
    "Shipper's phone": 'Invalid field. You can only use numbers',
    "Shipper's company name": 'This field cannot be empty',
    'Amazon Ref ID': 'Invalid field. You can only use letter, number',
    Date: expect.stringMatching(/^Write a date like 2026-12-01 or 5 Dec 2026/),
    Status: 'Write one of: In progress, Cancelled, Completed',
    Events: expect.stringMatching(/^Write each event with its date/),
    Event: 'No event has this name: Sunk',
    'Event date': 'Please enter a value',
    'Port of loading': 'No port or city has this code',
    'Estimated time of departure': expect.stringMatching(/^Write a date like 2026-12-01 or 5 Dec 2026/),
    Vessel: 'Choose one from the list',
    'In charge': 'No member of staff has this name or address',
    'Vessel voyage': 'Vessel voyage must be no more than 100 characters',
    'Tracking Code': 'Invalid field. You can only use letter, number and dashes',
  })
  expect(new Set(report.problems.map(({ row }) => row))).toEqual(new Set([3]))
  const page = (await call('GET', `import/${report.id}/problems?per_page=10&page=2`)).body.data
  expect(page).toMatchObject({ totalCount: report.problemCount, items: report.problems.slice(10, 20) })
  const sheet = (await call('GET', `import/${report.id}/problems/export?format=csv`)).body
  expect(sheet.trim().split('\r\n')).toHaveLength(report.problemCount + 1)
  const run = await apply(report.id)
  expect(run).toMatchObject({ total: 1, done: 1, skipped: 1, rows: { done: 1, skipped: 1 } })
  const items = await itemsOf(run.id)
  expect(items.map(({ state, row }) => [state, row])).toEqual([
    ['done', 2],
    ['skipped', 3],
  ])
  expect(items[1]?.reason).toContain('Client email: No client has this address')
  expect(await orderOf(firstId(items))).toMatchObject({
    lastEventName: 'Departed',
    lastEventTime: '2024-03-20T08:30:00.000Z',
  })
})

test('a code of another form is kept as the other reference, and the order gets one of ours', async () => {
  const report = await checked('orders', csvOf([orderCells({ 'Tracking Code': 'HAM/2021 #17' })]))
  const order = await orderOf(firstId(await itemsOf((await apply(report.id)).id)))
  expect(order).toMatchObject({ otherReferenceUsed: 'HAM-2021-17', lastEventName: 'Booking received' })
  expect(order.hashSum + order.customCode).toMatch(/^[A-Z]{4}\d{8}$/)
  const again = await checked('orders', csvOf([orderCells({ 'Tracking Code': 'ham 2021 17' })]))
  expect(again.problems).toEqual([
    { row: 2, column: 'Tracking Code', message: 'An order with this code exists already' },
  ])
  const both = orderCells({ 'Tracking Code': 'OLD-1', 'Other reference used': 'REF-2' })
  expect((await checked('orders', csvOf([both]))).problems[0]?.message).toMatch(/^A code of another form is kept/)
})

test('a destination is found by the code that its name begins with, unless several begin with it', async () => {
  const named = async (name: string) =>
    db
      .insertInto('cartages')
      .values({ name, dest: lane.cartage.dest, categoryId: lane.cartage.categoryId })
      .returning('id')
      .executeTakeFirstOrThrow()
  const delta = await named('YVR2 — Delta, BC')
  const report = await checked('orders', csvOf([orderCells({ Destination: 'yvr2' })]))
  expect(report.problems).toEqual([])
  const order = await orderOf(firstId(await itemsOf((await apply(report.id)).id)))
  expect(order.shipmentDestination).toBe(delta.id)
  await named('YVR2 — Delta, BC, at night')
  const twice = await checked('orders', csvOf([orderCells({ Destination: 'YVR2' })]))
  expect(twice.problems).toMatchObject([{ column: 'Destination', message: expect.stringMatching(/^No destination/) }])
})

test('a code that exists, or comes twice in the file, is a problem of its row; one that appears after the check fails that row only', async () => {
  const rows = ['AAAA11112222', 'AAAA11112222', 'AAAA11113333', 'BBBB11112222', 'CCCC11112222'].map((code) =>
    orderCells({ 'Tracking Code': code }),
  )
  const report = await checked('orders', csvOf(rows))
  expect(report.problems.map(({ row, message }) => [row, message])).toEqual([
    [3, 'Row 2 has this already'],
    [4, 'Row 2 has a code that begins with the same eight signs'],
  ])
  await apply((await checked('orders', csvOf([orderCells({ 'Tracking Code': 'BBBB11112222' })]))).id)
  const run = await apply(report.id)
  expect(run).toMatchObject({ total: 3, done: 2, failed: 1 })
  const items = await itemsOf(run.id)
  expect(items.map(({ state, reason }) => [state, reason?.replace(/^.*: /, '')])).toEqual([
    ['done', undefined],
    ['skipped', 'Row 2 has this already'],
    ['skipped', 'Row 2 has a code that begins with the same eight signs'],
    ['failed', 'An order with this code exists already'],
    ['done', undefined],
  ])
  const taken = await checked(
    'orders',
    csvOf([orderCells({ 'Tracking Code': 'AAAA11112222' }), orderCells({ 'Tracking Code': 'AAAA11119999' })]),
  )
  expect(taken.problems.map(({ message }) => message)).toEqual([
    'An order with this code exists already',
    'Another order has a code that begins with the same eight signs',
  ])
})

test('a row whose client or place went after the check fails alone', async () => {
  const other = await createUser(db, { email: 'going@example.test' })
  const report = await checked('orders', csvOf([orderCells(), orderCells({ 'Client email': 'GOING@example.test' })]))
  expect((await call('DELETE', `admin/user/${other.id}`)).status).toBe(200)
  const run = await apply(report.id)
  expect((await itemsOf(run.id)).map(({ state, reason }) => [state, reason])).toEqual([
    ['done', null],
    ['failed', 'This client does not exist'],
  ])
})

test('a quote request needs its contact only', async () => {
  const report = await checked(
    'orders',
    csvOf([
      { 'Client email': 'anna@example.test', 'Transportation mode': 'FCL', 'Additional information': 'Two containers' },
    ]),
  )
  expect(report.problems).toEqual([])
  const order = await orderOf(firstId(await itemsOf((await apply(report.id)).id)))
  expect(order).toMatchObject({
    transportationMode: 1,
    shipmentTradeTerms: 0,
    estimatedTransportation: null,
    shipmentVolume: null,
  })
})

test('columns are mapped by heading or by name, to each field once, and can be mapped again without the file', async () => {
  const cells = orderCells()
  const { 'Volume, CBM': volume = '', ...others } = cells
  const file = csvOf([{ ...others, Grösse: volume, 'Client email': 'anna@example.test' }])
  const report = await checked('orders', file)
  expect(report).toMatchObject({ valid: 0, unknownColumns: ['Grösse'] })
  expect(report.problems.map(({ message }) => message)).toEqual(['This field cannot be empty'])
  const mapped = await call('POST', `import/${report.id}/check`, { body: { mapping: { Grösse: 'shipmentVolume' } } })
  expect(mapped.body.data).toMatchObject({ id: report.id, valid: 1, problems: [], unknownColumns: [] })
  const refused = async (mapping: object) =>
    (await call('POST', `import/${report.id}/check`, { body: { mapping } })).body.data
  expect(await refused({ Grösse: 'size' })).toEqual({
    'mapping.Grösse': expect.stringMatching(/^Unknown field. Allowed: /),
  })
  expect(await refused({ Nowhere: 'status' })).toEqual({ 'mapping.Nowhere': 'The file has no column Nowhere' })
  expect(await refused({ Grösse: 'shipmentVolume', Origin: 'shipmentVolume' })).toEqual({
    'mapping.Origin': 'Two columns are mapped to Volume, CBM: Grösse and Origin',
  })
  expect((await check('orders', file, { Grösse: 'constructor' })).body.data).toEqual({
    'mapping.Grösse': expect.stringMatching(/^Unknown field/),
  })
  const { 'Client email': _, ...nobody } = cells
  expect(await checked('orders', csvOf([nobody]))).toMatchObject({
    valid: 0,
    problems: [{ row: 1, column: 'Client email', message: 'No column is mapped to this field' }],
  })
})

test('dates are read as forms and exports write them, on the clock of the time zone', async () => {
  const dates = ['03/14/2024', '03/03/2024', '2024-04-03', 'Apr 3 2024', '2024-04-03 25:00']
  const report = await checked('orders', csvOf(dates.map((date) => orderCells({ Date: date }))))
  expect(report.problems.map(({ row, message }) => [row, message.slice(0, 22)])).toEqual([
    [6, 'Write a date like 2026'],
  ])
  expect((await checked('orders', csvOf([orderCells({ Date: '03/04/2024' })]))).valid).toBe(1)
  const future = `${new Date().getUTCFullYear() + 1}-12-31`
  expect((await checked('orders', csvOf([orderCells({ Date: future })]))).problems[0]?.message).toBe(
    'This date is in the future',
  )
})

test('a file is applied once, by staff; a key needs the scope of what is in it', async () => {
  const report = await checked('orders', csvOf([orderCells()]))
  const { key } = await createKey(db, ['clients:write'])
  for (const path of [`import/${report.id}`, `import/${report.id}/problems`])
    expect((await call('GET', path, { token: null, headers: bearer(key) })).status).toBe(403)
  const asKey = await call('POST', `import/${report.id}/apply`, { token: null, headers: bearer(key) })
  expect(asKey.body.message).toBe('This call needs an API key with the scope orders:write.')
  const able = await createKey(db, ['orders:write'])
  const applied = await call('POST', `import/${report.id}/apply`, { token: null, headers: bearer(able.key) })
  expect(applied.status).toBe(200)
  await imports.finished(applied.body.data.id)
  expect((await call('POST', `import/${report.id}/apply`)).body.message).toBe('This file was imported already')
  expect((await call('POST', `import/${report.id}/check`, { body: { mapping: {} } })).status).toBe(409)
  expect((await call('GET', 'import/999999')).status).toBe(404)
  const csr = await imports.server.signIn({ role: [Role.CSR] })
  expect((await call('GET', `import/${report.id}`, { token: csr })).status).toBe(403)
})

test('totals, search terms, the queue and papers are what a rebuild would make of imported orders', async () => {
  const wanted = await sql<{ n: number; stale: number[] | null }>`
    select (select count(*) from orders where deleted_at is null) as n, stale_attention() as stale`.execute(db)
  const total = await sql<{ n: number }>`select sum(n) as n from totals where name = 'orders'`.execute(db)
  expect(total.rows[0]?.n).toBe(wanted.rows[0]?.n)
  expect(wanted.rows[0]?.stale ?? []).toEqual([])
  const terms = await sql<{ n: number }>`
    select count(*) as n from (
      (select t.term, t.kind, o.id from orders o, own_terms(o.tracking_code, o.shipment_purchase, o.suppliers_invoice_number,
        o.other_reference_used, o.amazon_ref_id, o.shipment_id, o.email, o.phone, o.company_name_shipper, o.company_name) t
       except select term, kind, order_id from order_terms)
      union all
      (select term, kind, order_id from order_terms except
       select t.term, t.kind, o.id from orders o, own_terms(o.tracking_code, o.shipment_purchase, o.suppliers_invoice_number,
        o.other_reference_used, o.amazon_ref_id, o.shipment_id, o.email, o.phone, o.company_name_shipper, o.company_name) t)
    ) differ`.execute(db)
  expect(terms.rows[0]?.n).toBe(0)
  expect(departed.id).toBeGreaterThan(0)
})
