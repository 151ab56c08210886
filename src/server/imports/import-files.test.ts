import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { MOST_IMPORTED } from '#contract/imports/imports.ts'
import { sheetPieces } from '#server/sheets/write-sheet.ts'
import { csvOf, startImports } from './imports.fixture.ts'
import { stageFile } from './stage-file.ts'

const imports = await startImports()
afterAll(() => imports.close())
const { db, call, check, checked, orderCells, apply, itemsOf, orderOf } = imports

const refusalOf = async (...given: Parameters<typeof check>) => {
  const { status, body } = await check(...given)
  return [status, body.data?.file ?? body.message]
}
const cells = (columns: number) => Array.from({ length: columns }, (_, n) => `c${n}`).join(',')

async function workbook(rows: readonly Record<string, string>[]): Promise<Uint8Array<ArrayBuffer>> {
  const headings = Object.keys(rows[0] ?? {})
  const table = { headings, batches: [rows.map((row) => headings.map((heading) => row[heading] ?? ''))] }
  const pieces: Uint8Array[] = []
  for await (const piece of sheetPieces(table, 'xlsx')) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}

test('files that cannot be read are refused with the reason, and leave nothing', async () => {
  const before = (await db.selectFrom('imports').select('id').execute()).length
  expect(await refusalOf('orders', '')).toEqual([400, 'File cannot be empty'])
  expect(await refusalOf('orders', '\n\n')).toEqual([400, 'File cannot be empty'])
  expect(await refusalOf('orders', 'Client email,Origin')).toEqual([
    400,
    'File cannot be empty: there is nothing below the headings',
  ])
  expect((await refusalOf('orders', new Uint8Array([0x44, 0xfc, 0x01, 0x0a])))[1]).toMatch(/no text and no workbook/)
  expect((await refusalOf('orders', new Uint8Array([0xff, 0xfe, 0x41, 0x00])))[1]).toMatch(/nothing below the headings/)
  expect(await refusalOf('orders', 'PK nothing')).toEqual([400, 'The file is not a workbook'])
  expect(await refusalOf('orders', 'a\n"b')).toEqual([400, 'The file cannot be read as CSV: a quote is not closed'])
  expect(await refusalOf('orders', new Uint8Array(zipSync({ 'a.txt': strToU8('x') })))).toEqual([
    400,
    'The file is not a workbook',
  ])
  expect((await call('POST', 'import/orders/check', { body: {} })).status).toBe(415)
  const bad = new FormData()
  bad.append('mapping', '{')
  bad.append('file', new Blob(['a\nb']), 'x.csv')
  expect((await call('POST', 'import/orders/check', { body: bad })).body.data).toEqual({
    mapping: expect.stringMatching(/^Send the mapping as JSON/),
  })
  expect((await db.selectFrom('imports').select('id').execute()).length).toBe(before)
})

test('200 columns, 10 000 characters in a cell and 100 000 rows are read; one more is refused', async () => {
  expect((await check('orders', `${cells(MOST_IMPORTED.columns)}\nx`)).status).toBe(200)
  expect(await refusalOf('orders', `${cells(MOST_IMPORTED.columns + 1)}\nx`)).toEqual([400, 'No more than 200 columns'])
  expect((await check('orders', `a\n${'x'.repeat(MOST_IMPORTED.text)}`)).status).toBe(200)
  expect(await refusalOf('orders', `a\n${'x'.repeat(MOST_IMPORTED.text + 1)}`)).toEqual([
    400,
    'Row 2 has a cell of more than 10000 characters',
  ])
  expect(await refusalOf('orders', `a\n${'1\n'.repeat(MOST_IMPORTED.rows + 1)}`)).toEqual([
    400,
    'No more than 100000 rows',
  ])
  const full = `a\n${'1\n'.repeat(MOST_IMPORTED.rows)}`
  const kept = await stageFile(db, {
    remembers: false,
    kind: 'orders',
    fileName: 'a',
    data: Buffer.from(full),
    mapping: {},
    options: {},
    userId: null,
  })
  expect((await call('GET', `import/${kept}`)).body.data).toMatchObject({
    rows: MOST_IMPORTED.rows,
    checked: false,
    problems: [],
  })
  expect((await call('POST', `import/${kept}/apply`)).body.message).toBe(
    'This file was not checked to its end. Check it again.',
  )
})

test('a million rows of formulas are refused at the limit, while others are answered', async () => {
  const file = `a,b\n${'=1+1,=cmd\n'.repeat(1_000_000)}`
  let over = false
  const refused = refusalOf('orders', file).finally(() => {
    over = true
  })
  let answered = 0
  while (!over) {
    expect((await call('GET', 'health', { token: null })).status).toBe(200)
    answered++
  }
  expect(await refused).toEqual([400, 'No more than 100000 rows'])
  expect(answered).toBeGreaterThan(5)
})

test('a workbook that unpacks to a gigabyte is refused, whatever it declares', async () => {
  const zeros = new Uint8Array(8 * 1024 * 1024)
  const parts = {
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': zeros.fill(0x20),
  }
  const bomb = Buffer.from(zipSync(parts, { level: 9 }))
  // The directory declares a gigabyte; reading a part that is really larger than its limit is broken off.
  const at = bomb.lastIndexOf('xl/worksheets/sheet1.xml') - 46
  bomb.writeUInt32LE(1024 ** 3, at + 24)
  expect(await refusalOf('orders', new Uint8Array(bomb))).toEqual([400, 'The workbook is too large'])
  bomb.writeUInt32LE(100, at + 24)
  expect(await refusalOf('orders', new Uint8Array(bomb))).toEqual([400, 'The file is not a workbook'])
})

test('formulas are texts in a CSV file and their last value in a workbook; nothing computes them', async () => {
  const rows = [
    orderCells({ 'Description of goods': '=HYPERLINK("http://evil.example")', 'Merchant name': '@SUM(A1)' }),
  ]
  for (const file of [csvOf(rows), await workbook(rows)]) {
    const [item] = await itemsOf((await apply((await checked('orders', file)).id)).id)
    expect(await orderOf(item?.orderId ?? 0)).toMatchObject({
      shipmentDescription: '=HYPERLINK("http://evil.example")',
      merchantName: '@SUM(A1)',
    })
  }
})

test('semicolons, tabs and a byte order mark are read; dates of a workbook too', async () => {
  const [headings = '', row = ''] = csvOf([orderCells()]).split('\r\n')
  for (const sign of [';', '\t'])
    expect(
      (
        await checked(
          'orders',
          `\ufeff${[headings, row].map((line) => line.replaceAll('","', `"${sign}"`)).join('\n')}`,
        )
      ).valid,
    ).toBe(1)
  const plain = await workbook([orderCells({ Date: 'DATE' })])
  const { unzipSync } = await import('fflate')
  const parts = unzipSync(plain)
  const text = (path: string) => new TextDecoder().decode(parts[path])
  parts['xl/worksheets/sheet1.xml'] = strToU8(
    text('xl/worksheets/sheet1.xml').replace(/ t="inlineStr"><is><t>DATE<\/t><\/is>/, ' s="4"><v>45356.375</v>'),
  )
  parts['xl/styles.xml'] = strToU8(text('xl/styles.xml').replace('</cellXfs>', '<xf numFmtId="22"/></cellXfs>'))
  const report = await checked('orders', new Uint8Array(zipSync(parts)))
  expect(report.columns.find(({ heading }) => heading === 'Date')?.samples).toEqual(['2024-03-05 09:00'])
  expect(report.valid).toBe(1)
})

test('characters that were lost, or that no text can hold, are problems of their row', async () => {
  const report = await checked(
    'orders',
    csvOf([orderCells({ 'Merchant name': 'M\ufffdller' }), orderCells({ 'Merchant name': 'a\0b' })]),
  )
  expect(report.problems.map(({ row, column }) => [row, column])).toEqual([
    [2, 'Merchant name'],
    [3, 'Merchant name'],
  ])
})
