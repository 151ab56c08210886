import { strToU8, zipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { Role } from '#contract/session/session.ts'
import { csvOf, startImports } from './imports.fixture.ts'

const imports = await startImports()
afterAll(() => imports.close())
const { db, server, call, checked, orderCells } = imports

/** A workbook of a few hundred kilobytes with millions of cells, which takes far longer than a file of its size usually does. */
function heavyWorkbook(): Uint8Array<ArrayBuffer> {
  const row = `<row>${'<c><v>1</v></c>'.repeat(100)}</row>`
  const parts = {
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${row.repeat(99_000)}</sheetData></worksheet>`),
  }
  return new Uint8Array(zipSync(parts, { level: 9 }))
}

const sent = (token: string, content: Uint8Array<ArrayBuffer> | string, name: string) => {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  return call('POST', 'import/orders/check', { body: form, token })
}

test('a small file is checked soon while others have heavy ones checked, and nobody has more than two in hand', async () => {
  const [heavy, ...people] = await Promise.all(Array.from({ length: 4 }, () => server.signIn({ role: [Role.MANAGER] })))
  const file = heavyWorkbook()
  expect(file.length).toBeLessThan(1024 * 1024)
  const small = csvOf([orderCells()])
  const timed = async (token: string) => {
    const start = performance.now()
    const { status, body } = await sent(token, small, 'small.csv')
    expect({ status, valid: body.data.valid }).toEqual({ status: 200, valid: 1 })
    return performance.now() - start
  }
  let over = false
  const begun = performance.now()
  const long = [1, 2].map(() =>
    sent(heavy ?? '', file, 'heavy.xlsx').finally(() => {
      over = true
    }),
  )
  const third = await sent(heavy ?? '', small, 'small.csv')
  expect(third).toMatchObject({
    status: 503,
    body: { message: expect.stringMatching(/^2 of your files are being checked/) },
  })
  const times = await Promise.all(people.map(timed))
  expect(over).toBe(false)
  for (const { status } of await Promise.all(long)) expect([200, 400]).toContain(status)
  // The heavy ones take so much longer that nobody has waited for either of them.
  expect(Math.max(...times)).toBeLessThan((performance.now() - begun) / 2)
}, 300_000)

test('of the files that a person has read and does not import, the oldest go; those of others stay', async () => {
  const token = await server.signIn({ role: [Role.MANAGER] })
  const other = await checked('orders', csvOf([orderCells()]))
  const ids: number[] = []
  for (let n = 0; n < 12; n++) ids.push((await sent(token, csvOf([orderCells()]), `${n}.csv`)).body.data.id)
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
  // So many rows that the two before are too many with it.
  await sql`update imports set rows = 200000 where id = any(${ids.slice(-2)}::int[])`.execute(db)
  ids.push((await sent(token, csvOf([orderCells()]), 'last.csv')).body.data.id)
  expect(await left()).toEqual([other.id, ...ids.slice(-2)])
  expect((await call('GET', `import/${ids[0]}`, { token })).status).toBe(404)
}, 120_000)
