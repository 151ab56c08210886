import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { createTemplate, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { searchAs } from './search.fixture.ts'
import { search as searchIn } from './search.ts'

const server = testServer()
let a: Awaited<ReturnType<typeof searchAs>>

beforeAll(async () => {
  a = await searchAs(server)
})

describe('a tracking code', () => {
  test.each([
    'QZXA00019999',
    'Re: qzxa-0001-9999',
    '  QZXA - 0001 - 9999 ',
    'ＱＺＸＡ０００１９９９９',
    'Fwd: your order QZXA00019999, please',
  ])('is found as %s, exactly and alone', async (typed) => {
    const { rows } = await sql<{ id: number }>`select id from orders where hash_sum = 'QZXA0001'`.execute(server.db)
    const id = rows[0]?.id ?? (await a.newOrder({ hashSum: 'QZXA0001', customCode: '9999' })).id
    expect(await a.found(typed)).toMatchObject([
      { id, kind: 'order', title: 'QZXA00019999', matched: 'Tracking code', exact: true },
    ])
  })

  test('is found by its beginning, and by its last four digits', async () => {
    const { id } = await a.newOrder({ hashSum: 'QZXB0002', customCode: '8613' })
    expect(await a.found('qzxb-00')).toMatchObject([{ id, matched: 'Tracking code', exact: false }])
    expect(await a.found('8613')).toMatchObject([{ id, matched: 'Last four digits', exact: false }])
  })
})

describe('numbers of an order', () => {
  const REFERENCES = [
    ['shipmentPurchase', 'PO 4500-771234', 'po4500771234', 'PO number'],
    ['suppliersInvoiceNumber', 'INV/2026/881', 'inv 2026 881', 'Supplier’s invoice'],
    ['otherReferenceUsed', '发票-77Ä', '发票77ä', 'Reference'],
    ['amazonRefId', '7ABCDE12', '7abcde12', 'Amazon Ref ID'],
    ['shipmentId', 'FBA15D7XKQ2L', 'shipment fba15d7xkq2l', 'FBA shipment ID'],
    ['email', 'Kai.Lund@nordic.test', 'Kai Lund <kai.lund@nordic.test>', 'Email'],
    ['phone', '4940123456789', '+49 (40) 123-456-789', 'Phone'],
  ] as const
  test.each(REFERENCES)('%s %s is found as "%s"', async (field, value, typed, matched) => {
    const { id } = await a.newOrder({ [field]: value })
    expect(await a.found(typed)).toMatchObject([{ id, matched, exact: true }])
  })

  test('each number of a list in one field is found, and the list as a whole', async () => {
    const { id } = await a.newOrder({ shipmentPurchase: 'LIST-101; LIST-202,LIST-303' })
    for (const typed of ['list101', 'list-202', 'List 303', 'LIST-101; LIST-202,LIST-303'])
      expect((await a.found(typed))[0]).toMatchObject({ id, exact: true })
  })

  test('a North American phone number is found without its 1', async () => {
    const { id } = await a.newOrder({ phone: '16045557788' })
    expect((await a.found('604 555 7788'))[0]).toMatchObject({ id, matched: 'Phone' })
  })

  test('digits are an id too, unless they begin with a plus or a zero', async () => {
    const { id } = await a.newOrder()
    expect((await a.found(`#${id}`))[0]).toMatchObject({ id, matched: 'Order ID', exact: true })
    expect(await a.found(`+${id}`)).toEqual([])
    expect(await a.found(`0${id}`)).toEqual([])
  })

  test('an exact hit comes before those that only begin with it', async () => {
    const longer = await a.newOrder({ otherReferenceUsed: 'KX-1000' })
    const exact = await a.newOrder({ otherReferenceUsed: 'KX-100' })
    expect(await a.ids('kx100')).toEqual([exact.id, longer.id])
  })

  test('a number inside a longer text is found, though not as an exact hit', async () => {
    const { id } = await a.newOrder({ shipmentPurchase: 'IN-4711-TEXT' })
    expect(await a.found('where is IN-4711-TEXT now')).toMatchObject([{ id, matched: 'PO number', exact: false }])
  })

  test('an order that fits several times is shown once', async () => {
    const { id } = await a.newOrder({
      shipmentPurchase: 'TWICE-9',
      otherReferenceUsed: 'TWICE-9',
      suppliersInvoiceNumber: 'TWICE-99',
    })
    expect(await a.ids('twice9')).toEqual([id])
  })

  test('deleted orders are not found by anything', async () => {
    const { id } = await a.newOrder({
      shipmentPurchase: 'GONE-1',
      companyName: 'Gonewild Ltd',
      customCode: '7391',
      deletedAt: new Date(),
    })
    for (const typed of ['gone1', 'gonewild', '7391', String(id)]) expect(await a.ids(typed)).not.toContain(id)
  })
})

describe('names', () => {
  test('are searched from three characters on, in any place and case', async () => {
    const { id } = await a.newOrder({ companyNameShipper: 'Xiamen Zwölf Lamps' })
    expect(await a.found('WÖLF')).toMatchObject([{ id, matched: 'Supplier', exact: false }])
    expect(await a.ids('zw')).toEqual([])
    const own = await a.newOrder({ companyName: 'Quokka Imports' })
    expect(await a.found('quokka')).toMatchObject([{ id: own.id, matched: 'Company' }])
  })

  test('of a pattern are taken literally', async () => {
    await a.newOrder({ companyName: 'Percent 100% Cotton' })
    expect(await a.found('100% c')).toHaveLength(1)
    expect(await a.found('1__% c')).toEqual([])
  })

  test('the exact name comes before long names that hold it, and nothing matches by scattered letters', async () => {
    const make = async (username: string) => (await createUser(server.db, { username, companyName: '' })).id
    const long = await make('Orla Venn and Partners')
    const exact = await make('Orla Venn')
    await make('Oscar Rla V Enn')
    expect(await a.found('orla venn', 'clients')).toMatchObject([
      { id: exact, title: 'Orla Venn', exact: true },
      { id: long, exact: false },
    ])
  })
})

test('clients are found by name, company, email and phone; deleted ones and staff are not', async () => {
  const values = {
    username: 'Zelda Quist',
    companyName: 'Quist Lighting',
    email: 'zelda@quist.test',
    phone: '4612345678',
  }
  const { id } = await createUser(server.db, values)
  await createUser(server.db, { ...values, email: 'old@quist.test', deletedAt: new Date() })
  await createUser(server.db, { ...values, email: 'staff@quist.test', role: [Role.MANAGER] })
  for (const [typed, matched] of [
    ['zelda q', 'Name'],
    ['quist light', 'Company'],
    ['ZELDA@quist.test', 'Email'],
    ['zelda@q', 'Email'],
    ['+46 123-456-78', 'Phone'],
  ] as const)
    expect(await a.found(typed, 'clients')).toMatchObject([{ id, kind: 'client', title: 'Zelda Quist', matched }])
})

test('a container is found in any form, with its order or with its sailing and the orders in it', async () => {
  const fcl = await a.newFclOrder()
  await a.newContainer({ orderId: fcl.id, number: 'MSKU1234565', seal: 'SEAL-1' })
  expect(await a.found('msku 123456-5')).toMatchObject([{ id: fcl.id, matched: 'Container', exact: true }])
  const sailing = await a.newSailing({ reference: 'S-2026-9001', masterBill: 'MAEU-771' })
  const box = await a.newContainer({ sailingId: sailing.id, number: 'TGHU7654321', seal: 'SEAL-2' })
  const { id } = await a.newOrder()
  await a.load(id, sailing.id, box.id)
  const { groups } = await a.search('TGHU7654321')
  expect(groups.orders.items).toMatchObject([{ id, matched: 'Container' }])
  expect(groups.sailings.items).toMatchObject([{ id: sailing.id, matched: 'Container', exact: true }])
  expect(await a.found('seal2')).toMatchObject([{ id, matched: 'Seal' }])
  expect(await a.found('maeu771')).toMatchObject([{ id, matched: 'Master bill' }])
})

test('sailings are found by reference, voyage, vessel and IMO number', async () => {
  const { id } = await a.newSailing({ reference: 'S-2026-9100', vessel: 'Ever Zircon', voyage: '018-ZQ' })
  await sql`update vessels set imo_number = '9074729' where name = 'Ever Zircon'`.execute(server.db)
  await sql`update sailings set etd = '2026-03-05T00:00:00Z' where id = ${id}`.execute(server.db)
  for (const [typed, matched] of [
    ['s 2026 9100', 'Reference'],
    ['018zq', 'Voyage'],
    ['zircon', 'Vessel'],
    ['IMO 9074729', 'Vessel'],
  ] as const)
    expect(await a.found(typed, 'sailings')).toMatchObject([
      { id, kind: 'sailing', title: 'S-2026-9100', matched, detail: 'Ever Zircon 018-ZQ · CNNGB → CAVAN · Mar 5 2026' },
    ])
  expect(await a.found('imo9074729', 'reference')).toMatchObject([
    { kind: 'vessel', matched: 'IMO number', exact: true },
  ])
})

test('a sailing is found by the last four digits of its reference, the nearest departure first', async () => {
  const year = new Date().getUTCFullYear()
  const past = await a.newSailing({ reference: `S-${year - 1}-9155`, vessel: 'Ever Jasper', voyage: 'J1' })
  const coming = await a.newSailing({ reference: `S-${year}-9155`, vessel: 'Ever Jasper', voyage: 'J2' })
  await sql`update sailings set etd = now() + interval '9 days' where id = ${coming.id}`.execute(server.db)
  await sql`update sailings set etd = now() - interval '2 days' where id = ${past.id}`.execute(server.db)
  expect(await a.found('9155', 'sailings')).toMatchObject([
    { id: coming.id, matched: 'Reference', exact: true },
    { id: past.id, matched: 'Reference', exact: true },
  ])
  expect(await a.found('155', 'sailings')).toEqual([])
})

test('templates, blocks and reference data are found by name and code', async () => {
  const template = await createTemplate(server.db)
  expect(await a.found(template.title, 'templates')).toMatchObject([{ id: template.id, kind: 'template', exact: true }])
  await server.db
    .insertInto('htmlBlocks')
    .values({ title: 'Zebra footer', identifier: 'zebraFooter', content: 'x' })
    .execute()
  expect(await a.found('zebraf', 'templates')).toMatchObject([{ kind: 'block', matched: 'Identifier' }])
  await server.db.insertInto('ports').values({ code: 'ZZQQX', name: 'Port Quixote' }).execute()
  expect(await a.found('zzqqx', 'reference')).toMatchObject([
    { kind: 'port', title: 'Port Quixote', matched: 'Code', exact: true },
  ])
  expect(await a.found('quixote', 'reference')).toMatchObject([{ kind: 'port', matched: 'Name', exact: false }])
})

test('an 11-character text is searched as a code and as a container', async () => {
  const { id } = await a.newOrder({ hashSum: 'ABCU1234', customCode: '5678' })
  const fcl = await a.newFclOrder()
  await a.newContainer({ orderId: fcl.id, number: 'ABCU1234567' })
  expect((await a.ids('ABCU1234567')).toSorted()).toEqual([id, fcl.id].toSorted())
})

test('seven digits are searched as id, as IMO number and as phone', async () => {
  await server.db.insertInto('vessels').values({ name: 'Seven Seas', imoNumber: '9319466' }).execute()
  const client = await createUser(server.db, { phone: '9319466' })
  const { id } = await a.newOrder({ id: 9_319_466 })
  const { groups } = await a.search('9319466')
  expect(groups.orders.items[0]).toMatchObject({ id, matched: 'Order ID' })
  expect(groups.clients.items).toMatchObject([{ id: client.id, matched: 'Phone' }])
  expect(groups.reference.items).toMatchObject([{ kind: 'vessel', exact: true }])
})

test('a group holds as many as asked for, and says that there are more', async () => {
  for (let n = 0; n < 4; n++) await a.newOrder({ otherReferenceUsed: `MANY-${n}` })
  const { orders } = (await a.ask('many', '&limit=3')).body.data.groups
  expect(orders.items).toHaveLength(3)
  expect(orders.more).toBe(true)
  const all = (await a.ask('many', '&limit=4')).body.data.groups.orders
  expect(all).toMatchObject({ more: false, items: { length: 4 } })
})

test('a part that takes too long is named, and the others are answered', async () => {
  const { id } = await a.newOrder({ shipmentPurchase: 'SLOW-1', companyName: 'Slow Boat' })
  await createUser(server.db, { username: 'Slow Sam' })
  const lock = await server.pool.connect()
  await lock.query('begin; lock table client_terms in access exclusive mode')
  const reply = searchIn(server.db, 'slow', 8, 1_000)
  const { groups, partial } = await reply.finally(() => lock.query('rollback').then(() => lock.release()))
  expect(partial).toEqual(['clients'])
  expect(groups.clients).toEqual({ items: [], more: false })
  expect(groups.orders.items).toMatchObject([{ id, matched: 'PO number' }])
})

test('several parts may take too long: whatever comes behind them is answered all the same', async () => {
  const { id } = await a.newOrder({ companyName: 'Tardy Tugs' })
  const lock = await server.pool.connect()
  await lock.query('begin; lock table client_terms, named_records in access exclusive mode')
  const reply = searchIn(server.db, 'tardy', 8, 1_000)
  const { groups, partial } = await reply.finally(() => lock.query('rollback').then(() => lock.release()))
  expect(partial).toEqual(['clients', 'sailings', 'articles', 'templates', 'reference'])
  expect(groups.orders.items).toMatchObject([{ id, matched: 'Company' }])
})

test('at most four searches run at once, and everyone gets an answer', async () => {
  const { id } = await a.newOrder({ shipmentPurchase: 'TURN-1' })
  const lock = await server.pool.connect()
  await lock.query('begin; lock table client_terms in access exclusive mode')
  const found = Array.from({ length: 10 }, () => a.ids('turn1'))
  const waiting = async () =>
    Number(
      (await lock.query("select count(*) from pg_locks where relation = 'client_terms'::regclass and not granted"))
        .rows[0].count,
    )
  // Each waits a tenth of a second at most, and is asked again.
  await expect.poll(waiting, { interval: 5, timeout: 10_000 }).toBe(4)
  let most = 0
  for (let looks = 0; looks < 40; looks++) most = Math.max(most, await waiting())
  await lock.query('rollback').then(() => lock.release())
  expect(most).toBeLessThanOrEqual(4)
  expect(await Promise.all(found)).toEqual(Array.from({ length: 10 }, () => [id]))
})

test('a text has 1 to 200 characters and a limit is 1 to 20', async () => {
  expect((await a.ask('x'.repeat(200))).status).toBe(200)
  for (const wrong of [
    'q=',
    'q=%20',
    `q=${'x'.repeat(201)}`,
    'limit=3',
    'q=a&limit=0',
    'q=a&limit=21',
    'q=a&limit=x',
    'q=a&q=b',
  ])
    expect((await server.call('GET', `search?${wrong}`)).status).toBe(400)
  expect((await a.ask('a', '&limit=20')).status).toBe(200)
  for (const odd of ["'; drop table orders --", '%', '\\', '( ͡° ͜ʖ ͡°)', '…', '~~~', 'A'.repeat(200)])
    expect((await a.ask(odd)).status).toBe(200)
})

test('clients and visitors cannot search', async () => {
  const token = await server.signIn()
  for (const [method, path, body] of [
    ['GET', 'search?q=abc', undefined],
    ['POST', 'search/codes', { codes: ['a'] }],
    ['GET', 'recents', undefined],
    ['POST', 'recents', { entity: 'orders', id: 1 }],
  ] as const) {
    expect((await server.call(method, path, { token, body })).status).toBe(403)
    expect((await server.call(method, path, { token: null, body })).status).toBe(401)
  }
})
