import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { readSheet } from '#server/sheets/read-sheet.ts'
import { tableOf } from '#server/sheets/sheet.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer({ TIME_ZONE: 'America/Vancouver' })
let token: string
let me: number
const ids: number[] = []

beforeAll(async () => {
  me = (await createUser(server.db, { role: [Role.ADMIN], username: 'Ada' })).id
  token = await server.tokenFor(me)
  const client = await createUser(server.db, { username: '=cmd()', companyName: 'Zoë & "Sons"', phone: '16045550199' })
  for (let n = 0; n < 5; n++) {
    const order = await createOrder(server.db, {
      userId: client.id,
      username: '=cmd()',
      companyName: n === 0 ? '@SUM(1+1)' : `Company ${n}, Ltd`,
      shipmentVolume: n + 1.5,
      status: n % 2 === 0 ? 0 : 2,
      inChargeId: n === 0 ? me : null,
      createdAt: new Date('2026-03-08T07:59:59Z'),
      lastEventTime: new Date('2026-03-08T20:05:00Z'),
    })
    ids.push(order.id)
  }
  await server.db
    .updateTable('orders')
    .set({ deletedAt: new Date() })
    .where('id', '=', ids[4] ?? 0)
    .execute()
})

const download = (path: string, as = token, signal: AbortSignal | null = null) =>
  fetch(`${server.url}/api/${path}`, { headers: { 'user-token': as }, signal })
const fileOf = async (path: string) => {
  const reply = await download(path)
  expect(reply.status).toBe(200)
  return { reply, data: Buffer.from(await reply.arrayBuffer()) }
}
const rowsOf = async (path: string) => tableOf(await readSheet(new Uint8Array((await fileOf(path)).data)))

test('orders are exported as the list shows them, newest first, with the number of rows in a header', async () => {
  const { reply, data } = await fileOf('request/booking/export')
  expect(reply.headers.get('x-total-count')).toBe('4')
  expect(reply.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"')
  expect(reply.headers.get('content-length')).toBeNull()
  const { headings, rows } = tableOf(await readSheet(new Uint8Array(data)))
  expect(headings).toEqual([
    'ID',
    'Date',
    'User',
    'Company',
    'Tracking Code',
    'Event',
    'Origin',
    'Destination',
    'Volume',
    'Status',
    'Last update',
  ])
  expect(rows.map(({ cells }) => cells[0])).toEqual(ids.slice(0, 4).toReversed().map(String))
  const first = rows.at(-1)?.cells ?? []
  // The day and the time are those of the time zone.
  expect(first[1]).toBe('Mar 7 2026')
  expect(first[4]).toMatch(/^[A-Z]{4} - \d{4} - \d{4}$/)
  expect(first.slice(8)).toEqual(['1.5', 'In progress', 'Mar 8 2026 13:05'])
})

test('texts that look like formulas are neutralised', async () => {
  const { data } = await fileOf('request/booking/export?columns=user,company')
  expect(data.toString()).toContain('"\'=cmd()","\'@SUM(1+1)"')
})

test.each(['csv', 'xlsx'])(
  'a %s file has the columns asked for, in their order, and what filters, search and sort leave',
  async (format) => {
    const { headings, rows } = await rowsOf(
      `request/booking/export?format=${format}&columns=inCharge,volume,id&f.status=is:0&order[shipment_volume]=asc`,
    )
    expect(headings).toEqual(['In charge', 'Volume', 'ID'])
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Ada', '1.5', String(ids[0])],
      ['', '3.5', String(ids[2])],
    ])
    const one = await rowsOf(`request/booking/export?format=${format}&columns=id&search=${ids[1]}`)
    expect(one.rows.map(({ cells }) => cells)).toEqual([[String(ids[1])]])
    const chosen = await rowsOf(`request/booking/export?format=${format}&columns=id&ids=${ids[3]},${ids[4]}`)
    expect(chosen.rows.map(({ cells }) => cells)).toEqual([[String(ids[3])]])
    expect((await rowsOf(`request/booking/export?format=${format}&columns=id&f.inCharge=is:me`)).rows).toHaveLength(1)
    expect((await rowsOf(`request/booking/export?format=${format}&columns=id&f.status=empty`)).rows).toHaveLength(0)
  },
)

test('an export has the same orders in the same order as the pages of the view', async () => {
  const view = 'f.company=has:company&order[status]=desc'
  const list = await server.call('GET', `request/booking/get_all?per_page=100&${view}`, { token })
  const { rows } = await rowsOf(`request/booking/export?columns=id&${view}`)
  expect(rows.map(({ cells }) => Number(cells[0]))).toEqual(list.body.data.items.map(({ id }: { id: number }) => id))
})

test('clients are exported with the columns of their list', async () => {
  const { headings, rows } = await rowsOf('admin/user/export?f.company=has:zo%C3%AB')
  expect(headings).toEqual(['Id', 'Name', 'Company name', 'Mail', 'Phone'])
  expect(rows).toHaveLength(1)
  // Reading a file back undoes what keeps spreadsheets from running it.
  expect(rows[0]?.cells.slice(1, 3)).toEqual(['=cmd()', 'Zoë & "Sons"'])
  expect(rows[0]?.cells[4]).toBe('+16045550199')
  const { reply } = await fileOf('admin/user/export?format=xlsx&columns=phone,id&order[username]=desc')
  expect(reply.headers.get('x-total-count')).toBe('1')
  expect((await rowsOf('admin/user/export?columns=username&search=nobody')).rows).toHaveLength(0)
})

test.each([
  ['request/booking/export?format=pdf', 'format'],
  ['request/booking/export?columns=id,password', 'columns'],
  ['request/booking/export?columns=', 'columns'],
  ['request/booking/export?columns=id,id', 'columns'],
  ['request/booking/export?f.status=is:9', 'f.status'],
  ['request/booking/export?f.colour=is:9', 'f.colour'],
  ['request/booking/export?order[password]=asc', 'order[password]'],
  ['admin/user/export?columns=passwordHash', 'columns'],
  ['admin/user/export?f.confirmed=is:maybe', 'f.confirmed'],
])('%s is 400 at %s', async (path, field) => {
  const reply = await server.call('GET', path, { token })
  expect([reply.status, typeof reply.body.data[field]]).toEqual([400, 'string'])
})

test('exports are for staff', async () => {
  const client = await server.signIn()
  for (const path of ['request/booking/export', 'admin/user/export']) {
    expect((await download(path, client)).status).toBe(403)
    expect((await download(path, 'none')).status).toBe(401)
  }
})
