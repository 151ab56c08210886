import { beforeEach, expect, test } from 'vitest'
import { bookOf, stylesXml, text, workbookOf } from '#server/sheets/workbook.fixture.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
beforeEach(async () => {
  await server.db.deleteFrom('freight').execute()
  await server.db.deleteFrom('importChoices').execute()
})

const FREIGHT = 'value/freight'
const send = async (
  call: string,
  file: string | Uint8Array<ArrayBuffer>,
  options?: object | string,
  path = FREIGHT,
) => {
  const form = new FormData()
  form.append('file', new Blob([file]), 'rates.csv')
  if (options) form.append('options', typeof options === 'string' ? options : JSON.stringify(options))
  return server.call('POST', `${path}/import/${call}`, { body: form })
}
const check = async (file: string | Uint8Array<ArrayBuffer>, options?: object, path = FREIGHT) => {
  const { status, body } = await send('check', file, options, path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const rates = async () =>
  (await server.call('GET', `${FREIGHT}?per_page=100`)).body.data.items.map((row: Record<string, unknown>) => [
    row.tier,
    row.dest,
    row.cbm,
    row.mt,
  ])

test('rates are read by the decimal sign of their column', async () => {
  const file = 'Tier;Dest;CBM;MT\n1;A;12,5;1.500,25\n2;B;1.500;7\n3;C;1.250,5;8'
  const report = await check(file)
  expect(report.counts).toMatchObject({ added: 3, refused: 0 })
  expect(report.options).toMatchObject({ separator: ';', encoding: 'utf-8', headingRow: 1, decimalSign: ',' })
  expect(report.forms.map((form: { decimalSign: string | null }) => form.decimalSign)).toEqual([null, null, ',', ','])
  expect((await send(`apply?plan=${report.plan}`, file)).status).toBe(200)
  expect(await rates()).toEqual([
    [1, 'A', 12.5, 1500.25],
    [2, 'B', 1500, 7],
    [3, 'C', 1250.5, 8],
  ])
  const changed = await check('Tier;Dest;CBM;MT\n1;A;1.600;1.500,25\n2;B;12,5;7')
  expect(changed.rows.map(({ notes }: { notes: string[] }) => notes)).toEqual([
    ['CBM: 12.5 → 1600'],
    ['CBM: 1500 → 12,5'],
  ])
})

test('a file with the headings of our export has a dot, which can be changed and is remembered', async () => {
  const file = 'Tier,Dest,CBM,MT\n1,A,"1.500",2'
  const report = await check(file)
  expect(report.options.decimalSign).toBe('.')
  expect(report.forms[2]).toMatchObject({ decimalSign: '.', ambiguous: '1.500' })
  expect((await check(file, { decimalSign: ',' })).asLastTime).toEqual([])
  const next = await check(file)
  expect(next).toMatchObject({ asLastTime: ['decimalSign'], options: { decimalSign: ',' } })
  expect((await send(`apply?plan=${next.plan}`, file)).status).toBe(200)
  expect(await rates()).toEqual([[1, 'A', 1500, 2]])
  expect((await check(file, { decimalSign: null })).options.decimalSign).toBe('.')
  expect((await check(file)).asLastTime).toEqual([])
})

test('our headings count for nothing where the file itself speaks against a dot', async () => {
  for (const file of [
    'Tier,Dest,CBM,MT\n1,A,"1.200",2\n2,B,3,"1,5"',
    'Tier,Dest,CBM,MT\n1,A,"1.200",2\n2,B,3,"1.234.567"',
    'Tier;Dest;CBM;MT\n1;A;1.200;2',
  ]) {
    const report = await check(file)
    expect(report.options.decimalSign).toBe(null)
    expect(report.forms[2]).toMatchObject({ decimalSign: null, ambiguous: '1.200' })
    expect(report.rows[0].notes).toEqual(['CBM: This may be 1200 or 1.2. Choose the decimal sign'])
  }
})

test('a file that proves its decimal sign is not read as last time', async () => {
  await check('Tier,Dest,CBM,MT\n1,A,"1.500",2', { decimalSign: ',' })
  const next = await check('Tier,Dest,CBM,MT\n1,A,"1.500",2\n2,B,12.5,3')
  expect(next).toMatchObject({ asLastTime: [], options: { decimalSign: '.' } })
  expect(next.rows.map((row: { cells: string[] }) => row.cells[2])).toEqual(['1.500', '12.5'])
})

test('titles are skipped, a missing column has a fixed value, and cells stand for others', async () => {
  const file = 'Rates of 2026\n\nDest,CBM,MT\nSchanghai,5,6'
  const options = { fixed: { tier: '4' }, values: { dest: { SCHANGHAI: 'CN-SHA' } } }
  const report = await check(file, options)
  expect(report).toMatchObject({ counts: { added: 1 }, options: { headingRow: 3, ...options } })
  expect(report.rows[0].line).toBe(4)
  expect((await send(`apply?plan=${report.plan}`, file, options)).status).toBe(200)
  expect(await rates()).toEqual([[4, 'CN-SHA', 5, 6]])
})

test('days of delivery are read by the sign of their column', async () => {
  const report = await check('Depot,Cartage,Days\nOne,Two,1.5', undefined, 'delivery')
  expect(report.options).toMatchObject({ headingRow: 1, separator: ',' })
  const titled = await check('Days of delivery\nDepot,Cartage,Days\nOne,Two,3', undefined, 'delivery')
  expect(titled).toMatchObject({ options: { headingRow: 2 }, rows: [{ line: 3 }] })
  const { status, body } = await send('check', 'Depot,Cartage,Days\nOne,Two,3', { headingRow: 7 }, 'delivery')
  expect([status, Object.keys(body.data)]).toEqual([400, ['options.headingRow']])
})

test.each([
  [{ historic: true }, 'options.historic'],
  [{ update: true }, 'options.update'],
  [{ fixed: { volume: '1' } }, 'options.fixed.volume'],
  [{ values: { volume: { a: 'b' } } }, 'options.values.volume'],
  [{ sheet: 'One' }, 'options.sheet'],
  [{ separator: '|' }, 'options.separator'],
  [{ headingRow: 3 }, 'options.headingRow'],
  ['[', 'options'],
] as const)('%j is refused', async (options, field) => {
  const { status, body } = await send('check', 'Tier,Dest,CBM,MT\n1,A,1,2', options)
  expect([status, Object.keys(body.data)]).toEqual([400, [field]])
})

test('rates behind a cover are found, and the sheet can be changed', async () => {
  const rows = [
    ['Tier', 'Dest', 'CBM', 'MT'],
    ['1', 'A', '12.5', '8'],
  ]
  const file = new Uint8Array(bookOf({ Cover: [['Rates of 2026'], ['from November']], Rates: rows, Old: rows }))
  const report = await check(file)
  expect(report).toMatchObject({ options: { sheet: 'Rates' }, sheets: ['Cover', 'Rates', 'Old'] })
  expect(report.counts).toMatchObject({ added: 1 })
  expect((await send(`apply?plan=${report.plan}`, file)).status).toBe(200)
  expect(await rates()).toEqual([[1, 'A', 12.5, 8]])
  expect((await check(file, { sheet: 'Old' })).options.sheet).toBe('Old')
  expect((await check(file)).options.sheet).toBe('Old')
  expect((await send('check', file, { sheet: 'Cover' })).status).toBe(400)
})

test('a number shown as a code is a text in Dest, and a number in the other columns', async () => {
  const number = (value: number, style: number) => `<c s="${style}"><v>${value}</v></c>`
  const head = `<row>${['Tier', 'Dest', 'CBM', 'MT'].map(text).join('')}</row>`
  const row = `<row>${number(9, 1)}${number(5, 2)}${number(22, 3)}${number(12.5, 4)}</row>`
  const styles = { 'xl/styles.xml': stylesXml('"T"0', '"CN-"0', '0" USD"', '"$"#,##0.00') }
  const file = new Uint8Array(workbookOf(head + row, styles))
  const report = await check(file)
  expect(report.rows).toMatchObject([{ state: 'added', cells: ['9', 'CN-5', '22', '12.5'], notes: [] }])
  expect((await send(`apply?plan=${report.plan}`, file)).status).toBe(200)
  expect(await rates()).toEqual([[9, 'CN-5', 22, 12.5]])
  const replaced = await check(file, { values: { cbm: { '22 USD': '30' } } })
  expect(replaced.rows).toMatchObject([{ state: 'changed', notes: ['CBM: 22 → 30'] }])
})

test('a cell that cannot be read is shown as the file shows it, in the report and in the file of refused rows', async () => {
  const bad = `<row>${text('1')}<c t="e"><v>#REF!</v></c><c><v>x</v></c><c><v>1</v></c></row>`
  const file = new Uint8Array(workbookOf(`<row>${['Tier', 'Dest', 'CBM', 'MT'].map(text).join('')}</row>${bad}`))
  const report = await check(file)
  expect(report.rows).toMatchObject([{ state: 'refused', cells: ['1', '#REF!', 'x', '1'] }])
  const { body } = await send('refused', file)
  expect(body).toContain('#REF!')
  for (const answer of [JSON.stringify(report), body]) expect(answer).not.toContain('\ufffd')
})
