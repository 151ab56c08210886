import { expect, test } from 'vitest'
import { trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()

const path = (id: number, query = '') => server.call('GET', `request/booking/get/user/${id}${query}`)
const ids = (items: { id: number }[]) => items.map(({ id }) => id)

test('without a page, the orders of a client are an array of at most 1000, with the total in a header', async () => {
  const { id } = await createUser(server.db)
  const first = await createOrder(server.db, { userId: id })
  const { id: _, trackingCode: __, ...copied } = first
  const more = Array.from({ length: 1000 }, (_, n) => ({ ...copied, hashSum: `MORE${String(n).padStart(4, '0')}` }))
  for (let from = 0; from < more.length; from += 500)
    await server.db
      .insertInto('orders')
      .values(more.slice(from, from + 500))
      .execute()
  const { headers, body } = await path(id)
  expect(body.data).toHaveLength(1000)
  expect(headers.get('x-total-count')).toBe('1001')
  const last = await path(id, '?page=2&per_page=1000')
  expect(ids(last.body.data.items)).toEqual([first.id])
  expect(last.body.data).toMatchObject({ totalCount: 1001, numItemsPerPage: 1000, currentPageNumber: 2 })
})

test('with page or per_page they are a page, and the search finds id, code, supplier and PO', async () => {
  const { id } = await createUser(server.db)
  const lamps = await createOrder(server.db, { userId: id, companyNameShipper: 'Ningbo Lamps' })
  const other = await createOrder(server.db, { userId: id, companyNameShipper: 'Xiamen Chairs', shipmentId: 'PO-77' })
  expect(ids((await path(id, '?page=1')).body.data.items)).toEqual([other.id, lamps.id])
  expect((await path(id, '?per_page=1')).body.data).toMatchObject({ totalCount: 2, items: [{ id: other.id }] })
  expect(ids((await path(id, '?order[id]=asc')).body.data)).toEqual([lamps.id, other.id])
  const code = lamps.trackingCode
  for (const text of ['lamps', String(lamps.id), code, `${code.slice(0, 4)} - ${code.slice(4, 8)}`.toLowerCase()]) {
    const { headers, body } = await path(id, `?search=${encodeURIComponent(text)}`)
    expect({ text, ids: ids(body.data) }).toEqual({ text, ids: [lamps.id] })
    expect(headers.get('x-total-count')).toBe('1')
  }
  expect(ids((await path(id, '?search=po-77')).body.data)).toEqual([other.id])
  expect((await path(id, '?search=%25')).body.data).toEqual([])
  expect((await path(id, '?page=0')).body.data).toHaveProperty('page')
})

test('the orders of a client are sorted by code, supplier and PO too, those without one last in either direction', async () => {
  const { id } = await createUser(server.db)
  const made = async (companyNameShipper: string, shipmentId: string) =>
    (await createOrder(server.db, { userId: id, companyNameShipper, shipmentId })).id
  const [tiles, none, lamps] = [await made('Tiles', 'PO-2'), await made('', ''), await made('lamps', 'PO-1')]
  for (const key of ['companyNameShipper', 'shipmentId']) {
    expect(ids((await path(id, `?order[${key}]=asc`)).body.data)).toEqual([lamps, tiles, none])
    expect(ids((await path(id, `?order[${key}]=desc`)).body.data)).toEqual([tiles, lamps, none])
  }
  const codes = (await path(id, '?order[tracking_code]=asc')).body.data.map(trackingCodeOf)
  expect(codes).toEqual(codes.toSorted())
  expect((await server.call('GET', 'request/booking/get_all?order[shipmentId]=asc')).status).toBe(400)
})
