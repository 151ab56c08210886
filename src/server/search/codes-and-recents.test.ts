import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { RECENTS_KEPT } from '#contract/search/search.ts'
import { testServer } from '#server/test/test-server.ts'
import { searchAs } from './search.fixture.ts'

const server = testServer()
let a: Awaited<ReturnType<typeof searchAs>>

beforeAll(async () => {
  a = await searchAs(server)
})

const codes = (list: unknown[]) => server.call('POST', 'search/codes', { body: { codes: list } })
const open = (entity: string, id: number, token?: string) =>
  server.call('POST', 'recents', { body: { entity, id }, ...(token ? { token } : {}) })
const opened = async (token?: string) => (await server.call('GET', 'recents', token ? { token } : {})).body.data

test('codes in any form name their orders once, in their order, and the unknown ones as they were sent', async () => {
  const one = await a.newOrder({ hashSum: 'CODE0001', customCode: '1111', shipmentPurchase: 'PO-771' })
  const two = await a.newOrder({ hashSum: 'CODE0002', customCode: '2222', shipmentPurchase: 'PO-771' })
  const gone = await a.newOrder({ hashSum: 'CODE0003', customCode: '3333', deletedAt: new Date() })
  const { body } = await codes([
    'code - 0002 - 2222',
    'NOPE00000000',
    'CODE00011111',
    'code00022222',
    gone.trackingCode ?? '',
  ])
  expect(body.data).toEqual({
    found: [
      { code: 'CODE00022222', id: two.id },
      { code: 'CODE00011111', id: one.id },
    ],
    unknown: ['NOPE00000000', 'CODE00033333'],
  })
  const references = (await codes(['po 771', 'Ref PO-771', 'anna@example.test'])).body.data
  expect(references.found.map(({ id }: { id: number }) => id)).toEqual([one.id, two.id])
  expect(references.unknown).toEqual(['anna@example.test'])
})

test('one to 500 codes of at most 200 characters are looked up', async () => {
  expect((await codes(Array.from({ length: 500 }, (_, n) => `X${n}`))).status).toBe(200)
  expect((await codes(Array.from({ length: 501 }, (_, n) => `X${n}`))).status).toBe(400)
  expect((await codes([])).status).toBe(400)
  expect((await codes([1])).status).toBe(400)
  expect((await codes(['x'.repeat(201)])).status).toBe(400)
  expect((await codes(['', '—'])).body.data).toEqual({ found: [], unknown: ['', '—'] })
})

test('a code that cannot be stored is refused at its place', async () => {
  for (const odd of ['\0', 'a\0b', '\ud800'])
    expect(await codes(['fine', odd])).toMatchObject({
      status: 400,
      body: { data: { 'codes.1': 'This text contains characters that cannot be stored' } },
    })
})

test('no search is broken by what cannot be stored', async () => {
  for (const odd of ['q=%00', 'q=a%00b', 'q=%ED%A0%80', 'q=a&limit=%00'])
    expect((await server.call('GET', `search?${odd}`)).status, odd).toBeLessThan(500)
  for (const body of [
    { entity: '\0', id: 1 },
    { entity: 'orders', id: '\ud800' },
  ])
    expect((await server.call('POST', 'recents', { body })).status).toBe(400)
})

test('an unknown code is named once, as it was first spelled, and spellings of a known one are known', async () => {
  expect((await codes(['nope-1', 'NOPE1', 'nope1', ' Ｎope1', 'nope2'])).body.data.unknown).toEqual(['nope-1', 'nope2'])
  const same = ['Re: wxyz-1234-5678', 'WXYZ12345678']
  expect((await codes(same)).body.data.unknown).toEqual(same.slice(0, 1))
  const { id } = await a.newOrder({ shipmentPurchase: '5588-1' })
  expect((await codes(['PO5588-1', 'PO 5588-1'])).body.data).toMatchObject({ found: [{ id }], unknown: [] })
})

test('a code is one number, whatever spaces it has', async () => {
  await a.newOrder({ shipmentPurchase: '6611' })
  const { id } = await a.newOrder({ shipmentPurchase: '6611 7722' })
  expect((await codes(['PO 6611 7722', 'PO 6611 7733'])).body.data).toMatchObject({
    found: [{ id }],
    unknown: ['PO 6611 7733'],
  })
})

test('what was opened last comes first, each once and for its person only', async () => {
  const token = await server.signIn({ role: ['ROLE_MANAGER'] })
  const order = await a.newOrder({ companyName: 'Anna Trading' })
  const sailing = await a.newSailing({ reference: 'S-2026-5001', vessel: 'Ever Recent', voyage: '7E' })
  await open('orders', order.id, token)
  await open('sailings', sailing.id, token)
  await open('clients', a.client.id, token)
  const reply = await open('orders', order.id, token)
  expect(reply.body.data).toMatchObject([
    { entity: 'orders', id: order.id, title: order.trackingCode, detail: 'Anna Trading' },
    { entity: 'clients', id: a.client.id, title: 'Berta Klein' },
    { entity: 'sailings', id: sailing.id, title: 'S-2026-5001', detail: 'Ever Recent 7E' },
  ])
  expect(await opened(token)).toEqual(reply.body.data)
  expect(await opened()).toEqual([])
})

test('50 are kept', async () => {
  const token = await server.signIn({ role: ['ROLE_MANAGER'] })
  const first = await a.newOrder()
  const { rows } = await sql<{
    id: number
  }>`insert into orders (hash_sum, custom_code, user_id, username, your_name, email,
      transportation_mode, shipment_trade_terms)
    select 'KEPT' || lpad(n::text, 4, '0'), '1234', ${a.client.id}, 'x', 'x', '', 0, 2 from generate_series(1, ${RECENTS_KEPT}::int) n
    returning id`.execute(server.db)
  for (const { id } of [first, ...rows]) expect((await open('orders', id, token)).status).toBe(200)
  const kept = await opened(token)
  expect(kept).toHaveLength(RECENTS_KEPT)
  expect(kept.map(({ id }: { id: number }) => id)).not.toContain(first.id)
})

test('a record that is gone is 404 and leaves the recents', async () => {
  const token = await server.signIn({ role: ['ROLE_MANAGER'] })
  const { id } = await a.newOrder()
  expect((await open('orders', id, token)).body.data).toHaveLength(1)
  await sql`update orders set deleted_at = now() where id = ${id}`.execute(server.db)
  expect(await opened(token)).toEqual([])
  expect(await open('orders', id, token)).toMatchObject({ status: 404, body: { message: 'Order not found' } })
  await sql`update orders set deleted_at = null where id = ${id}`.execute(server.db)
  expect(await opened(token)).toEqual([])
})

test('only known kinds of records with an id are taken', async () => {
  for (const body of [{ entity: 'users', id: 1 }, { entity: 'orders', id: 0 }, { entity: 'orders' }, {}])
    expect((await server.call('POST', 'recents', { body })).status).toBe(400)
  expect((await open('clients', server.staff.id)).status).toBe(404)
})
