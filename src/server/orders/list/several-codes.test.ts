import { beforeAll, expect, test } from 'vitest'
import { MOST_CODES } from '#contract/orders/list/order-filters.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
const CODES = ['AAAA11111111', 'BBBB22222222', 'CCCC33333333']
const ids: number[] = []

beforeAll(async () => {
  const { id: userId } = await createUser(server.db)
  for (const [n, code] of [...CODES, 'DDDD44444444'].entries()) {
    const { id } = await createOrder(server.db, {
      userId,
      hashSum: code.slice(0, 8),
      customCode: code.slice(8),
      status: n === 1 ? 1 : 0,
      shipmentVolume: 9 - n,
    })
    ids.push(id)
  }
})

const list = (search: string, more = '') =>
  server.call('GET', `request/booking/get_all?search=${encodeURIComponent(search)}${more}`)
const found = async (search: string, more = '') => {
  const { body } = await list(search, more)
  return body.data.items.map(({ id }: { id: number }) => ids.indexOf(id))
}

test.each([
  CODES.join(' '),
  CODES.join(', '),
  CODES.join('; '),
  CODES.join('\r\n'),
  CODES.join('\t'),
  CODES.map((code) => `#${code.slice(0, 4)} - ${code.slice(4, 8)} - ${code.slice(8)}`.toLowerCase()).join('\n'),
  `${CODES.join()},${CODES.join()},ZZZZ00000000`,
  CODES.join(''),
  CODES.join('\u200b'),
  CODES.join('\u00ad'),
  CODES.join('\u00a0'),
  'AAAA-1111-1111BBBB-2222-2222CCCC-3333-3333',
  'ＡＡＡＡ１１１１１１１１　bbbb-2222-2222\u200b cccc33333333',
])('%j finds the orders of its codes', async (search) => {
  expect((await found(search)).sort()).toEqual([0, 1, 2])
  expect((await list(search)).body.data.totalCount).toBe(3)
})

test('filters, sorting and pages go with several codes', async () => {
  expect(await found(CODES.join(' '), '&f.status=is:0&order[shipment_volume]=asc')).toEqual([2, 0])
  expect(await found(CODES.join(' '), '&order[shipment_volume]=desc')).toEqual([0, 1, 2])
  expect(await found(CODES.join(' '), '&order[id]=asc&per_page=10&page=9')).toEqual([0, 1, 2])
})

test.each([',', ';', '、', '，', '', '\u200b'])('the parameter codes takes them with %j between', async (between) => {
  const reply = await server.call('GET', `request/booking/get_all?codes=${encodeURIComponent(CODES.join(between))}`)
  expect(reply.body.data.totalCount).toBe(3)
})

test('one code of a look-up may be two with nothing between them', async () => {
  for (const between of ['', '\u200b', '\u00ad', '\u00a0']) {
    const { body } = await server.call('POST', 'search/codes', {
      body: { codes: [`${CODES[0]}${between}${CODES[1]}`, 'CCCC-3333-3333'] },
    })
    expect(body.data.found.map(({ id }: { id: number }) => ids.indexOf(id))).toEqual([0, 1, 2])
    expect(body.data.unknown).toEqual([])
  }
})

test('an export and a run take the same orders', async () => {
  const search = CODES.join('\n')
  const path = `request/booking/export?format=csv&search=${encodeURIComponent(search)}`
  const file = await server.call('GET', path)
  expect(file.status).toBe(200)
  const preview = await server.call('POST', 'runs/preview', {
    body: { kind: 'in-charge', input: { inChargeId: null }, selection: { filters: {}, search } },
  })
  expect(preview.body.data).toMatchObject({ total: 3 })
})

test('two hundred codes are searched at once, one more is refused in words', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `WXYZ - ${1000 + n} - 0000`).join(', ')
  expect((await list(many(MOST_CODES))).status).toBe(200)
  const { status, body } = await list(many(MOST_CODES + 1))
  expect(status).toBe(400)
  expect(body.data).toEqual({ search: 'Search for no more than 200 codes at once, not 201' })
})
