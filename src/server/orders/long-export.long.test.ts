import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { MOST_SELECTED } from '#contract/orders/list/order-selection.ts'
import { readSheet } from '#server/sheets/read-sheet.ts'
import { tableOf } from '#server/sheets/sheet.ts'
import { createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

/**
 * Orders enough for a file to be under way while its connection is cut: the network buffers megabytes for a
 * reader.
 */
const ORDERS = 60_000
const BATCH = 250
/** Texts that compress badly, so that a workbook is too long to be sent before anybody reads it. */
const LONG_TEXT = `md5(n || 'a') || md5(n || 'b') || md5(n || 'c')`
const NAME = `md5(n || 'd') || left(md5(n || 'e'), 18)`

let server: TestServer
let token: string
let ids: number[]

beforeAll(async () => {
  server = await startTestServer()
  const { id } = await createUser(server.db, { role: [Role.ADMIN] })
  token = await server.tokenFor(id)
  const client = await server.pool.connect()
  // No export waits for anything.
  await client.query("set quayside.attention = 'off'")
  // Rows are inserted in batches: counting each row of one long transaction takes longer with every row.
  const batch = (from: number) =>
    client.query<{ id: number }>(
      `insert into orders (hash_sum, custom_code, user_id, username, your_name, email, transportation_mode, shipment_trade_terms, status, company_name, city_name)
       select 'BUL' || chr(65 + n / 10000) || lpad((n % 10000)::text, 4, '0'), '0000', $1, ${NAME}, 'B', 'b@example.test', 0, 2, 1, ${LONG_TEXT}, ${LONG_TEXT}
       from generate_series($2::int, $2 + ${BATCH - 1}) n returning id`,
      [id, from],
    )
  ids = []
  for (let from = 1; from <= ORDERS; from += BATCH) ids.push(...(await batch(from)).rows.map((row) => row.id))
  client.release(true)
}, 300_000)
afterAll(() => server.close())

const PATIENCE = { timeout: 15_000 }
const PATH = 'request/booking/export'
const download = (path: string, rest: RequestInit = {}, as = token) =>
  fetch(`${server.url}/api/${path}`, { ...rest, headers: { 'user-token': as, 'content-type': 'application/json' } })
/** The status of a download that is read to its end: an unread one keeps its place. */
async function statusOf(path: string): Promise<number> {
  const reply = await download(path)
  await reply.arrayBuffer()
  return reply.status
}
const rowsOf = async (reply: Response) => tableOf(await readSheet(new Uint8Array(await reply.arrayBuffer()))).rows
const post = (query: string, body: unknown) =>
  download(`${PATH}?${query}`, { method: 'POST', body: JSON.stringify(body) })

/** Connections that exports read through. */
const WORK =
  "from pg_stat_activity where query like '%exported%' and pid <> pg_backend_pid() and datname = current_database()"
const noWork = () => expect.poll(async () => (await server.pool.query(`select ${WORK}`)).rowCount, PATIENCE).toBe(0)

test('two long exports run at once, one of each person, and short ones beside them; one that is broken off ends its work and makes room', async () => {
  const stopped = new AbortController()
  const [other, third] = await Promise.all([1, 2].map(() => server.signIn({ role: [Role.ADMIN] })))
  const running = await Promise.all([token, other].map((as) => download(PATH, { signal: stopped.signal }, as)))
  expect(running.map(({ status, headers }) => [status, headers.get('x-total-count')])).toEqual([
    [200, String(ORDERS)],
    [200, String(ORDERS)],
  ])
  for (const as of [token, third]) {
    const refused = await download(PATH, {}, as)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  }
  expect(await statusOf('port/export')).toBe(200)
  stopped.abort()
  await Promise.allSettled(running.map((reply) => reply.text()))
  await noWork()
  expect(await statusOf(`${PATH}?columns=id&f.status=is:2`)).toBe(200)
})

test('an export that nobody waits for any more ends before its first row', async () => {
  for (let n = 0; n < 4; n++) {
    const stopped = new AbortController()
    const asked = download(PATH, { signal: stopped.signal }).catch(() => 'given up')
    setTimeout(() => stopped.abort(), 30)
    expect(await asked).toBe('given up')
    await noWork()
  }
  await expect.poll(() => statusOf(`${PATH}?columns=id`), PATIENCE).toBe(200)
})

test.each(['csv', 'xlsx'])(
  'a fault half-way through a %s file ends the connection: no reader takes it for whole',
  async (format) => {
    await noWork()
    const reply = await download(`${PATH}?format=${format}`)
    expect(reply.status).toBe(200)
    const reader = reply.body?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    const killed = await server.pool.query(`select pg_terminate_backend(pid) ${WORK}`)
    expect(killed.rowCount).toBe(1)
    const rest = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(rest()).rejects.toThrow()
    // The place is free again.
    await expect.poll(() => statusOf('port/export'), PATIENCE).toBe(200)
  },
)

test('a long file has each row once, and each cell of a workbook names its place', async () => {
  const reply = await download(`${PATH}?columns=id,company,event,status&format=xlsx&order[companyName]=desc`)
  const data = new Uint8Array(await reply.arrayBuffer())
  const sheet = new TextDecoder().decode(unzipSync(data)['xl/worksheets/sheet1.xml'])
  const rows = [...sheet.matchAll(/<row r="(\d+)">(.*?)<\/row>/g)]
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: ORDERS + 1 }, (_, at) => at + 1))
  // The third column, without an event, is left out.
  const places = (row: string | undefined) =>
    [...(row ?? '').matchAll(/<c r="([A-Z]+)(\d+)"/g)].map(([, ...place]) => place)
  for (const [, number, cells] of rows.slice(1))
    expect(places(cells)).toEqual([
      ['A', number],
      ['B', number],
      ['D', number],
    ])
  // Rows read back are limited to far fewer than are written.
  const written = rows.slice(1).map(([, , cells]) => Number(/<c r="A\d+"[^>]*><v>(\d+)<\/v>/.exec(cells ?? '')?.[1]))
  expect(written.toSorted((one, other) => one - other)).toEqual(ids)
})

test('ticked orders are exported by POST, as many as a selection may have, in the order of the list', async () => {
  const wanted = ids.slice(0, MOST_SELECTED)
  const reply = await post('columns=id&order[id]=asc', { ids: [...wanted].reverse() })
  expect([reply.status, reply.headers.get('x-total-count')]).toEqual([200, String(MOST_SELECTED)])
  expect((await rowsOf(reply)).map(({ cells }) => Number(cells[0]))).toEqual(wanted)
  const gone = await post('columns=id&format=xlsx', { ids: [ids[7], 2_000_000_000] })
  expect((await rowsOf(gone)).map(({ cells }) => Number(cells[0]))).toEqual([ids[7]])
})
