import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { MOST_SELECTED } from '#contract/orders/list/order-selection.ts'
import { readSheet } from '#server/sheets/read-sheet.ts'
import { tableOf } from '#server/sheets/sheet.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let token: string
let userId: number

beforeAll(async () => {
  userId = (await createUser(server.db, { role: [Role.ADMIN] })).id
  token = await server.tokenFor(userId)
})

const post = (query: string, body: unknown) =>
  fetch(`${server.url}/api/request/booking/export?${query}`, {
    method: 'POST',
    headers: { 'user-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const idsIn = async (reply: Response) =>
  tableOf(await readSheet(new Uint8Array(await reply.arrayBuffer()))).rows.map(({ cells }) => Number(cells[0]))

test('ticked orders are exported by POST, in the order of the list; one that is gone is left out', async () => {
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push((await createOrder(server.db, { userId })).id)
  const reply = await post('columns=id&order[id]=asc', { ids: [...ids].reverse() })
  expect([reply.status, reply.headers.get('x-total-count')]).toEqual([200, '5'])
  expect(await idsIn(reply)).toEqual(ids)
  const gone = await post('columns=id&format=xlsx', { ids: [ids[1], 2_000_000_000] })
  expect(await idsIn(gone)).toEqual([ids[1]])
})

test.each([
  [
    'more orders than a selection may have',
    'columns=id',
    Array.from({ length: MOST_SELECTED + 1 }, (_, at) => at + 1),
    'ids',
  ],
  ['no orders', 'columns=id', [], 'ids'],
  ['an id that is none', 'columns=id', ['x'], 'ids.0'],
  ['a column that does not exist', 'columns=password', [1], 'columns'],
  ['a filter beside ids', 'f.status=is:0', [1], 'f.status'],
])('POST with %s is refused at its field', async (_what, query, orders, field) => {
  const reply = await post(query, { ids: orders })
  const { data } = (await reply.json()) as { data: object }
  expect([reply.status, Object.keys(data)]).toEqual([400, [field]])
})
