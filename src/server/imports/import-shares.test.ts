import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { strToU8, zipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { csvOf, startImports } from './imports.fixture.ts'

const imports = await startImports()
afterAll(() => imports.close())
const { db, server, call, checked, orderCells } = imports
const SMALL = csvOf([orderCells()])

/**
 * A workbook of a few hundred kilobytes with hundreds of thousands of cells, which takes far longer than a
 * file of its size usually does.
 */
function heavyWorkbook(): Uint8Array<ArrayBuffer> {
  const row = `<row>${'<c><v>1</v></c>'.repeat(100)}</row>`
  const parts = {
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${row.repeat(4_000)}</sheetData></worksheet>`),
  }
  return new Uint8Array(zipSync(parts, { level: 9 }))
}

const sent = (token: string, content: Uint8Array<ArrayBuffer> | string, name: string) => {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  return call('POST', 'import/orders/check', { body: form, token })
}

/** Begins to send a file and pauses; returns a function that closes the connection. */
function unfinished(token: string): () => void {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(
    `POST /api/import/orders/check HTTP/1.1\r\nhost: x\r\nuser-token: ${token}\r\ncontent-length: 1000\r\n` +
      'content-type: multipart/form-data; boundary=b\r\n\r\n--b\r\n',
  )
  return () => socket.destroy()
}

test('small files are checked while two heavy ones of somebody else still are', async () => {
  const [heavy = '', ...people] = await Promise.all(
    Array.from({ length: 3 }, () => server.signIn({ role: [Role.MANAGER] })),
  )
  const file = heavyWorkbook()
  expect(file.length).toBeLessThan(1024 * 1024)
  let over = false
  const long = [1, 2].map((n) =>
    sent(heavy, file, `heavy ${n}.xlsx`).finally(() => {
      over = true
    }),
  )
  for (const { status, body } of await Promise.all(people.map((token) => sent(token, SMALL, 'small.csv'))))
    expect({ status, valid: body.data.valid }).toEqual({ status: 200, valid: 1 })
  expect(over).toBe(false)
  // The answer is 400 if reading takes too long after all, beside much other work.
  for (const { status } of await Promise.all(long)) expect([200, 400]).toContain(status)
}, 300_000)

test('nobody has more than two files in hand; the others do not notice', async () => {
  const token = await server.signIn({ role: [Role.MANAGER] })
  const ends = [unfinished(token), unfinished(token)]
  const next = async () => (await sent(token, SMALL, 'small.csv')).body.message
  await wait(500)
  await expect.poll(next, { timeout: 20_000 }).toMatch(/^2 of your files are being checked/)
  expect((await checked('orders', SMALL)).valid).toBe(1)
  for (const end of ends) end()
  await expect.poll(async () => (await sent(token, SMALL, 'small.csv')).status, { timeout: 20_000 }).toBe(200)
})

test('of the files that a person has read and does not import, the oldest go; those of others stay', async () => {
  const token = await server.signIn({ role: [Role.MANAGER] })
  const other = await checked('orders', SMALL)
  const ids: number[] = []
  for (let n = 0; n < 12; n++) ids.push((await sent(token, SMALL, `${n}.csv`)).body.data.id)
  const left = async () =>
    (
      await db
        .selectFrom('imports')
        .select('id')
        .where('id', 'in', [...ids, other.id])
        .orderBy('id')
        .execute()
    ).map(({ id }) => id)
  expect(await left()).toEqual([other.id, ...ids.slice(2)])
  // Rows enough to make the two imports before too many.
  await sql`update imports set rows = 200000 where id = any(${ids.slice(-2)}::int[])`.execute(db)
  ids.push((await sent(token, SMALL, 'last.csv')).body.data.id)
  expect(await left()).toEqual([other.id, ...ids.slice(-2)])
  expect((await call('GET', `import/${ids[0]}`, { token })).status).toBe(404)
})
