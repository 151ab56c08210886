import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrder, createUser } from '#server/test/records.ts'
import { clientCells, csvOf, startImports } from './imports.fixture.ts'

const imports = await startImports()
afterAll(() => imports.close())
const { db, client, orderCells, checked, apply, orderOf, itemsOf, lane } = imports

const TAKEN = 'User with this email already exists'
const update = { update: true }
/** The answer to a check with these options. */
const read = (
  kind: 'orders' | 'clients',
  rows: readonly Record<string, string>[],
  options: object = { update: false },
) => checked(kind, csvOf(rows), undefined, 'old.csv', options)

beforeAll(async () => {
  await createOrder(db, { userId: client.id, hashSum: 'EVBF5939', customCode: '6040' })
  await createUser(db, { email: 'hana@example.test', companyName: 'Hana Ltd' })
})

test.each([
  'EVBF\u200b59396040',
  'EVBF–5939–6040',
  'evbf — 5939 — 6040',
  'EVBF\u20115939\u20116040',
  'EVBF\u22125939\u22126040',
  'EVBF.5939.6040',
  '#EVBF5939/6040',
  'ＥＶＢＦ５９３９６０４０',
  '\u202aEVBF59396040\u202c',
  'EVBF\u00a05939\u00a06040',
  'EVBF\u00ad5939\u00ad6040',
  '\ufeffEVBF5939\u20606040\u200e',
])('the tracking code in %j is the one of an order that exists', async (code) => {
  const again = await read('orders', [orderCells({ 'Tracking Code': code })])
  expect(again).toMatchObject({ valid: 0, problems: [{ message: 'An order with this code exists already' }] })
  const known = await read('orders', [{ 'Tracking Code': code, 'Weight, KG': '621' }], update)
  expect(known).toMatchObject({ valid: 1, problems: [], updates: 1 })
})

test('codes of other programs that differ by what nobody sees are one code', async () => {
  const codes = ['JOB\u200b-77', 'ＪＯＢ-77', 'JOB-77\u200e']
  const report = await read(
    'orders',
    codes.map((code) => orderCells({ 'Tracking Code': code })),
  )
  expect(report.problems.map(({ message }) => message)).toEqual(['Row 2 has this already', 'Row 2 has this already'])
  const run = await apply(report.id)
  const [item] = await itemsOf(run.id)
  expect(await orderOf(item?.orderId ?? 0)).toMatchObject({ otherReferenceUsed: 'JOB-77' })
})

const ADDRESSES = [
  'hana\u200b@example.test',
  'ｈａｎａ＠example.test',
  '\u200ehana@example.test\u202c',
  'ha\u00adna@example.test',
  'HANA@example.test\u00a0',
  '\ufeffhana@exam\u2060ple.test',
]

test.each(ADDRESSES)('the address %j is that of an account that exists', async (email) => {
  const added = await read('clients', [clientCells(email)])
  expect(added).toMatchObject({ valid: 0, problems: [{ column: 'Mail', message: TAKEN }] })
  const changed = await read('clients', [clientCells(email, { Company: 'Hana and Sons' })], update)
  expect(changed).toMatchObject({ valid: 1, problems: [], updates: 1 })
  const ordered = await read('orders', [orderCells({ 'Client email': email })])
  expect(ordered).toMatchObject({ valid: 1, problems: [] })
})

test('an address that an earlier row has is refused, and free text keeps every character', async () => {
  const rows = ['new@example.test', 'new\u200b@example.test', 'ｎｅｗ@example.test'].map((email) => clientCells(email))
  const company = 'می\u200cخواهم Ｎｅｗ Ltd'
  const report = await read('clients', [clientCells('other\u200b@example.test', { Company: company }), ...rows])
  expect(report.problems).toEqual([
    { row: 4, column: 'Mail', message: 'Row 3 has this already' },
    { row: 5, column: 'Mail', message: 'Row 3 has this already' },
  ])
  const run = await apply(report.id)
  expect(run).toMatchObject({ total: 2, done: 2, failed: 0 })
  const users = await db.selectFrom('users').select(['email', 'companyName']).orderBy('id', 'desc').limit(2).execute()
  expect(users).toEqual([
    { email: 'new@example.test', companyName: 'Ben Ltd' },
    { email: 'other@example.test', companyName: company },
  ])
})

test('an order keeps its client if the address of its row only looks the same', async () => {
  const cells = { 'Tracking Code': 'EVBF59396040', 'Client email': 'anna\u200b@example.test', 'Weight, KG': '622' }
  expect(await read('orders', [cells], update)).toMatchObject({ valid: 1, problems: [], updates: 1 })
})

test('places and vessels are found in every spelling of their codes', async () => {
  await db.insertInto('ports').values({ code: 'CNSHA', name: 'Shanghai' }).execute()
  await db.insertInto('vessels').values({ imoNumber: '9785744', name: 'EVER GOLDEN' }).execute()
  const places = ['CN SHA', 'cn sha', 'ＣＮＳＨＡ', 'CN-SHA', 'CN/SHA', 'CN\u2011SHA', 'CN\u00a0SHA']
  const ships = [
    'IMO 978 5744',
    'IMO9785744',
    'IMO/9785744',
    'imo no. 9785744',
    '978-5744',
    'ＩＭＯ　9785744',
    '9785744.0',
  ]
  const rows = places.map((place, at) => orderCells({ 'Port of loading': place, Vessel: ships[at] ?? '' }))
  const found = await read('orders', rows)
  expect(found).toMatchObject({ valid: places.length, problems: [] })
  await apply(found.id)
  const stored = await db.selectFrom('confirmations').select(['portOfLoading', 'vesselId']).distinct().execute()
  expect(stored).toEqual([{ portOfLoading: 'CNSHA', vesselId: expect.any(Number) }])
})

test('a foreign letter that looks like a Latin one is a problem at its code', async () => {
  const cells = { 'Tracking Code': 'PO-\u0410BC', 'Port of loading': '\u0421NSHA' }
  expect((await read('orders', [orderCells(cells)])).problems).toEqual([
    { row: 2, column: 'Tracking Code', message: 'This has a Cyrillic \u0410: write the Latin A' },
    { row: 2, column: 'Port of loading', message: 'This has a Cyrillic \u0421: write the Latin C' },
  ])
})

test('a code is one that an earlier row has only if it is the same to its end', async () => {
  const codes = ['ZZXY12345678', 'ZZXY12349999', 'zzxy-1234-5678']
  const { problems } = await read(
    'orders',
    codes.map((code) => orderCells({ 'Tracking Code': code })),
  )
  expect(problems.map(({ row, message }) => [row, message])).toEqual([
    [3, 'Row 2 has a code that begins with the same eight signs'],
    [4, 'Row 2 has this already'],
  ])
})

test('names are found on their lists whatever nobody sees in them', async () => {
  await db.updateTable('cartages').set({ name: 'Los Angeles area, CA' }).where('id', '=', lane.cartage.id).execute()
  await db.updateTable('depots').set({ name: 'Ningbo Beilun CFS' }).where('id', '=', lane.depot.id).execute()
  await db.insertInto('ports').values({ code: 'CNNGB', name: 'Ningbo' }).execute()
  await db.insertInto('vessels').values({ name: 'EVER GIVEN', imoNumber: '9811000' }).execute()
  const cells = (more: Record<string, string>) =>
    orderCells({ Origin: 'Ningbo Beilun CFS', Destination: 'Los Angeles area, CA', ...more })
  const rows: Record<string, string>[] = [
    { Destination: 'Los Angeles\u00a0area, CA' },
    { Destination: 'Los Angeles area, CA\u200b' },
    { Destination: 'Los  Angeles\narea, CA' },
    { Destination: 'Ｌｏｓ Ａｎｇｅｌｅｓ ａｒｅａ， ＣＡ' },
    { Origin: 'Ningbo\u3000Beilun CFS' },
    { Origin: '\u200eNingbo Bei\u00adlun CFS' },
    { 'Transportation mode': 'ＬＣＬ' },
    { 'Shipment trade terms': 'Drop-Off\u00a0by\u200b Supplier' },
    { Status: 'COMPLETED\u200b', Event: 'Depar\u200bted', 'Event date': '2026-11-20\u200e' },
    { Status: '\u200b', Event: '\u200b' },
    { Events: 'Booking\u00a0received @ 2026-11-20; Depar\u200bted\u200b @ 2026-11-21\u200b' },
    { 'In charge': 'Mara\u00a0Staff' },
    { Vessel: 'EVER\u3000GIVEN\u200b', 'Port of loading': 'ＣＮＮＧＢ' },
    { 'Port of loading': 'CNNGB\u200b' },
  ]
  for (const row of rows)
    expect(await read('orders', [cells(row)]), JSON.stringify(row)).toMatchObject({ problems: [] })
  const flags = await read('orders', [
    cells({ 'Transportation mode': 'LCL', 'Customs brokerage': 'Ｙes\u200b', 'Shipment value, USD': '90' }),
  ])
  expect(flags.problems).toEqual([])
  const known = { 'Tracking Code': 'EVBF59396040', Destination: 'Los Angeles\u00a0area, CA\u200b', Status: '\u200b' }
  const changed = await read(
    'orders',
    [{ ...known, Origin: 'Ningbo\u3000Beilun CFS', Vessel: 'EVER\u200b GIVEN' }],
    update,
  )
  expect(changed).toMatchObject({ problems: [], updates: 1 })
})

test('of names that differ by the form of a sign only, the exact one is meant; accents tell names apart', async () => {
  const add = (name: string) =>
    db
      .insertInto('cartages')
      .values({ name, categoryId: 5, dest: lane.cartage.dest })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [narrow, wide] = [await add('Pier A'), await add('Ｐｉｅｒ Ａ')]
  const [plain, accented] = [await add('Quebec'), await add('Québec')]
  const names = ['pier a', 'Ｐｉｅｒ Ａ', 'Quebec', 'Que\u0301bec\u200b']
  const origin = { Origin: String(lane.depot.id) }
  const report = await read(
    'orders',
    names.map((name) => orderCells({ ...origin, Destination: name })),
  )
  expect(report.problems).toEqual([])
  const items = await itemsOf((await apply(report.id)).id)
  const destinations = await Promise.all(
    items.map(async ({ orderId }) => (await orderOf(orderId ?? 0)).shipmentDestination),
  )
  expect(destinations).toEqual([narrow.id, wide.id, plain.id, accented.id])
  const either = await read('orders', [orderCells({ ...origin, Destination: 'Ｐier\u00a0A' })])
  expect(either.problems.map(({ message }) => message)).toEqual([
    'Several destinations have this name: write the number of one',
  ])
})

test('headings are found whatever nobody sees in them', async () => {
  const { problems, valid } = await checked(
    'clients',
    'Na\u200bme,Company\u00a0name,Ｍａｉｌ,Phone\u200e,\ufeffAddress\u3164\nBen,Ben Ltd,b1@example.test,16045550100,1 Dock Road',
  )
  expect([valid, problems]).toEqual([1, []])
})
