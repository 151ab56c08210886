import { afterAll, expect, test } from 'vitest'
import { REPORTS } from '#contract/reports/reports.ts'
import { csvOf, startImports } from './imports.fixture.ts'

const imports = await startImports()
afterAll(() => imports.close())
const { call, server, lane, check, checked, apply, itemsOf, orderOf, orderCells } = imports

const HISTORIC = { historic: true }
const past = (cells: Record<string, string> = {}) => ({
  'Client email': 'anna@example.test',
  Date: '2021-03-05',
  Status: 'Completed',
  Origin: lane.depot.name,
  Destination: lane.cartage.name,
  ...cells,
})
const problemsOf = async (cells: Record<string, string>, options: object = HISTORIC) =>
  (await checked('orders', csvOf([cells]), undefined, 'old.csv', options)).problems.map(({ column, message }) => [
    column,
    message,
  ])
const EMPTY = 'This field cannot be empty'

test('a completed or cancelled order needs client, origin, destination and date only; the rest is empty', async () => {
  expect(await problemsOf(past(), {})).not.toEqual([])
  const report = await checked(
    'orders',
    csvOf([past(), past({ Status: 'cancelled' }), past({ Status: 'Canceled' })]),
    undefined,
    'old.csv',
    HISTORIC,
  )
  expect(report).toMatchObject({ valid: 3, problems: [], options: HISTORIC })
  const run = await apply(report.id)
  expect(run).toMatchObject({ done: 3, failed: 0 })
  const [first, second] = await itemsOf(run.id)
  const order = await orderOf(first?.orderId ?? 0)
  expect(order).toMatchObject({
    status: 2,
    shipmentTradeTerms: 0,
    transportationMode: 0,
    cityName: lane.depot.name,
    shipmentVolume: null,
    shipmentWeight: null,
    estimatedTransportation: null,
    shipmentValue: null,
    companyNameShipper: '',
    emailShipper: '',
    phoneShipper: '',
    bookingConfirmation: null,
    price: null,
    // The contact is the client's own.
    yourName: 'Anna Client',
    email: 'anna@example.test',
    created: Date.parse('2021-03-05') / 1000,
  })
  expect(await orderOf(second?.orderId ?? 0)).toMatchObject({ status: 1 })
})

test('what such a row does say is checked, and what it needs is still needed', async () => {
  expect(await problemsOf(past({ 'Client email': '', Origin: '', Destination: '', Date: '' }))).toEqual([
    ['Client email', EMPTY],
    ['Origin', EMPTY],
    ['Destination', EMPTY],
    ['Date', EMPTY],
  ])
  const wrong = await problemsOf(past({ 'Volume, CBM': 'many', "Shipper's email": 'li@', Origin: 'Atlantis' }))
  expect(Object.fromEntries(wrong)).toEqual({
    'Volume, CBM': 'Please enter a number',
    Origin: 'No origin is called "Atlantis", or it is hidden',
    "Shipper's email": 'Please, enter valid email address',
  })
  // Insured years ago without a value: nobody knows it any more.
  expect(await problemsOf(past({ 'Cargo insurance': 'Yes', Name: '', Phone: '' }))).toEqual([])
  expect(await problemsOf(past({ 'Transportation mode': 'FCL', Origin: '', Destination: '' }))).toEqual([])
})

test('an order in progress needs what it always needs', async () => {
  const columns = (await problemsOf(past({ Status: 'In progress' }))).map(([column]) => column)
  expect(columns).toEqual(expect.arrayContaining(['Shipment trade terms', 'Volume, CBM', "Shipper's company name"]))
  expect(await problemsOf(past({ Status: '' }))).not.toEqual([])
  expect(await problemsOf(orderCells())).toEqual([])
})

test('the option is for orders only, and is true or false', async () => {
  const refused = async (kind: 'clients' | 'orders', options: object) =>
    (await check(kind, csvOf([past()]), undefined, 'old.csv', options)).body.data
  expect(await refused('clients', HISTORIC)).toEqual({ 'options.historic': 'Only orders can be historic' })
  expect(await refused('orders', { historic: 'yes' })).toEqual({ 'options.historic': 'This must be true or false' })
})

test('every call that shows such an order answers, and no figure of it is made up', async () => {
  const report = await checked('orders', csvOf([past()]), undefined, 'old.csv', HISTORIC)
  const [item] = await itemsOf((await apply(report.id)).id)
  const id = item?.orderId ?? 0
  const { hashSum, customCode, userId } = await orderOf(id)
  const period = 'from=2021-01-01&to=2021-12-31'
  for (const path of [
    'request/booking/get_all?per_page=50',
    'request/booking/get_all?order[shipment_volume]=asc',
    `request/booking/get/user/${userId}`,
    `request/booking/search?tracking_code=${hashSum}${customCode}`,
    'request/booking/export?format=csv&fields=all',
    'request/booking/export?format=csv',
    `request/booking/${id}/attention`,
    `request/booking/${id}/document_exchange`,
    `request/booking/${id}/requirements`,
    `request/event/data/${id}`,
    `search?q=${hashSum}${customCode}`,
    'attention',
    'attention/counts',
    ...REPORTS.map((name) => `report/${name}?${period}`),
    `report/volume/list?${period}`,
  ]) {
    const { status, body } = await call('GET', path)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    expect(status, `${path}: ${text.slice(0, 200)}`).toBe(200)
    expect(text, path).not.toMatch(/NaN|undefined|null CBM/)
  }
  const page = await fetch(`${server.url}/site/tracking?code=${hashSum}${customCode}`)
  expect(page.status).toBe(200)
  expect(await page.text()).not.toMatch(/NaN|undefined|null/)
  for (const kind of ['house-bill', 'arrival-notice', 'delivery-order']) {
    const { status, body } = await call('POST', `request/booking/${id}/made-documents`, { body: { kind } })
    expect([200, 400], `${kind}: ${JSON.stringify(body)}`).toContain(status)
  }
  const saved = await call('PUT', `request/booking/edit/${id}`, { body: { companyName: 'Corrected Ltd' } })
  expect(saved.body.data).toMatchObject({ companyName: 'Corrected Ltd', shipmentVolume: null })
})
