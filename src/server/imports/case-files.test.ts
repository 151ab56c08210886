import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSmallDemo, type DemoDatabase } from '#demo/shared-demo.fixture.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

let demo: DemoDatabase
let server: TestServer
beforeAll(async () => {
  demo = await createSmallDemo()
  server = await startTestServer({}, demo.url)
})
afterAll(async () => {
  await server.close()
  await demo.drop()
})

/** The answer to the check of a file of the cases. */
async function check(path: string, file: string) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await readFile(`tests/cases/${file}`))]), file.split('/').at(-1))
  const { status, body } = await server.call('POST', `${path}/check`, { body: form })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
interface Column {
  heading: string
  samples: string[]
}
const samplesOf = ({ columns }: { columns: Column[] }, name: string) =>
  columns.find(({ heading }) => heading === name)?.samples

test.each([
  'sheets/capital-shared-strings.xlsx',
  'sheets/some-shared-some-inline.xlsx',
  'sheets/workbook-at-root.xlsx',
  'sheets/cdata-inline.xlsx',
  'sheets/single-quoted-attributes.xlsx',
  'sheets/styled-empty-columns.xlsx',
  'csv/utf16-tab.txt',
  'csv/gb18030.csv',
  'csv/windows-1252.csv',
  'csv/sep-line.csv',
  'csv/excel-text-formulas.csv',
])('%s has one client without a problem', async (file) => {
  expect(await check('import/clients', file)).toMatchObject({ rows: 1, valid: 1, problemCount: 0, problems: [] })
})

test('the texts of these files are those that their programs show', async () => {
  const sampleOf = async (file: string, heading: string) => samplesOf(await check('import/clients', file), heading)?.[0]
  expect(await sampleOf('sheets/cdata-inline.xlsx', 'Username')).toBe('Ana & Co <HK>')
  expect(await sampleOf('sheets/some-shared-some-inline.xlsx', 'Canadian Business Number')).toBe('123456789RT0001')
  expect(await sampleOf('csv/utf16-tab.txt', 'Company name')).toBe('Søn & Zoë GmbH')
  expect(await sampleOf('csv/gb18030.csv', 'Company name')).toBe('上海')
  expect(await sampleOf('csv/windows-1252.csv', 'Company name')).toBe('Café Québec')
  expect(await sampleOf('csv/excel-text-formulas.csv', 'Phone')).toBe('16045550111')
  expect(await sampleOf('csv/excel-text-formulas.csv', 'Canadian Business Number')).toBe('123456789RT0001')
})

test('commas within a quoted heading make no columns', async () => {
  const { rows, columns } = await check('import/clients', 'csv/commas-in-heading.csv')
  expect([rows, columns.length]).toEqual([1, 5])
})

test('errors of formulas are problems at their row and column', async () => {
  const { valid, problems } = await check('import/clients', 'sheets/error-cells.xlsx')
  expect(valid).toBe(0)
  expect(problems).toEqual([
    { row: 2, column: 'Company name', message: 'The sheet shows #N/A here: mend the formula' },
    { row: 2, column: 'Company address', message: 'The sheet shows #REF! here: mend the formula' },
  ])
})

test('dates in East Asian formats, computed numbers and codes with zeros are read as the sheet shows them', async () => {
  const dates = await check('import/orders', 'sheets/east-asian-dates.xlsx')
  expect(dates).toMatchObject({ rows: 3, valid: 3, problems: [] })
  expect(samplesOf(dates, 'Date')).toEqual(['2026-10-26', '2026-10-26', '2026-10-26'])
  const numbers = await check('import/orders', 'sheets/formula-noise.xlsx')
  expect(numbers).toMatchObject({ rows: 2, valid: 2, problems: [] })
  expect([samplesOf(numbers, 'Volume, CBM'), samplesOf(numbers, 'Weight, KG')]).toEqual([
    ['0.3', '2.5'],
    ['620', '620'],
  ])
  const zeros = await check('import/orders', 'sheets/zeros-by-format.xlsx')
  expect(zeros).toMatchObject({ rows: 1, valid: 1 })
  expect(samplesOf(zeros, 'Shipment purchase reference')).toEqual(['00001234'])
})

test('rates come from the first sheet that people see; an error of a formula refuses its row', async () => {
  const { rows } = await check('value/freight/import', 'sheets/hidden-first-sheet.xlsx')
  expect(rows).toMatchObject([{ line: 2, state: 'added', cells: ['9', 'NEWDEST', '22', '22'] }])
  const refused = await check('value/freight/import', 'sheets/error-cells-rates.xlsx')
  expect(refused.rows).toMatchObject([
    { line: 2, state: 'refused', notes: ['Dest: The sheet shows #N/A here: mend the formula'] },
  ])
})
