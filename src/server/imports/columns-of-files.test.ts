import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EXPORTED_FIELDS, IMPORT_FIELDS } from '#contract/imports/import-fields.ts'
import { csvOf, startImports } from './imports.fixture.ts'

let imports: Awaited<ReturnType<typeof startImports>>
beforeAll(async () => {
  imports = await startImports()
})
afterAll(() => imports.close())
beforeEach(() => imports.db.deleteFrom('importChoices').execute())

/** A case file of orders with the names of this installation. */
async function orderFile(name: string): Promise<string> {
  const text = await readFile(`tests/cases/csv/${name}`, 'utf8')
  return text
    .replaceAll('client@quayside.example', 'anna@example.test')
    .replaceAll('Ningbo Beilun CFS', imports.lane.depot.name)
    .replaceAll('Los Angeles area, CA', imports.lane.cartage.name)
}

/** What the rows of a checked file became, by the name of a column in SQL. */
async function recordsOf(id: number, part: 'order' | 'confirmation', column: string): Promise<unknown[]> {
  const rows = await imports.db
    .selectFrom('importRows')
    .select('record')
    .where('importId', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(({ record }) => {
    const read = record as Record<string, Record<string, unknown> | null> | null // as judgeRows stores it
    return read?.[part]?.[column] ?? null
  })
}

const column = (file: { columns: { heading: string }[] }, heading: string) =>
  file.columns.find((each) => each.heading === heading)

/** A file of orders whose rows differ in one column. */
const ordersWith = (heading: string, cells: readonly string[]) =>
  csvOf(cells.map((cell) => imports.orderCells({ [heading]: cell })))

test('thousands-dots: a column with decimal commas reads 1.500 as 1500, and says so', async () => {
  const found = await imports.checked('orders', await orderFile('thousands-dots.csv'))
  expect(found.problems).toEqual([])
  expect(await recordsOf(found.id, 'order', 'shipment_weight')).toEqual([12.5, 1500, 1250.5])
  expect(column(found, 'Weight, KG')).toMatchObject({ decimalSign: ',', ambiguous: null })
  expect(column(found, 'Volume, CBM')).toMatchObject({ decimalSign: '.' })
})

test('other-dates: whatever can be one day only is that day', async () => {
  const found = await imports.checked('orders', await orderFile('other-dates.csv'))
  expect(found.problems).toEqual([])
  const days = await recordsOf(found.id, 'confirmation', 'estimated_time_of_departure_at')
  expect(days.map((day) => String(day).slice(0, 10))).toEqual([
    '2026-11-20',
    '2026-01-05',
    ...Array.from({ length: days.length - 2 }, () => '2026-11-20'),
  ])
  expect(column(found, 'Estimated time of departure')).toMatchObject({ dateForm: 'mdy', ambiguous: null })
})

test.each([
  ['comma', ['12,5', '1.500', '1.250,5'], [12.5, 1500, 1250.5]],
  ['comma', ['1,5', '2.000.000'], [1.5, 2_000_000]],
  ['dot', ['1,500.25', '1,500'], [1500.25, 1500]],
  ['dot', ['0.500', '1,250'], [0.5, 1250]],
  ['comma', ['1\u202f234,5', '1\u00a0500', '7'], [1234.5, 1500, 7]],
  ['dot', ["1'234.50", '1\u2019500', '12.125'], [1234.5, 1500, 12.125]],
  ['comma', ['\uff11\uff12\uff0c\uff15', '1.500'], [12.5, 1500]],
] as const)('a column with a decimal %s: %j', async (sign, cells, numbers) => {
  const found = await imports.checked('orders', ordersWith('Weight, KG', cells))
  expect(found.problems).toEqual([])
  expect(await recordsOf(found.id, 'order', 'shipment_weight')).toEqual(numbers)
  const signs = { comma: ',', dot: '.' }
  expect(column(found, 'Weight, KG')).toMatchObject({ decimalSign: signs[sign] })
})

test.each([
  [['1.500', '2.250'], 'This may be 1500 or 1.5. Choose the decimal sign', { '.': 1.5, ',': 1500 }],
  [['1,500', '620'], 'This may be 1.5 or 1500. Choose the decimal sign', { '.': 1500, ',': 1.5 }],
] as const)('%j is a problem until somebody says the sign', async (cells, message, meant) => {
  const file = ordersWith('Weight, KG', cells)
  const found = await imports.checked('orders', file)
  const open = cells.find((cell) => /^1[.,]500$/.test(cell)) ?? ''
  expect(found.problems[0]).toEqual({ row: cells.indexOf(open as never) + 2, column: 'Weight, KG', message })
  expect(column(found, 'Weight, KG')).toMatchObject({ decimalSign: null, ambiguous: open })
  for (const decimalSign of ['.', ','] as const) {
    const { body } = await imports.call('POST', `import/${found.id}/check`, { body: { options: { decimalSign } } })
    expect(body.data.options.decimalSign).toBe(decimalSign)
    const numbers = await recordsOf(found.id, 'order', 'shipment_weight')
    expect(numbers[cells.indexOf(open as never)]).toBe(meant[decimalSign])
  }
  await imports.call('POST', `import/${found.id}/check`, { body: { options: { decimalSign: null } } })
})

const WITH_COMMA = 'This is no number with a decimal comma. Choose the decimal sign'
const WITH_DOT = 'This is no number with a decimal dot. Choose the decimal sign'
const TORN = 'Some numbers of this column have a decimal dot, others a decimal comma. Choose the decimal sign'

test.each([
  [',', ['12.5', '1.250,00', '1.500'], [null, 1250, 1500], WITH_COMMA],
  [',', ['1.250.000', '12.5', '0,5'], [1_250_000, null, 0.5], WITH_COMMA],
  ['.', ['12,5', '1,250.00', '7'], [null, 1250, 7], WITH_DOT],
  ['.', ["1'250.00", '12,5', '1 250.5'], [1250, null, 1250.5], WITH_DOT],
  [null, ['12,5', '12.5', '620'], [null, null, 620], TORN],
  [null, ['1.250,00', '1,250.00'], [null, null], TORN],
] as const)('the sign of %s is that of the whole column %j', async (decimalSign, cells, numbers, message) => {
  const found = await imports.checked('orders', ordersWith('Weight, KG', cells))
  expect(await recordsOf(found.id, 'order', 'shipment_weight')).toEqual(numbers)
  const refused = numbers.flatMap((number, at) => (number === null ? [at + 2] : []))
  expect(found.problems).toEqual(refused.map((row) => ({ row, column: 'Weight, KG', message })))
  expect(column(found, 'Weight, KG')).toMatchObject({ decimalSign })
  const other = decimalSign === ',' ? '.' : ','
  const again = await imports.call('POST', `import/${found.id}/check`, { body: { options: { decimalSign: other } } })
  expect(column(again.body.data, 'Weight, KG')).toMatchObject({ decimalSign: other })
  expect(again.body.data.problemCount).toBeGreaterThan(0)
  await imports.call('POST', `import/${found.id}/check`, { body: { options: { decimalSign: null } } })
})

test.each(['-5', '\u22125', '$1,500.00', '1 5', '12 34', '1,50,000', '5\u00b2', '1e3', '12.5.1'])(
  'the number %s is refused',
  async (cell) => {
    const found = await imports.checked('orders', ordersWith('Weight, KG', [cell, '2']))
    expect(found.problems).toEqual([{ row: 2, column: 'Weight, KG', message: 'Please enter a number' }])
  },
)

/** A file of orders with all headings of our export. */
function ownFile(rows: readonly Record<string, string>[]) {
  const headings = EXPORTED_FIELDS.orders.map((field) => IMPORT_FIELDS.orders[field] ?? field)
  // Columns of the account are left empty: they are left out of the import.
  const mapping = Object.fromEntries(
    ['Name', 'Email', 'Phone', 'Company name', 'Company address'].map((own) => [own, null]),
  )
  const filled = rows.map(
    (row): Record<string, string> => ({ ...imports.orderCells(row), 'Transportation mode': 'LCL' }),
  )
  const file = csvOf(filled.map((row) => Object.fromEntries(headings.map((heading) => [heading, row[heading] ?? '']))))
  return { file, mapping }
}

test('a file with all headings of our export has a decimal dot, which somebody may change', async () => {
  const { file, mapping } = ownFile([{ 'Weight, KG': '1.500' }])
  const found = await imports.checked('orders', file, mapping)
  expect(found.problems).toEqual([])
  expect(column(found, 'Weight, KG')).toMatchObject({ decimalSign: '.', ambiguous: '1.500' })
  expect(await recordsOf(found.id, 'order', 'shipment_weight')).toEqual([1.5])
  await imports.call('POST', `import/${found.id}/check`, { body: { options: { decimalSign: ',' } } })
  expect(await recordsOf(found.id, 'order', 'shipment_weight')).toEqual([1500])
})

test.each([
  ['another column has a comma before its decimals', [{ 'Weight, KG': '1.200', 'Volume, CBM': '3,5' }], ','],
  ['another column has dots between thousands', [{ 'Weight, KG': '1.200', 'Transport cost, USD': '1.234.567' }], ','],
  ['another column has both', [{ 'Weight, KG': '1.200', 'Volume, CBM': '3,5' }, { 'Weight, KG': '1.200' }], ','],
  ['semicolons separate its cells', [{ 'Weight, KG': '1.200' }], ';'],
  ['tabs separate its cells', [{ 'Weight, KG': '1.200' }], '\t'],
] as const)('our own headings do not make 1.200 a small number where %s', async (_, rows, separator) => {
  const { file, mapping } = ownFile(rows as readonly Record<string, string>[])
  const found = await imports.checked('orders', file.replaceAll('","', `"${separator}"`), mapping)
  const weights = found.problems.filter(({ column: heading }) => heading === 'Weight, KG')
  expect(weights[0]).toMatchObject({ row: 2, message: 'This may be 1200 or 1.2. Choose the decimal sign' })
  expect(column(found, 'Weight, KG')).toMatchObject({ decimalSign: null, ambiguous: '1.200' })
  expect(found.options.decimalSign).toBe(null)
})

test.each([
  ['decides', ['1.200', '1,25'], ',', [1200, 1.25]],
  ['decides', ['1.200', '1.234.567'], ',', [1200, 1_234_567]],
  ['is torn', ['1.200', '1,25', '3.5'], null, [null, null, null]],
] as const)('our own headings count less than the column itself, which %s: %j', async (_, cells, decimalSign, read) => {
  const { file, mapping } = ownFile(cells.map((cell) => ({ 'Weight, KG': cell })))
  const found = await imports.checked('orders', file, mapping)
  expect(column(found, 'Weight, KG')).toMatchObject({ decimalSign })
  expect(await recordsOf(found.id, 'order', 'shipment_weight')).toEqual(read)
})

const DEPARTURE = 'Estimated time of departure'
const departures = async (cells: readonly string[], options?: object) => {
  const file = ordersWith(DEPARTURE, cells)
  const found = await imports.checked('orders', file, undefined, 'dates.csv', options)
  const days = await recordsOf(found.id, 'confirmation', 'estimated_time_of_departure_at')
  return { found, days: days.map((day) => (day === null ? null : String(day).slice(0, 10))) }
}

test.each([
  ['dmy', ['13/04/2026', '03/04/2026'], ['2026-04-13', '2026-04-03']],
  ['mdy', ['04/13/2026', '03/04/2026'], ['2026-04-13', '2026-03-04']],
  ['dmy', ['24.11.2026', '05.12.2026'], ['2026-11-24', '2026-12-05']],
  ['dmy', ['24.11.26', '31.12.99'], ['2026-11-24', '1999-12-31']],
  ['dmy', ['20-11-2026', '05-12-2026'], ['2026-11-20', '2026-12-05']],
  ['mdy', ['11/20/26', '05/12/26'], ['2026-11-20', '2026-05-12']],
  ['ymd', ['2026-11-20', '20261120', '2026.11.20.'], ['2026-11-20', '2026-11-20', '2026-11-20']],
  [
    null,
    ['20 Nov 26', '5 ao\u00fbt 2026', 'Fri, 20 Nov 2026 09:05:00 +0800'],
    ['2026-11-20', '2026-08-05', '2026-11-20'],
  ],
  ['ymd', ['2026\u5e7411\u670820\u65e5', '\uff12\uff10\uff12\uff16/11/20'], ['2026-11-20', '2026-11-20']],
] as const)('a column of dates is %s: %j', async (dateForm, cells, days) => {
  const read = await departures(cells)
  expect(read.found.problems).toEqual([])
  expect(read.days).toEqual(days)
  expect(column(read.found, DEPARTURE)).toMatchObject({ dateForm, ambiguous: null })
})

test('05/12/2026 alone is month/day, and the column says so', async () => {
  const { found, days } = await departures(['05/12/2026', '2026-01-05'])
  expect(days).toEqual(['2026-05-12', '2026-01-05'])
  expect(column(found, DEPARTURE)).toMatchObject({ dateForm: 'mdy', ambiguous: '05/12/2026' })
  expect(found.options.dateForm).toBe('mdy')
})

test.each([
  ['slashes', '24/11/2026', 'dmy', '2026-12-05'],
  ['slashes', '11/24/2026', 'mdy', '2026-05-12'],
  ['dashes', '24-11-2026', 'dmy', '2026-12-05'],
  ['dots', '24.11.2026', 'mdy', '2026-05-12'],
  ['an ISO date', '2026-11-24', 'mdy', '2026-05-12'],
])('05/12/2026 follows another column with %s: %s is %s', async (_, other, dateForm, day) => {
  const file = csvOf([imports.orderCells({ [DEPARTURE]: '05/12/2026', 'Actual time of departure': other })])
  const found = await imports.checked('orders', file)
  expect(found.problems).toEqual([])
  expect(column(found, DEPARTURE)).toMatchObject({ dateForm, ambiguous: '05/12/2026' })
  const days = await recordsOf(found.id, 'confirmation', 'estimated_time_of_departure_at')
  expect(String(days[0]).slice(0, 10)).toBe(day)
})

test('dots say nothing of slashes beside them: each is read by its own signs', async () => {
  const { found, days } = await departures(['24.11.2026', '05.12.2026', '05/12/2026'])
  expect(days).toEqual(['2026-11-24', '2026-12-05', '2026-05-12'])
  expect(column(found, DEPARTURE)).toMatchObject({ dateForm: 'mdy', ambiguous: '05/12/2026' })
})

test('columns that prove different forms prove none for a third', async () => {
  const cells = { 'Actual time of departure': '24/11/2026', 'Estimated time of arrival at port': '12/24/2026' }
  const found = await imports.checked('orders', csvOf([imports.orderCells({ ...cells, [DEPARTURE]: '05/12/2026' })]))
  expect(column(found, DEPARTURE)).toMatchObject({ dateForm: 'mdy', ambiguous: '05/12/2026' })
  expect(found.options.dateForm).toBe(null)
})

test.each([
  [
    ['13/04/2026', '04/13/2026', '2026-04-13'],
    /^Some dates of this column begin with the day/,
    [null, null, '2026-04-13'],
  ],
  [['05-12-2026'], /^This may be two days/, [null]],
  [['26/11/20'], /^This may be two days/, [null]],
] as const)('the column %j fits no form, which is a problem of its rows', async (cells, message, days) => {
  const read = await departures(cells)
  expect(read.days).toEqual(days)
  for (const problem of read.found.problems) expect(problem.message).toMatch(message)
  expect(read.found.problems).toHaveLength(days.filter((day) => day === null).length)
  expect(column(read.found, DEPARTURE)).toMatchObject({ dateForm: null })
})

test.each([
  ['dmy', ['05/12/2026', '26/11/20', '2026-01-05'], ['2026-12-05', '2020-11-26', '2026-01-05']],
  ['ymd', ['26/11/20', '26.11.20', '05/12/2026'], ['2026-11-20', '2026-11-20', null]],
  ['mdy', ['03/04/2026', '13/04/2026'], ['2026-03-04', null]],
  ['mdy', ['05.12.2026', '13/04/2026'], ['2026-12-05', '2026-04-13']],
] as const)('the form %s is chosen: %j', async (dateForm, cells, days) => {
  const read = await departures(cells, { dateForm })
  expect(read.days).toEqual(days)
  for (const { message } of read.found.problems) expect(message).toMatch(/^This is no date as \w+\/\w+\/\w+\. Choose/)
  expect(read.found.options.dateForm).toBe(dateForm)
  await departures(cells, { dateForm: null })
})
