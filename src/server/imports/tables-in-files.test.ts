import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MOST_OPTIONS } from '#contract/lib/import-options.ts'
import { bookOf } from '#server/sheets/workbook.fixture.ts'
import { csvOf, startImports } from './imports.fixture.ts'
import { sweepImports } from './sweep-imports.ts'

let imports: Awaited<ReturnType<typeof startImports>>
beforeAll(async () => {
  imports = await startImports()
})
afterAll(() => imports.close())
beforeEach(() => imports.db.deleteFrom('importChoices').execute())

const HEADINGS = 'Username,Company name,Email,Phone,Company address'
const ANA = 'Ana Lopez,Lopez Trading,ana@lopez.example,16045550111,1 Dock Road'
const clients = (content: string | Uint8Array<ArrayBuffer>, options?: object, mapping?: object) =>
  imports.checked('clients', content, mapping, 'clients.csv', options)
const again = (id: number, body: object) => imports.call('POST', `import/${id}/check`, { body })
const refusal = async (content: string | Uint8Array<ArrayBuffer>, options: object) => {
  const { status, body } = await imports.check('clients', content, undefined, 'clients.csv', options)
  return [status, body.data]
}
const companies = async (id: number) => {
  const rows = await imports.db.selectFrom('importRows').select('record').where('importId', '=', id).execute()
  return rows.map(({ record }) => (record as { companyName: string } | null)?.companyName ?? null) // a client
}

test('title-rows.xlsx: titles above the headings are skipped', async () => {
  const found = await clients(new Uint8Array(await readFile('tests/cases/sheets/title-rows.xlsx')))
  expect(found).toMatchObject({ rows: 1, valid: 1, options: { headingRow: 4 }, sheets: [expect.any(String)] })
})

test.each([
  ['a title and an empty line', `Clients of 2026\n\n${HEADINGS}\n${ANA}`, 3],
  ['a title over several cells', `Clients,,,as of,Nov 20\nprinted by,Ana\n${HEADINGS}\n${ANA}`, 3],
  ['a title with a word that is a heading', `Email,list\n${HEADINGS}\n${ANA}`, 2],
  ['no title', `${HEADINGS}\n${ANA}`, 1],
  ['a line break in a title', `"Clients\nof 2026"\n${HEADINGS}\n${ANA}`, 3],
])('the headings below %s are found', async (_, file, headingRow) => {
  const found = await clients(file)
  expect(found).toMatchObject({ rows: 1, valid: 1, options: { headingRow, sheet: null, encoding: 'utf-8' } })
})

test('a file without known headings begins with its first filled row, and another row can be chosen', async () => {
  const file = `\nListe\nWer,Laden,Post,Ruf,Wo\n${ANA}`
  const found = await clients(file)
  expect(found).toMatchObject({ options: { headingRow: 2 }, rows: 2 })
  const mapping = { Wer: 'username', Laden: 'companyName', Post: 'email', Ruf: 'phone', Wo: 'companyAddress' }
  const { status, body } = await again(found.id, { options: { headingRow: 3 }, mapping })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data).toMatchObject({ rows: 1, valid: 1, options: { headingRow: 3 }, asLastTime: [] })
})

test('a row of headings that the file does not have, or nothing below it, is refused at it', async () => {
  const file = `${HEADINGS}\n\n${ANA}`
  for (const [headingRow, message] of [
    [2, 'Row 2 of the file is empty, or beyond its end'],
    [4, 'Row 4 of the file is empty, or beyond its end'],
    [MOST_OPTIONS.headingRow, `Row ${MOST_OPTIONS.headingRow} of the file is empty, or beyond its end`],
    [3, 'In this file there is nothing below the headings'],
  ] as const)
    expect(await refusal(file, { headingRow })).toEqual([400, { 'options.headingRow': message }])
  const found = await clients(file)
  const { status, body } = await again(found.id, { options: { headingRow: 9 } })
  expect([status, Object.keys(body.data)]).toEqual([400, ['options.headingRow']])
  expect((await imports.call('GET', `import/${found.id}`)).body.data).toMatchObject({ checked: true, valid: 1 })
})

test('headings far below the top are read if somebody says their row', async () => {
  const titles = Array.from({ length: 120 }, (_, index) => `line ${index}`)
  const found = await clients([...titles, HEADINGS, ANA].join('\n'), { headingRow: 121 })
  expect(found).toMatchObject({ rows: 1, valid: 1, options: { headingRow: 121 } })
})

test('the encoding is found, shown and can be changed', async () => {
  const file = new Uint8Array(await readFile('tests/cases/csv/gb18030.csv'))
  const found = await clients(file)
  expect(found.options.encoding).toBe('gb18030')
  expect(await companies(found.id)).toEqual(['上海'])
  const { body } = await again(found.id, { options: { encoding: 'windows-1252' } })
  expect(body.data.options.encoding).toBe('windows-1252')
  expect(await companies(found.id)).not.toEqual(['上海'])
  expect((await again(found.id, { options: { encoding: null } })).body.data.options.encoding).toBe('gb18030')
  expect(await companies(found.id)).toEqual(['上海'])
})

test('a separator can be chosen, and is that of the next file with these headings', async () => {
  const file = `${HEADINGS.replaceAll(',', ';')}\n${ANA.replaceAll(',', ';')}`
  expect((await clients(file)).options.separator).toBe(';')
  const read = await clients(file, { separator: ',' })
  expect(read.columns).toHaveLength(1)
  expect((await again(read.id, { options: { separator: null } })).body.data).toMatchObject({
    valid: 1,
    options: { separator: ';' },
  })
})

test.each([['sheet', 'Clients', 'A CSV file has no sheets']] as const)(
  '%s counts for workbooks only',
  async (name, value, message) => {
    expect(await refusal(`${HEADINGS}\n${ANA}`, { [name]: value })).toEqual([400, { [`options.${name}`]: message }])
  },
)

test('encoding and separator count for CSV only, and a sheet must be there', async () => {
  const book = new Uint8Array(await readFile('tests/cases/sheets/title-rows.xlsx'))
  expect(await refusal(book, { encoding: 'utf-8' })).toEqual([400, { 'options.encoding': expect.any(String) }])
  expect(await refusal(book, { separator: ';' })).toEqual([400, { 'options.separator': expect.any(String) }])
  const missing = { 'options.sheet': expect.stringMatching(/^The workbook has no sheet "Nowhere"\. It has: /) }
  expect(await refusal(book, { sheet: 'Nowhere' })).toEqual([400, missing])
})

test('what was chosen is the start of the next check of a file with these headings, for everybody', async () => {
  const cells = imports.orderCells({ Date: '05/12/2024', 'Weight, KG': '1.500', Remark: 'x', Goods: 'Lamps' })
  const first = await imports.checked('orders', csvOf([cells]))
  expect(first.asLastTime).toEqual([])
  const mapping = { Goods: 'shipmentDescription' }
  expect((await again(first.id, { options: { dateForm: 'dmy', decimalSign: ',' }, mapping })).status).toBe(200)
  const turned = Object.fromEntries(Object.entries(cells).toReversed())
  const next = await imports.checked('orders', csvOf([turned]))
  expect(next).toMatchObject({ asLastTime: ['mapping', 'dateForm', 'decimalSign'], valid: 1 })
  expect(next.options).toMatchObject({ dateForm: 'dmy', decimalSign: ',' })
  expect(next.columns.find(({ heading }) => heading === 'Goods')?.field).toBe('shipmentDescription')
  const explicit = await imports.checked('orders', csvOf([cells]), undefined, 'x.csv', { dateForm: 'mdy' })
  expect(explicit).toMatchObject({ asLastTime: ['mapping', 'decimalSign'], options: { dateForm: 'mdy' } })
  const other = await imports.checked('orders', csvOf([{ ...cells, More: 'y' }]))
  expect(other.asLastTime).toEqual([])
})

test('a file that proves its own dates and decimals is not read as last time, nor said to be', async () => {
  const cells = imports.orderCells({ Date: '05/12/2024', 'Weight, KG': '1.500', 'Volume, CBM': '3' })
  await imports.checked('orders', csvOf([cells]), undefined, 'x.csv', { dateForm: 'mdy', decimalSign: ',' })
  const proof = { ...cells, Date: '24/11/2024', 'Weight, KG': '12.5' }
  const next = await imports.checked('orders', csvOf([{ ...cells, 'Weight, KG': '1.500' }, proof]))
  expect(next).toMatchObject({ valid: 2, asLastTime: [], options: { dateForm: 'dmy', decimalSign: '.' } })
  const chosen = await again(next.id, { options: { dateForm: 'mdy' } })
  expect(chosen.body.data).toMatchObject({ valid: 1, options: { dateForm: 'mdy', decimalSign: '.' } })
})

test('what was chosen is forgotten if everything is taken back', async () => {
  const cells = imports.orderCells({ 'Weight, KG': '1.500' })
  const first = await imports.checked('orders', csvOf([cells]), undefined, 'x.csv', { decimalSign: ',' })
  expect(first.asLastTime).toEqual([])
  const next = await imports.checked('orders', csvOf([cells]))
  expect(next.asLastTime).toEqual(['decimalSign'])
  const { body } = await again(next.id, { options: { decimalSign: null }, mapping: {} })
  expect(body.data).toMatchObject({ asLastTime: [], valid: 0 })
  expect(await imports.db.selectFrom('importChoices').selectAll().execute()).toEqual([])
})

test('the row of headings and the columns of unknown headings are as last time, wherever the row is', async () => {
  const mapping = { Wer: 'username', Laden: 'companyName', Post: 'email', Ruf: 'phone', Wo: 'companyAddress' }
  await clients(`Liste von 2026\nWer,Laden,Post,Ruf,Wo\n${ANA}`, { headingRow: 2 }, mapping)
  const next = await clients(`Liste\nvon 2027\ngedruckt\nWer,Laden,Post,Ruf,Wo\n${ANA}`)
  expect(next).toMatchObject({ rows: 1, valid: 1, options: { headingRow: 4 }, asLastTime: ['mapping'] })
})

test('an encoding as last time does not count for a file that is surely in another', async () => {
  await clients(new Uint8Array(await readFile('tests/cases/csv/windows-1252.csv')), { encoding: 'windows-1252' })
  const plain = await clients(`${HEADINGS},Canadian Business Number\n${ANA.replace('Lopez Trading', '上海')},`)
  expect(plain).toMatchObject({ options: { encoding: 'utf-8' }, asLastTime: [], valid: 1 })
})

test('the file is kept until it is imported, and choices until nobody uses them', async () => {
  const found = await clients(`${HEADINGS}\n${ANA}`, { headingRow: 1 })
  const parts = () => imports.db.selectFrom('importFiles').select('part').where('importId', '=', found.id).execute()
  expect(await parts()).toHaveLength(1)
  await imports.apply(found.id)
  expect(await parts()).toEqual([])
  await clients(`${HEADINGS},Remark\n${ANA},x`, undefined, { Remark: null })
  await sweepImports(imports.db)
  expect(await imports.db.selectFrom('importChoices').select('kind').execute()).toHaveLength(1)
  await imports.db.updateTable('importChoices').set({ usedAt: '2020-01-01T00:00:00.000Z' }).execute()
  await sweepImports(imports.db)
  expect(await imports.db.selectFrom('importChoices').select('kind').execute()).toEqual([])
})

test('a file that is no longer kept must be sent again for another row of headings', async () => {
  const found = await clients(`${HEADINGS}\n${ANA}`)
  await imports.db.deleteFrom('importFiles').where('importId', '=', found.id).execute()
  const { status, body } = await again(found.id, { options: { headingRow: 2 } })
  expect([status, body.data]).toEqual([
    400,
    { 'options.headingRow': 'The file is no longer here. Please send it again' },
  ])
})

const BEA = ['Bea Rossi', 'Rossi Trading', 'bea@rossi.example', '16045550112', '2 Dock Road']
const TABLE = [HEADINGS.split(','), BEA]
const book = (sheets: Parameters<typeof bookOf>[0]) => new Uint8Array(bookOf(sheets))
const numbered = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, at) => [`Note ${at}`, [['Note']]]))

test.each([
  ['a cover', { Cover: [['Clients of 2026']], Clients: TABLE }],
  ['a longer cover', { Cover: [['Quayside'], ['Company name', 'Ours'], ['Printed', 'today']], Clients: TABLE }],
  ['an empty template', { Template: [HEADINGS.split(',')], Clients: TABLE }],
  [
    'another table',
    {
      Ports: [
        ['Port', 'Land'],
        ['Genoa', 'Italy'],
      ],
      Clients: [['As of today'], ...TABLE],
    },
  ],
  ['eight notes and an empty sheet', { ...numbered(8), Empty: [], Clients: TABLE }],
])('the sheet with the table is found behind %s', async (_, sheets) => {
  const found = await clients(book(sheets))
  expect(found).toMatchObject({ rows: 1, valid: 1, sheets: Object.keys(sheets), asLastTime: [] })
  expect(found.options.sheet).toBe('Clients')
})

test('the first sheet is taken if it has a table, or if none of the first ten has one', async () => {
  const own = [
    ['Wer', 'Laden'],
    ['Ana', 'Lopez'],
  ]
  const alone = [['Email'], ['ana@lopez.example']]
  for (const sheets of [
    { One: TABLE, Two: TABLE },
    { One: own, Two: own },
    { One: alone, Two: TABLE },
  ])
    expect((await clients(book(sheets))).options.sheet).toBe('One')
  const [status, errors] = await refusal(book({ ...numbered(10), Clients: TABLE }), {})
  expect([status, errors]).toEqual([400, { file: 'File cannot be empty: there is nothing below the headings' }])
})

test('a sheet that was found stays when another choice changes, and can be changed', async () => {
  const found = await clients(
    book({
      Cover: [
        ['a', 'b'],
        ['c', 'd'],
      ],
      Clients: [['As of today'], ...TABLE],
    }),
  )
  const read = async (options: object) => (await again(found.id, { options })).body.data
  expect(await read({ headingRow: 2 })).toMatchObject({ valid: 1, options: { sheet: 'Clients', headingRow: 2 } })
  expect(await read({ sheet: 'Cover' })).toMatchObject({ rows: 1, valid: 0, options: { sheet: 'Cover' } })
  expect(await read({ sheet: null })).toMatchObject({ valid: 1, options: { sheet: 'Clients' } })
})

test('the sheet with the headings of an earlier file is found behind a cover', async () => {
  const wer = [['Wer', 'Laden', 'Post', 'Ruf', 'Wo'], BEA]
  const mapping = { Wer: 'username', Laden: 'companyName', Post: 'email', Ruf: 'phone', Wo: 'companyAddress' }
  expect(await clients(book({ Cover: [['Liste']], Kunden: wer }), undefined, mapping)).toMatchObject({ valid: 1 })
  const next = await clients(book({ Cover: [['Liste']], Kunden: wer }))
  expect(next).toMatchObject({ valid: 1, asLastTime: ['mapping'], options: { sheet: 'Kunden' } })
  expect((await again(next.id, { options: { dateForm: 'dmy' } })).body.data.options.sheet).toBe('Kunden')
  expect((await again(next.id, { options: { headingRow: 1 } })).body.data).toMatchObject({ valid: 1 })
})

test('a sheet other than the found one is remembered', async () => {
  const sheets = { Cover: [['Liste']], Old: TABLE, New: TABLE }
  expect((await clients(book(sheets), { sheet: 'New' })).options.sheet).toBe('New')
  expect(await clients(book(sheets))).toMatchObject({ asLastTime: ['sheet'], options: { sheet: 'New' } })
})

test('a guessed encoding is said with a text to check it until somebody chooses one', async () => {
  const file = new Uint8Array(
    Buffer.from(`${HEADINGS}\nBea Rossi,MA\xc7\xc3,bea@rossi.example,16045550112,2 Dock Road`, 'latin1'),
  )
  const found = await clients(file)
  expect(found).toMatchObject({ encodingGuessed: true, encodingSample: 'MAÇÃ', options: { encoding: 'windows-1252' } })
  const chosen = await again(found.id, { options: { encoding: 'windows-1252' } })
  expect(chosen.body.data).toMatchObject({ encodingGuessed: false, encodingSample: null, valid: 1 })
  expect(await clients(file)).toMatchObject({ encodingGuessed: false, asLastTime: ['encoding'] })
})

test('samples show what the sheet shows', async () => {
  const { columns } = await clients(book({ One: [HEADINGS.split(','), ['#N/A', ...BEA.slice(1)]] }))
  expect(columns[0]?.samples).toEqual(['#N/A'])
})

test('a name that JSON cannot hold is refused', async () => {
  for (const options of ['{"fixed":{"__proto__":"a"}}', '{"__proto__":{}}']) {
    const { status, body } = await imports.check('clients', HEADINGS, undefined, 'clients.csv', JSON.parse(options))
    expect([status, body.data]).toEqual([400, { options: '"__proto__" cannot be a name' }])
  }
})
