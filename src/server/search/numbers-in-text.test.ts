import { beforeAll, expect, test } from 'vitest'
import { createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { searchAs } from './search.fixture.ts'

const server = testServer()
let a: Awaited<ReturnType<typeof searchAs>>

beforeAll(async () => {
  a = await searchAs(server)
})

test('a phone number is found with its label, its extension, and 00 in place of the plus', async () => {
  const { id } = await a.newOrder({ phone: '17785550127' })
  const client = await createUser(server.db, { phone: '17785550127' })
  for (const typed of [
    '+1 (778) 555-0127',
    'Phone: +1 (778) 555-0127',
    'Tel. +1 778 555 0127',
    'tel:+17785550127',
    '0017785550127',
    '+1 778 555 0127 ext 3',
    'Please call +1 (778) 555-0127 today',
  ]) {
    expect((await a.found(typed))[0], typed).toMatchObject({ id, matched: 'Phone', exact: true })
    expect((await a.found(typed, 'clients'))[0], typed).toMatchObject({ id: client.id, matched: 'Phone', exact: true })
  }
})

test('the zero in brackets, which is not dialled from abroad, is left out', async () => {
  const { id } = await a.newOrder({ phone: '49301234567890' })
  expect(await a.ids('+49 (0) 30 1234 5678 90')).toEqual([id])
})

test('an id is found behind a word for it, as an exact hit', async () => {
  const { id } = await a.newOrder()
  for (const typed of [`order ${id}`, `ID: ${id}`, `Re: order no. ${id}`])
    expect((await a.found(typed))[0], typed).toMatchObject({ id, matched: 'Order ID', exact: true })
})

test('a number of several words is found inside a longer text, though not as an exact hit', async () => {
  const { id } = await a.newOrder({ shipmentPurchase: 'PO 2025-0011' })
  const spaced = await a.newOrder({ shipmentPurchase: 'PO 4711 0815' })
  const bare = await a.newOrder({ shipmentPurchase: '9911 2277' })
  const hit = { matched: 'PO number', exact: false }
  expect(await a.found('Your PO 2025-0011 is late')).toMatchObject([{ id, ...hit }])
  expect(await a.found('Your PO: 4711 0815, is it late?')).toMatchObject([{ id: spaced.id, ...hit }])
  expect(await a.found('Your PO 9911 2277 is late')).toMatchObject([{ id: bare.id, ...hit }])
})

test('a whole number is the exact hit of a text that says more', async () => {
  const { id } = await a.newOrder({ hashSum: 'YRCX0937', customCode: '6722' })
  expect(await a.found('Re: YRCX09376722, 12 pallets')).toMatchObject([{ id, exact: true }])
  const sailing = await a.newSailing({ reference: 'S-2026-0060', vessel: 'XIN LOS ANGELES', voyage: '099E' })
  const { groups } = await a.search('XIN LOS ANGELES 099E S-2026-0060')
  expect(groups.sailings.items[0]).toMatchObject({ id: sailing.id, matched: 'Reference', exact: true })
})

test('several whole numbers in one text are all found', async () => {
  const orders = [await a.newFclOrder(), await a.newFclOrder()]
  for (const [n, number] of ['TGHU3018443', 'CAIU0722854'].entries())
    await a.newContainer({ orderId: orders[n]?.id ?? 0, number })
  const ids = await a.ids('TGHU 301 844 3, CAIU 072 285 4')
  expect(ids.toSorted()).toEqual(orders.map(({ id }) => id).toSorted())
})
