import { afterAll, expect, test } from 'vitest'
import { MOST_OPTIONS } from '#contract/lib/import-options.ts'
import { createUser } from '#server/test/records.ts'
import { csvOf, startImports } from './imports.fixture.ts'

const imports = await startImports()
afterAll(() => imports.close())
const { db, call, lane, orderCells, check, checked, apply, itemsOf, orderOf } = imports

const without = (cells: Record<string, string>, ...headings: string[]) =>
  Object.fromEntries(Object.entries(cells).filter(([heading]) => !headings.includes(heading)))
const checkOrders = (rows: Record<string, string>[], options: object) =>
  checked('orders', csvOf(rows), undefined, 'old.csv', options)
const refused = async (options: object, kind: 'orders' | 'clients' = 'orders') => {
  const { status, body } = await check(kind, csvOf([orderCells()]), undefined, 'old.csv', options)
  return [status, body.data]
}
const firstOrder = async (id: number) => orderOf((await itemsOf((await apply(id)).id))[0]?.orderId ?? 0)

test('a fixed value fills a field that no column has; a column wins, even where it is empty', async () => {
  const cells = without(orderCells(), 'Shipment trade terms', 'Client email')
  const fixed = { shipmentTradeTerms: 'other', clientEmail: 'anna@example.test', status: 'Cancelled' }
  const report = await checkOrders([cells], { fixed })
  expect(report).toMatchObject({ valid: 1, problems: [], options: { fixed } })
  expect(await firstOrder(report.id)).toMatchObject({ shipmentTradeTerms: 0, status: 1, email: 'anna@example.test' })
  const wins = await checkOrders([{ ...cells, Status: 'Completed' }], { fixed })
  expect(await firstOrder(wins.id)).toMatchObject({ status: 2 })
  const empty = await checkOrders([orderCells({ 'Weight, KG': '' })], { fixed: { shipmentWeight: '620' } })
  expect(empty.problems).toEqual([{ row: 2, column: 'Weight, KG', message: 'This field cannot be empty' }])
})

test('a fixed value that is wrong for every row is refused at its option; one that depends on the row is a problem of it', async () => {
  expect(await refused({ fixed: { nothing: 'x', constructor: 'x' } })).toEqual([
    400,
    {
      'options.fixed.nothing': expect.stringMatching(/^Unknown field. Allowed: trackingCode, /),
      'options.fixed.constructor': expect.stringMatching(/^Unknown field/),
    },
  ])
  expect(
    await refused({
      fixed: {
        status: 'Lost',
        shipmentVolume: 'many',
        clientEmail: 'nobody@example.test',
        created: 'someday',
        shipmentDestination: 'Moon',
        inCharge: 'Nobody',
        vesselVoyage: 'x'.repeat(101),
      },
    }),
  ).toEqual([
    400,
    {
      'options.fixed.status': 'Write one of: In progress, Cancelled, Completed',
      'options.fixed.shipmentVolume': 'Please enter a number',
      'options.fixed.clientEmail': 'No client has this address',
      'options.fixed.created': expect.stringMatching(/^Write a date like 2026-12-01 or 5 Dec 2026/),
      'options.fixed.shipmentDestination': 'No destination is called "Moon", or it is hidden',
      'options.fixed.inCharge': 'No member of staff has this name or address',
      'options.fixed.vesselVoyage': 'Vessel voyage must be no more than 100 characters',
    },
  ])
  expect(await refused({ fixed: { phone: 'none' } }, 'clients')).toEqual([
    400,
    { 'options.fixed.phone': expect.any(String) },
  ])
  const report = await checkOrders([without(orderCells(), 'Origin')], { fixed: { shipmentOriginPort: 'Atlantis' } })
  expect(report.problems).toEqual([
    { row: 2, column: 'Origin', message: 'No origin is called "Atlantis", or it is hidden' },
  ])
})

test('values are replaced before anything reads them, whatever their case, width and space around', async () => {
  const cells = orderCells({
    Status: ' OFFEN ',
    Origin: 'Ｎｉｎｇｂｏ',
    'Cargo insurance': 'nein',
    Events: '"gebucht; bestätigt" @ 2024-03-05 10:00; Departed @ 2024-03-20',
    'In charge': '-',
  })
  const values = {
    status: { offen: 'In progress' },
    shipmentOriginPort: { ningbo: lane.depot.name },
    cargoInsurance: { Nein: 'No' },
    events: { 'Gebucht; bestätigt': 'Booking received' },
    inCharge: { '-': '' },
  }
  expect((await checkOrders([cells], {})).valid).toBe(0)
  const report = await checkOrders([cells], { values })
  expect(report).toMatchObject({ valid: 1, problems: [], unknownTexts: [], options: { values } })
  expect(await firstOrder(report.id)).toMatchObject({
    status: 0,
    cityName: lane.depot.name,
    lastEventName: 'Departed',
    inChargeId: null,
  })
})

test('cells that are on no list are named once, with the number of their rows', async () => {
  const odd = {
    Status: 'offen',
    Origin: 'Ningbo',
    'Cargo insurance': 'nein',
    Event: 'gebucht',
    'Event date': '2024-03-05',
  }
  const report = await checkOrders([orderCells(odd), orderCells({ ...odd, Status: 'Offen ' })], {})
  expect(report.unknownTexts).toEqual([
    { field: 'cargoInsurance', column: 'Cargo insurance', text: 'nein', rows: 2 },
    { field: 'status', column: 'Status', text: 'offen', rows: 2 },
    { field: 'shipmentOriginPort', column: 'Origin', text: 'Ningbo', rows: 2 },
    { field: 'event', column: 'Event', text: 'gebucht', rows: 2 },
  ])
})

test('options are changed for a sent file, and values are refused that name no field or one cell twice', async () => {
  const report = await checkOrders([orderCells({ Status: 'offen' })], {})
  const again = (options: object) => call('POST', `import/${report.id}/check`, { body: { options } })
  expect((await again({ values: { status: { offen: 'In progress' } } })).body.data).toMatchObject({
    valid: 1,
    problems: [],
    options: { values: { status: { offen: 'In progress' } } },
  })
  expect((await again({ fixed: { status: 'Lost' } })).body.data).toEqual({
    'options.fixed.status': 'Write one of: In progress, Cancelled, Completed',
  })
  expect((await again({ values: { size: { a: 'b' } } })).body.data).toEqual({
    'options.values.size': expect.stringMatching(/^Unknown field/),
  })
  expect((await again({ values: { status: { Offen: 'Completed', 'offen ': 'Cancelled' } } })).body.data).toEqual({
    'options.values.status': '“Offen” and “offen ” are the same cell',
  })
  // The file keeps its earlier values after a refusal.
  expect((await call('GET', `import/${report.id}`)).body.data).toMatchObject({
    valid: 1,
    checked: true,
    options: { values: { status: { offen: 'In progress' } } },
  })
})

test('as many values as the limit says are taken, and one more is refused', async () => {
  const many = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`cell ${i}`, 'Completed']))
  const cells = orderCells({ Status: `cell ${MOST_OPTIONS.values - 1}` })
  const report = await checkOrders([cells], { values: { status: many(MOST_OPTIONS.values) } })
  expect(report).toMatchObject({ valid: 1, problems: [] })
  expect(await refused({ values: { status: many(MOST_OPTIONS.values + 1) } })).toEqual([
    400,
    { 'options.values.status': `No more than ${MOST_OPTIONS.values} values` },
  ])
  const text = (n: number) => ({ fixed: { additionalInformation: 'x'.repeat(n) } })
  expect(await refused(text(MOST_OPTIONS.text + 1))).toEqual([
    400,
    { 'options.fixed.additionalInformation': expect.stringContaining(`${MOST_OPTIONS.text} characters`) },
  ])
})

test('an origin is not said to be empty when only the trade terms are missing', async () => {
  const report = await checkOrders([without(orderCells(), 'Shipment trade terms')], {})
  expect(report.problems).toEqual([{ row: 2, column: 'Shipment trade terms', message: 'This field cannot be empty' }])
})

test('a remembered value that became wrong is said by the rows, and the file can still be opened', async () => {
  const cells = orderCells({ Remembered: 'yes' })
  const person = await createUser(db, { username: 'Leaving Soon', role: ['ROLE_MANAGER'] })
  expect(await checkOrders([cells], { fixed: { inCharge: 'Leaving Soon' } })).toMatchObject({ valid: 1 })
  await db.updateTable('users').set({ disabledAt: '2026-01-01T00:00:00Z' }).where('id', '=', person.id).execute()
  const again = await checked('orders', csvOf([cells]))
  expect(again.asLastTime).toEqual(['fixed'])
  expect(again.problems).toEqual([
    { row: 2, column: 'In charge', message: 'No member of staff has this name or address' },
  ])
})

test('of more cells than the list holds, the first are named', async () => {
  const rows = Array.from({ length: 201 }, (_, i) => orderCells({ Status: `Zustand ${i}` }))
  const { unknownTexts, problemCount } = await checkOrders(rows, {})
  expect([unknownTexts.length, unknownTexts.at(-1)?.text, problemCount]).toEqual([200, 'Zustand 199', 201])
})
