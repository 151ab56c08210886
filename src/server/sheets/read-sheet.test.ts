import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readSheet } from './read-sheet.ts'
import { readSheetAside } from './read-sheet-aside.ts'
import { tableOf } from './sheet.ts'
import type { SheetTable } from './sheet-table.ts'
import { type SheetFormat, sheetPieces } from './write-sheet.ts'

const table: SheetTable = {
  headings: ['Dest', 'CBM', 'Note'],
  rows: [
    ['US-CHI', 68.55, 'quotes " , ; and\nlines'],
    ['=1+1', 1200, 'ä < & > 船'],
    ['', 0, '@x'],
  ],
}
/** The bytes of a whole file. */
async function sheetFile({ headings, rows }: SheetTable, format: SheetFormat): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of sheetPieces({ headings, batches: [rows] }, format)) pieces.push(piece)
  return Buffer.concat(pieces)
}
const read = {
  headings: ['Dest', 'CBM', 'Note'],
  rows: [
    ['US-CHI', '68.55', 'quotes " , ; and\nlines'],
    ['=1+1', '1200', 'ä < & > 船'],
    ['', '0', '@x'],
  ],
}
const tableIn = async (data: Buffer) => tableOf(await readSheet(data))
const textsOf = async (data: Buffer) => {
  const { headings, rows } = await tableIn(data)
  return { headings, rows: rows.map(({ cells }) => cells) }
}
const csv = (text: string) => textsOf(Buffer.from(text))
const refusal = (data: Buffer) =>
  readSheet(data).then(
    () => null,
    (error: Error) => error.message,
  )

test.each(['csv', 'xlsx'] as const)('a written %s file can be read back', async (format) => {
  expect(await textsOf(await sheetFile(table, format))).toEqual(read)
})

test('a workbook keeps signs that XML cannot hold, line ends and what looks like a code', async () => {
  const cells = ['a\r\nb', 'bell \u0007', '_x0041_ & <b>', 'end \uffff']
  const body = await sheetFile({ headings: cells, rows: [] }, 'xlsx')
  expect((await tableIn(body)).headings).toEqual(cells)
})

test('a text of a workbook is cut where Excel would call the file damaged', async () => {
  const body = await sheetFile({ headings: ['x'], rows: [['y'.repeat(32_768)]] }, 'xlsx')
  expect((await tableIn(body)).rows[0]?.cells[0]).toHaveLength(32_767)
})

test('no cell of a file starts like a formula', async () => {
  const text = (await sheetFile(table, 'csv')).toString()
  expect(text).toContain(`"'=1+1",1200`)
  expect(text).toContain(`"",0,"'@x"`)
  const parts = unzipSync(await sheetFile(table, 'xlsx'))
  const xml = Object.values(parts)
    .map((part) => new TextDecoder().decode(part))
    .join('')
  expect(xml).toContain("<t>'=1+1</t>")
  expect(xml).not.toMatch(/<f>|>=1\+1|>@x/)
})

test('every text of a CSV file is quoted and neutral, and is read back as it was; numbers stay numbers', async () => {
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '＝1',
    "'=1",
    'plain',
    'a,b;c\td',
    'a "quoted" text',
    'two\nlines',
    '\t=1',
    '\r=1',
    '\n=1',
  ]
  const rows = texts.map((text, index) => [text, index, -index])
  const body = await sheetFile({ headings: ['=Text', 'Number', 'Minus'], rows }, 'csv')
  const lines = body.toString().replace('\ufeff', '').trimEnd().split('\r\n')
  expect(lines[0]).toBe(`"'=Text","Number","Minus"`)
  expect(lines).toHaveLength(texts.length + 1)
  for (const line of lines.slice(1)) expect(line).toMatch(/^"(?![=+\-@\t\r\n\uff1d])(?:[^"]|"")*",\d+,-?\d+$/)
  expect((await textsOf(body)).rows.map(([text]) => text)).toEqual(texts)
})

test('no line of a CSV file, and no part between semicolons, begins a formula', async () => {
  const texts = ['<p>one</p>\na\n=1+1\n@x,"q"', 'b\n=2+2', 'a;=1;"@x";+3', '"\n"=1', '"a";-1']
  const rows = texts.map((text, index) => [index, text, text])
  const file = await sheetFile({ headings: ['ID', 'One', 'Two'], rows }, 'csv')
  for (const part of file.toString().split(/[\r\n;]/)) expect(part).not.toMatch(/^[\s"]*[=+\-@]/)
  expect((await textsOf(file)).rows.map(([, one, two]) => [one, two])).toEqual(texts.map((text) => [text, text]))
})

test('a CSV file may use commas, semicolons or tabs, either line ending, and a byte order mark', async () => {
  const wanted = { headings: ['Tier', 'CBM'], rows: [['1', '68,5']] }
  expect(await csv('Tier;CBM\n1;68,5')).toEqual(wanted)
  expect(await csv('\ufeffTier\tCBM\r\n1\t68,5\r\n')).toEqual(wanted)
  expect(await csv('Tier,CBM\r1,"68,5"\r')).toEqual(wanted)
})

test('quoted cells may contain separators, line breaks and doubled quotes; a quote inside a cell is a sign', async () => {
  expect(await csv('Tier,Note\r\n"1","a, ""b""\r\nc"\r\n2,5" pipe,\r\n')).toEqual({
    headings: ['Tier', 'Note'],
    rows: [
      ['1', 'a, "b"\r\nc'],
      ['2', '5" pipe'],
    ],
  })
})

test.each(['\n', '\r\n', '\r'])(
  'a CSV file of several megabytes is read like a short one, wherever a piece ends (%j)',
  async (end) => {
    // Rows of every length, so that pieces end within signs, quotes, doubled quotes and line breaks.
    const wanted = Array.from({ length: 1_500 }, (_, n) => [
      String(n),
      'a "quoted"\nä船, '.repeat(n % 97),
      'x'.repeat(n % 1_021),
      n === 700 ? '""\r\n'.repeat(300_000) : '',
    ])
    const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
    const text = ['No,One,Two,Three', ...wanted.map((row) => row.map(quoted).join(','))].join(end)
    const { rows } = await readSheet(Buffer.from(text))
    const trimmed = wanted.map((row) => row.map((cell) => cell.trim()))
    const filled = trimmed.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1))
    expect(rows.slice(1).map(({ cells }) => cells)).toEqual(filled)
    const lines = wanted.map((row) => 1 + row.join('').split(/\r\n|\r|\n/).length - 1)
    expect(rows.at(-1)?.line).toBe(2 + lines.slice(0, -1).reduce((sum, count) => sum + count, 0))
  },
)

test('empty rows are skipped; the others keep their line numbers', async () => {
  expect((await tableIn(Buffer.from('Tier,CBM\n\n1,2\n,\n"3\n4",5\n6,7'))).rows).toEqual([
    { line: 3, cells: ['1', '2'] },
    { line: 5, cells: ['3\n4', '5'] },
    { line: 7, cells: ['6', '7'] },
  ])
})

test('a file without a table is refused with the reason', async () => {
  expect(await refusal(Buffer.from(''))).toBe('File cannot be empty')
  expect(await refusal(Buffer.from('\n\n'))).toBe('File cannot be empty')
  expect(await refusal(Buffer.from([0x44, 0xfc, 0x01, 0x0a]))).toMatch(/no text and no workbook/)
  expect(await refusal(Buffer.from('PK not a workbook'))).toBe('The file is not a workbook')
  expect(await refusal(Buffer.from(zipSync({ 'a.txt': strToU8('x') })))).toBe('The file is not a workbook')
  expect(await refusal(Buffer.from('a\n"b'))).toBe('The file cannot be read as CSV: a quote is not closed')
  expect(await refusal(Buffer.from('a\n"b"c'))).toBe('The file cannot be read as CSV: text after a closing quote')
})

test('1000 columns and 50 000 rows are read; one more is refused', async () => {
  const columns = (n: number) => Buffer.from(Array.from({ length: n }, (_, index) => `c${index}`).join(','))
  expect(await refusal(columns(1000))).toBeNull()
  expect(await refusal(columns(1001))).toBe('No more than 1000 columns')
  const rows = (n: number) => Buffer.from(`Tier\n${'1\n'.repeat(n)}`)
  expect((await readSheet(rows(50_000))).rows).toHaveLength(50_001)
  expect(await refusal(rows(50_001))).toBe('No more than 50000 rows')
})

test('250 000 cells are read; one more is refused', async () => {
  const full = `${',x'.repeat(500).slice(1)}\n`.repeat(500)
  expect(await refusal(Buffer.from(full))).toBeNull()
  expect(await refusal(Buffer.from(`${full}x`))).toBe('No more than 250000 cells')
})

/** A workbook whose one sheet is the given XML. */
async function workbook(change: (sheet: string) => string, more: Record<string, string> = {}): Promise<Buffer> {
  const parts = unzipSync(await sheetFile({ headings: ['Tier'], rows: [] }, 'xlsx'))
  const path = 'xl/worksheets/sheet1.xml'
  parts[path] = strToU8(change(new TextDecoder().decode(parts[path])))
  for (const [name, xml] of Object.entries(more)) parts[name] = strToU8(xml)
  return Buffer.from(zipSync(parts))
}
const withCells = (xml: string) => workbook((sheet) => sheet.replace('</sheetData>', `${xml}</sheetData>`))

test('a workbook takes no more memory than its cells, however large it claims to be', async () => {
  const sparse = await withCells('<row r="1048576"><c r="B1048576"><v>7</v></c></row>')
  expect((await readSheet(sparse)).rows.slice(1)).toEqual([{ line: 1_048_576, cells: ['', '7'], numbers: [1] }])
  const wide = await withCells('<row r="2"><c r="XFD2"><v>7</v></c></row>')
  expect(await refusal(wide)).toBe('No more than 1000 columns')
  const huge = await workbook((sheet) => sheet + ' '.repeat(32 * 1024 * 1024))
  expect(huge.length).toBeLessThan(100_000)
  expect(await refusal(huge)).toBe('The workbook is too large')
})

test('no more of a workbook is unpacked than it declares', async () => {
  const data = await withCells('<row r="2"><c r="A2"><v>7</v></c></row>'.repeat(10_000))
  const declared = data.readUInt32LE(data.indexOf('xl/worksheets/sheet1.xml', data.length - 2_000) - 46 + 24)
  const size = Buffer.alloc(4)
  size.writeUInt32LE(declared)
  const lie = Buffer.from([100, 0, 0, 0])
  for (let at = data.indexOf(size); at >= 0; at = data.indexOf(size)) lie.copy(data, at)
  expect(await refusal(data)).toBe('The file is not a workbook')
})

/** Small files that once took seconds to read. */
const HOSTILE: [name: string, reason: string, file: () => Buffer | Promise<Buffer>][] = [
  [
    'more than half a million empty cells',
    'No more than 500000 empty cells',
    () => withCells(`<row>${'<c/>'.repeat(1_000_001)}</row>`),
  ],
  [
    'empty cells in many rows',
    'No more than 500000 empty cells',
    () => withCells(`<row>${'<c/>'.repeat(500)}</row>`.repeat(2_000)),
  ],
  [
    'rows with one cell far to the right',
    'No more than 250000 cells',
    () => withCells('<row><c r="ALL1"><v>1</v></c></row>'.repeat(50_000)),
  ],
  ['two million commas', 'No more than 500000 empty cells', () => Buffer.from(','.repeat(2_000_000))],
  [
    'rows of nothing but commas',
    'No more than 500000 empty cells',
    () => Buffer.from(`${',,,,,,,,,'}\n`.repeat(100_001)),
  ],
  [
    'eight megabytes of sheets to look through',
    'The workbook has too many sheets',
    () =>
      workbook((sheet) => sheet, {
        'xl/workbook.xml': `<workbook>${'<sheet/>'.repeat(900_000)}</workbook>`,
      }),
  ],
]

test.each(HOSTILE)('%s are refused with the reason, while others are answered', async (_, reason, file) => {
  const data = await file()
  const order: string[] = []
  const reading = readSheetAside(data, null).catch((error) => {
    order.push('refused')
    return error
  })
  // The thread's answer arrives in a later turn of the loop, however quick it is; an answer from this one
  // would be here by now.
  for (let i = 0; i < 10; i++) await Promise.resolve()
  order.push('other work')
  expect(await reading).toMatchObject({ status: 400, data: { file: reason } })
  expect(order).toEqual(['other work', 'refused'])
})

test('numbers are read as typed, formulas as their results, inline and shared texts with their runs', async () => {
  const cells = [
    '<c r="A2"><v>68.549999999999997</v></c>',
    '<c r="B2" t="str"><f>"a"&amp;"b"</f><v>ab</v></c>',
    '<c r="C2" t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve">line</t></r></is></c>',
    '<c r="D2" t="b"><v>1</v></c>',
    '<c t="e"><v>#REF!</v></c>',
  ]
  const { rows } = await readSheet(await withCells(`<row r="2">${cells.join('')}</row>`))
  expect(rows.slice(1)).toEqual([{ line: 2, cells: ['68.55', 'ab', 'inline', 'Yes', '\ufffd#REF!'], numbers: [0] }])
})
