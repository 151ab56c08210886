import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { largeSheet } from './large-sheet.ts'
import { readSheet } from './read-sheet.ts'
import { relation, relations, sheetXml, stylesXml, text, workbookOf, workbookXml } from './workbook.fixture.ts'

const rowsOf = async (data: Uint8Array) => (await readSheet(data)).rows
const cellsOf = async (data: Uint8Array) => (await rowsOf(data)).map(({ cells }) => cells)
/** The cells of a workbook with one row. */
const row = async (cells: string, more: Parameters<typeof workbookOf>[1] = {}) =>
  (await cellsOf(workbookOf(`<row>${cells}</row>`, more)))[0]
const refusal = (data: Uint8Array, choice = {}) =>
  readSheet(data, choice).then(
    () => null,
    (error: Error) => error.message,
  )
const fromCases = async (name: string) => readSheet(await readFile(`tests/cases/sheets/${name}.xlsx`))

const CLIENT = ['Username', 'Company name', 'Email', 'Phone', 'Company address', 'Canadian Business Number']

test.each([
  ['capital-shared-strings', ['Ana Lopez', 'Lopez Trading', 'capital@lopez.example', '16045550111']],
  ['some-shared-some-inline', ['Ana Lopez', 'Lopez Trading', 'mixed@lopez.example', '16045550111']],
  ['workbook-at-root', ['Ana Lopez', 'Lopez Trading', 'root@lopez.example', '16045550111']],
  ['cdata-inline', ['Ana & Co <HK>', 'Lopez Trading', 'cdata@lopez.example', '16045550111']],
  ['single-quoted-attributes', ['Ana Lopez', 'Lopez Trading', 'quotes@lopez.example', '16045550111']],
  ['styled-empty-columns', ['Ana Lopez', 'Lopez Trading', 'styled@lopez.example', '16045550111']],
])('%s.xlsx is read', async (name, begin) => {
  const { rows } = await fromCases(name)
  expect(rows).toEqual([
    { line: 1, cells: CLIENT },
    { line: 2, cells: [...begin, '1 Dock Road', '123456789RT0001'] },
  ])
})

test('the other files of the cases are read as their sheets show them', async () => {
  expect(await fromCases('hidden-first-sheet')).toMatchObject({
    found: { sheet: 'Rates', sheets: ['Rates'], encoding: null, separator: null },
    rows: [{ cells: ['Tier', 'Dest', 'CBM', 'MT'] }, { cells: ['9', 'NEWDEST', '22', '22'] }],
  })
  const columnOf = async (name: string, heading: string) => {
    const [head, ...rows] = (await fromCases(name)).rows
    return rows.map(({ cells }) => cells[head?.cells.indexOf(heading) ?? -1])
  }
  expect(await columnOf('east-asian-dates', 'Date')).toEqual(['2026-10-26', '2026-10-26', '2026-10-26'])
  expect(await columnOf('formula-noise', 'Volume, CBM')).toEqual(['0.3', '2.5'])
  expect(await columnOf('formula-noise', 'Weight, KG')).toEqual(['620', '620'])
  expect(await columnOf('zeros-by-format', 'Shipment purchase reference')).toEqual(['00001234'])
  expect(await columnOf('error-cells', 'Company name')).toEqual(['\ufffd#N/A'])
  expect(await columnOf('error-cells', 'Company address')).toEqual(['\ufffd#REF!'])
  expect(await columnOf('error-cells-rates', 'Dest')).toEqual(['\ufffd#N/A'])
  expect((await fromCases('title-rows')).rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
    [1, 'Client list of 2026'],
    [2, 'Printed on 2026-11-20'],
    [4, 'Username'],
    [5, 'Ana Lopez'],
  ])
})

const THREE = workbookXml(
  `<sheet name="Old" state="veryHidden" r:id="r1"/><sheet name="Chart" r:id="r4"/><sheet name="Rates &amp; more" r:id="r5"/>
   <sheet name="Notes" state="visible" r:id="r6"/><sheet name="Empty" r:id="r7"/>`,
)
const SHEETS = {
  'xl/workbook.xml': THREE,
  'xl/_rels/workbook.xml.rels': relations(
    relation('r1', 'worksheet', 'worksheets/sheet1.xml'),
    relation('r4', 'chartsheet', 'chartsheets/sheet1.xml'),
    relation('r5', 'worksheet', '/xl/worksheets/sheet5.xml'),
    relation('r6', 'worksheet', '../xl/./worksheets/Sheet%206.xml'),
    relation('r7', 'worksheet', 'worksheets/sheet7.xml'),
  ),
  'xl/chartsheets/sheet1.xml': sheetXml(`<row>${text('chart')}</row>`),
  'xl/worksheets/sheet5.xml': sheetXml(`<row>${text('rates')}</row>`),
  'xl/worksheets/sheet 6.xml': sheetXml(`<row>${text('notes')}</row>`),
  'xl/worksheets/sheet7.xml': sheetXml(''),
}

test('the first sheet that people see is read, or the chosen one; hidden, chart and unknown ones are not', async () => {
  const data = workbookOf(`<row>${text('old')}</row>`, SHEETS)
  const sheets = ['Rates & more', 'Notes', 'Empty']
  expect(await readSheet(data)).toMatchObject({
    found: { sheet: 'Rates & more', sheets },
    rows: [{ cells: ['rates'] }],
  })
  expect(await readSheet(data, { sheet: 'Notes' })).toMatchObject({
    found: { sheet: 'Notes', sheets },
    rows: [{ cells: ['notes'] }],
  })
  expect((await readSheet(data, { sheet: 'notes ' })).found.sheet).toBe('Notes')
  expect(await refusal(data, { sheet: 'Old' })).toBe(
    'The workbook has no sheet "Old". It has: Rates & more, Notes, Empty',
  )
  expect(await refusal(data, { sheet: 'Empty' })).toBe(
    'The sheet "Empty" is empty. The others are: Rates & more, Notes',
  )
})

test('an empty first sheet is passed over unless it is chosen; a workbook may have nothing to see', async () => {
  const order = `<sheet name="Empty" r:id="r7"/><sheet name="Notes" r:id="r6"/>`
  const { found } = await readSheet(workbookOf('', { ...SHEETS, 'xl/workbook.xml': workbookXml(order) }))
  expect(found).toMatchObject({ sheet: 'Notes', sheets: ['Empty', 'Notes'] })
  const hidden = workbookXml('<sheet name="Old" state="hidden" r:id="r1"/>')
  expect(await refusal(workbookOf('', { 'xl/workbook.xml': hidden }))).toBe('All sheets of the workbook are hidden')
  expect(await refusal(workbookOf('', { 'xl/workbook.xml': workbookXml('') }))).toBe('The workbook has no sheet')
  expect(await refusal(workbookOf(''))).toBe('File cannot be empty')
})

test('parts are found by their relations, whatever their paths, letters, prefixes and namespaces are', async () => {
  const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
  const data = workbookOf('', {
    'xl/workbook.xml': null,
    'xl/_rels/workbook.xml.rels': null,
    'xl/worksheets/sheet1.xml': null,
    '_Rels/.RELS': relations(relation('a', 'officeDocument', '/Book/Main.xml', strict)),
    'book/main.XML': `<x:workbook xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:rel="${strict}">
      <x:sheets><x:sheet name='S' sheetId='1' rel:id='s'/></x:sheets></x:workbook>`,
    'book/_rels/main.xml.rels': `<p:Relationships xmlns:p="http://schemas.openxmlformats.org/package/2006/relationships">
      <p:Relationship Target='data\\Table.XML' Type='${strict}/worksheet' Id='s'/>
      <p:Relationship Target='../Texts/all.xml' Type='${strict}/sharedStrings' Id='t'/></p:Relationships>`,
    'book/data/table.xml': `<?xml version="1.0" encoding="UTF-8"?><!-- made by a program -->
      <x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData>
      <x:row r='1'><x:c r='A1' t='s'><x:v>0</x:v></x:c><x:c r='B1' t='s'><x:v> 1 </x:v></x:c></x:row>
      </x:sheetData></x:worksheet>`,
    'TEXTS/ALL.XML': '<x:sst xmlns:x="m"><x:si><x:t>a&#x20;&amp;&#32;b</x:t></x:si><x:si><x:t>c</x:t></x:si></x:sst>',
  })
  expect(await cellsOf(data)).toEqual([['a & b', 'c']])
})

test('a part in UTF-16 is read by its mark', async () => {
  const xml = sheetXml(`<row>${text('Søn 船')}</row>`)
  const data = workbookOf('', { 'xl/worksheets/sheet1.xml': Buffer.from(`\ufeff${xml}`, 'utf16le') })
  expect(await cellsOf(data)).toEqual([['Søn 船']])
})

test('a part is read in the encoding that it declares, and UTF-16 without a mark', async () => {
  const head = (encoding: string) => `<?xml version="1.0" encoding='${encoding}' standalone="yes"?>`
  const part = (encoding: string, bytes: (xml: string) => Buffer) =>
    bytes(`${head(encoding)}${sheetXml(`<row>${text('S\u00f8n')}</row>`)}`)
  for (const data of [
    part('ISO-8859-1', (xml) => Buffer.from(xml, 'latin1')),
    part('UTF-16', (xml) => Buffer.from(xml, 'utf16le')),
    part('UTF-16', (xml) => Buffer.from(`\ufeff${xml}`, 'utf16le').swap16()),
    part('utf-8', (xml) => Buffer.from(xml)),
    part('UTF-16', (xml) => Buffer.from(xml)),
  ])
    expect(await cellsOf(workbookOf('', { 'xl/worksheets/sheet1.xml': data }))).toEqual([['S\u00f8n']])
  const unknown = part('x-nothing', (xml) => Buffer.from(xml))
  expect(await refusal(workbookOf('', { 'xl/worksheets/sheet1.xml': unknown }))).toBe('The file is not a workbook')
})

test('an error without a text is no empty cell; rows of an extension are none of the sheet', async () => {
  expect(await row('<c t="e"/><c t="e"><v></v></c><c t="s"/>')).toEqual(['\ufffd#ERROR!', '\ufffd#ERROR!'])
  const more = '<extLst><ext><sheetData><row><c><v>9</v></c></row></sheetData></ext></extLst>'
  const sheet = sheetXml(`<row>${text('own')}</row>`).replace('</worksheet>', `${more}</worksheet>`)
  expect(await cellsOf(workbookOf('', { 'xl/worksheets/sheet1.xml': sheet }))).toEqual([['own']])
})

test('texts have all their runs, spaces, entities, comments and CDATA sections, and no phonetic hints', async () => {
  const strings = `<sst><si><r><rPr><b/></rPr><t>Shang</t></r><r><t xml:space="preserve"> hai</t></r>
    <rPh sb="0" eb="1"><t>シャンハイ</t></rPh><phoneticPr/></si>
    <si><t>a<!-- hint -->b<![CDATA[ <c> & ]]>d&lt;&#233;</t></si><si/></sst>`
  const cells = [
    '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c>',
    '<c t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve"> line</t></r><rPh><t>no</t></rPh></is></c>',
    '<c t="str"><f>A1&amp;"x"</f><v><![CDATA[one & two]]></v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c>',
    '<c t="str"><v>_x000D_end_x005F_</v></c>',
  ]
  expect(await row(cells.join(''), { 'xl/sharedStrings.xml': strings })).toEqual([
    ...['Shang hai', 'ab <c> & d<é', '', 'in line', 'one & two', 'Yes', 'No', 'end_'],
  ])
})

test('a cell that cannot be read is never empty: errors, lost texts, formulas without a result, no numbers', async () => {
  const cells = [
    '<c t="e"><v>#DIV/0!</v></c><c t="e"><f>X</f><v>#NAME?</v></c><c t="s"><v>7</v></c><c t="s"><v>x</v></c>',
    '<c><f>SUM(A1:A2)</f></c><c><f>B1</f><v></v></c><c t="str"><f>IF(1,"")</f><v></v></c>',
    '<c><v>1,5</v></c><c><v>0x1F</v></c><c t="d"><v>soon</v></c><c t="b"><v>maybe</v></c><c t="new"><v>x</v></c>',
    '<c s="1"><v>-1</v></c><c s="1"><v>99999999</v></c><c><v/></c>',
  ]
  expect(await row(cells.join(''), { 'xl/styles.xml': stylesXml(14) })).toEqual([
    ...['\ufffd#DIV/0!', '\ufffd#NAME?', '\ufffd', '\ufffd', '\ufffd=SUM(A1:A2)', '\ufffd=B1', ''],
    ...['1,5', '0x1F', 'soon', 'maybe', 'x', '-1', '99999999'].map((shown) => `\ufffd!${shown}`),
  ])
})

test('numbers have 15 digits, no exponent and a dot, and are known as numbers', async () => {
  const wanted: Record<string, string> = {
    '0.30000000000000004': '0.3',
    '620.00000000000011': '620',
    '68.549999999999997': '68.55',
    '16045550111': '16045550111',
    '1.6045550111E10': '16045550111',
    '1E+15': '1000000000000000',
    '1.5E+21': '1500000000000000000000',
    '123456789012345678': '123456789012346000',
    '1.2E-7': '0.00000012',
    '-0.1': '-0.1',
    '-2.5E-8': '-0.000000025',
    '1E-5': '0.00001',
  }
  const cells = Object.keys(wanted).map((raw) => `<c><v>${raw}</v></c>`)
  const [read] = await rowsOf(workbookOf(`<row>${text('Text')}${cells.join('')}<c t="str"><v>1.5</v></c></row>`))
  expect(read?.cells).toEqual(['Text', ...Object.values(wanted), '1.5'])
  expect(read?.numbers).toEqual(Object.keys(wanted).map((_, at) => at + 1))
})

test('codes in digits have the zeros that the sheet shows, shares their sign; other formats keep the value', async () => {
  const shown: [format: number | string, value: string, text: string][] = [
    ['00000000', '1234', '00001234'],
    ['000-00-0000', '1234567', '001-23-4567'],
    ['"PO-"00000', '42', 'PO-00042'],
    ['00000;[Red]-00000', '-42', '-00042'],
    ['0000 0000', '1234', '0000 1234'],
    ['00', '1234', '1234'],
    ['000,000', '1234', '001234'],
    ['00000', '1234.5', '1234.5'],
    [9, '0.05', '5%'],
    ['0%', '0.0525', '5.25%'],
    [10, '0.30000000000000004', '30%'],
    ['#,##0.00', '1234.567', '1234.567'],
    ['[$€-2] #,##0.00', '12', '12'],
    ['0.00E+00', '1234', '1234'],
    ['#,##0 "days"', '30', '30'],
    ['[Red]0.0', '1.25', '1.25'],
    ['# ?/?', '0.5', '0.5'],
    ['not a format [', '7', '7'],
  ]
  const cells = shown.map(([, value], at) => `<c s="${at + 1}"><v>${value}</v></c>`).join('')
  const read = await row(cells, { 'xl/styles.xml': stylesXml(...shown.map(([format]) => format)) })
  expect(read).toEqual(shown.map(([, , wanted]) => wanted))
})

test('a number that a format shows with the letters or signs of a code is that code, and keeps its figures', async () => {
  const codes: [format: string, value: string, text: string, figures?: string][] = [
    ['"PO"0', '77', 'PO77', '77'],
    ['PO0', '77', 'PO77', '77'],
    ['\\P\\O#', '77', 'PO77', '77'],
    ['"Container "0', '9', 'Container 9', '9'],
    ['0" kg"', '620', '620 kg', '620'],
    ['General" kg"', '12.345', '12.345 kg', '12.345'],
    ['[Red]"No. "0', '5', 'No. 5', '5'],
    ['"#"0', '5', '#5', '5'],
    ['0"/2026"', '12', '12/2026', '12'],
    ['0000"-"00', '123456', '1234-56', '123456'],
    ['000-000', '123456', '123-456', '123456'],
    ['(###) ###-####', '6045550111', '(604) 555-0111', '6045550111'],
    ['0000"."00', '847130', '8471.30', '847130'],
    ['0000"."00"."00', '84713012', '8471.30.12', '84713012'],
    ['"PO"0;"CN"0', '-77', 'CN77', '-77'],
    ['[>=100]"A"0;"B"0', '5', 'B5', '5'],
    ['"Yes";;"No"', '0', 'No', '0'],
    ['"PO "#,##0', '1250', 'PO 1,250', '1250'],
    ['"HS "0000.00', '8471.3', 'HS 8471.30', '8471.3'],
    ['"v"0.0', '1', 'v1.0', '1'],
    ['@" x"', '77', '77 x', '77'],
    // Amounts count as they are: a currency, decimals, thousands, a share, spaces between thousands.
    ['"$"0', '77', '77'],
    ['"$"#,##0.00', '1250.5', '1250.5'],
    ['[$USD] #,##0', '77', '77'],
    ['"USD "#,##0.00', '77', '77'],
    ['"US$"#,##0', '77', '77'],
    ['"kr "#,##0.00', '77', '77'],
    ['0.0" kg"', '12.345', '12.345'],
    ['#,##0" pcs"', '1200', '1200'],
    ['0.0,"K"', '12500', '12500'],
    ['# ##0', '1250', '1250'],
    ['_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)', '-5', '-5'],
    ['0;-0;"-"', '0', '0'],
    ['+0;-0', '5', '5'],
    ['(0)', '5', '5'],
    [';;;', '7', '7'],
  ]
  const cells = codes.map(([, value], at) => `<c s="${at + 1}"><v>${value}</v></c>`).join('')
  const styles = stylesXml(...codes.map(([format]) => format))
  const [read] = await rowsOf(workbookOf(`<row>${cells}</row>`, { 'xl/styles.xml': styles }))
  expect(read?.cells).toEqual(codes.map(([, , text]) => text))
  expect(read?.figures).toEqual(
    Object.fromEntries(codes.flatMap(([, , , figures], at) => (figures === undefined ? [] : [[at, figures]]))),
  )
})

test('a text has the letters that its format shows around it', async () => {
  const shown: [format: string, text: string][] = [
    ['"PO-"@', 'PO-abc'],
    ['@" x"', 'abc x'],
    ['0;-0;0;"ref "@', 'ref abc'],
    ['_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)', 'abc'],
    ['@', 'abc'],
    ['General', 'abc'],
  ]
  const cells = shown.map((_, at) => `<c t="inlineStr" s="${at + 1}"><is><t>abc</t></is></c>`).join('')
  const more = '<c t="str" s="1"><v>f</v></c><c t="b" s="1"><v>1</v></c><c t="e" s="1"><v>#N/A</v></c>'
  const styles = stylesXml(...shown.map(([format]) => format))
  expect(await row(cells + more, { 'xl/styles.xml': styles })).toEqual([
    ...shown.map(([, text]) => text),
    'PO-f',
    'Yes',
    '\ufffd#N/A',
  ])
})

test('dates are known by their format, also by East Asian ones; what only looks like a date is none', async () => {
  const shown: [format: number | string, value: string, text: string][] = [
    ...[14, 15, 17, 22, 27, 31, 36, 50, 57, 58, 71, 81].map(
      (id) => [id, '46321', '2026-10-26'] as [number, string, string],
    ),
    ['yyyy"年"m"月"d"日"', '46321', '2026-10-26'],
    ['[$-411]ggge"年"m"月"d"日"', '46321', '2026-10-26'],
    ['[$-F800]dddd\\, mmmm dd\\, yyyy', '46321', '2026-10-26'],
    ['d.m.yy;@', '46321.378472222', '2026-10-26 09:05'],
    ['m/d/yy h:mm', '46321.5000115741', '2026-10-26 12:00:01'],
    ['h:mm', '0.378472222', '09:05'],
    [21, '0.75', '18:00'],
    [32, '0.75', '18:00'],
    ['[h]:mm', '1.1041666666667', '26:30'],
    [46, '1', '24:00:00'],
    ['[Red]0', '46321', '46321'],
    ['"d"0', '46321', 'd46321'],
    ['0\\d', '46321', '46321d'],
    ['General', '46321', '46321'],
    ['General "days"', '46321', '46321 days'],
    ['@', '46321', '46321'],
  ]
  const cells = shown.map(([, value], at) => `<c s="${at + 1}"><v>${value}</v></c>`).join('')
  const read = await row(cells, { 'xl/styles.xml': stylesXml(...shown.map(([format]) => format)) })
  expect(read).toEqual(shown.map(([, , wanted]) => wanted))
})

test('a workbook may count its days from 1904, and redefine a known format', async () => {
  const from1904 = workbookXml('<sheet name="One" r:id="r1"/>', '<workbookPr date1904="1"/>')
  const styles = { 'xl/styles.xml': stylesXml(14) }
  expect(await row('<c s="1"><v>44859</v></c>', { ...styles, 'xl/workbook.xml': from1904 })).toEqual(['2026-10-26'])
  const own = stylesXml(14).replace('<numFmts>', '<numFmts><numFmt numFmtId="14" formatCode="00000"/>')
  expect(await row('<c s="1"><v>42</v></c>', { 'xl/styles.xml': own })).toEqual(['00042'])
})

test('dates in the form of ISO 8601 are days and times of a clock', async () => {
  const dates = ['2026-11-20', '2026-11-20T09:05:00', '2026-11-20T00:00:00.000Z', '2026-11-20T09:05:30Z', '09:05:00']
  expect(await row(dates.map((date) => `<c t="d"><v>${date}</v></c>`).join(''))).toEqual([
    ...['2026-11-20', '2026-11-20 09:05', '2026-11-20', '2026-11-20 09:05:30', '09:05'],
  ])
})

test('formatted cells without a value count for nothing, beside the table, below it and in between', async () => {
  const styled = (from: number, to: number) => '<c s="1"/>'.repeat(to - from)
  const far = `<row r="1">${text('A')}${text('B')}<c r="XFD1" s="1"/></row>`
  const rows = `${far}<row r="2">${styled(0, 1_100)}</row><row r="3">${text('1')}<c/><c t="inlineStr"><is><t>3</t></is></c>${styled(3, 1_100)}</row>`
  expect(await rowsOf(workbookOf(rows))).toEqual([
    { line: 1, cells: ['A', 'B'] },
    { line: 3, cells: ['1', '', '3'] },
  ])
})

test('cells and rows may lack their places, or come in another order', async () => {
  const rows = `<row>${text('a')}<c r="c1" t="str"><v>c</v></c></row><row r="7"><c r="B7" t="str"><v>b</v></c><c r="A7" t="str"><v>a</v></c></row><row>${text('x')}</row>`
  expect(await rowsOf(workbookOf(rows))).toEqual([
    { line: 1, cells: ['a', '', 'c'] },
    { line: 7, cells: ['a', 'b'] },
    { line: 8, cells: ['x'] },
  ])
})

test('hidden rows and columns, and merged cells, are read as they are', async () => {
  const data = workbookOf('', {
    'xl/worksheets/sheet1.xml': `<worksheet><cols><col min="2" max="2" hidden="1"/></cols><sheetData>
      <row r="1" hidden="1">${text('a')}${text('b')}</row><row r="2">${text('c')}</row></sheetData>
      <mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells></worksheet>`,
  })
  expect(await cellsOf(data)).toEqual([['a', 'b'], ['c']])
})

test('other files are refused in words that help', async () => {
  const old = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  expect(await refusal(old)).toBe(
    'This is an old workbook (.xls), or one with a password: save it as .xlsx without one',
  )
  const binary = {
    '_rels/.rels': relations(relation('r', 'officeDocument', 'xl/workbook.bin')),
    'xl/workbook.bin': 'x',
  }
  expect(await refusal(workbookOf('', binary))).toBe('This is a binary workbook (.xlsb): save it as .xlsx')
  const open = { '_rels/.rels': null, 'xl/workbook.xml': null, 'content.xml': '<office/>' }
  expect(await refusal(workbookOf('', open))).toBe('This is an OpenDocument file: save it as .xlsx')
  const page = Buffer.from('<html><table><tr><td>Username</td></tr></table></html>')
  expect(await refusal(page)).toMatch(/web page/)
})

const DAMAGED = 'The workbook is damaged: open it in a spreadsheet and save it again'

test.each([
  ['an entity of its own', '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>', /DOCTYPE/],
  [
    'entities within entities',
    `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(10)}">]><worksheet>&b;</worksheet>`,
    /DOCTYPE/,
  ],
  ['an unknown entity', '<worksheet><sheetData><row><c><v>&b;</v></c></row></sheetData></worksheet>', DAMAGED],
  ['elements within elements', '<a>'.repeat(200_000), DAMAGED],
  ['an element that is not closed', '<worksheet><sheetData><row>', DAMAGED],
  ['a text without an end', `<worksheet><sheetData><row><c><v>${'1'.repeat(3_000_000)}`, DAMAGED],
  ['an attribute without an end', `<worksheet a="${'1'.repeat(3_000_000)}`, DAMAGED],
  ['no XML', 'hello', DAMAGED],
])('a sheet with %s is refused', async (_, xml, reason) => {
  expect(await refusal(workbookOf('', { 'xl/worksheets/sheet1.xml': xml }))).toEqual(
    typeof reason === 'string' ? reason : expect.stringMatching(reason),
  )
})

test('a sheet of a few kilobytes with millions of empty cells is refused before it takes long', async () => {
  const read = async (cells: string) => {
    const data = workbookOf(`<row>${text('Name')}</row>${cells}`)
    expect(data.length).toBeLessThan(70_000)
    const limits = { rows: 100_001, columns: 200, cells: 10_000_000, empty: 20_000_000, bytes: 400 * 1024 * 1024 }
    const { batches } = await largeSheet(data, limits)
    for await (const _ of batches);
  }
  for (const cell of ['<c/>', '<c s="1"/>', '</row><row>'])
    await expect(read(`<row>${cell.repeat(3_000_000)}</row>`)).rejects.toThrow(/^No more than \d+ empty cells$/)
  await read(`<row>${'<c/>'.repeat(400_000)}</row>`)
})

test('the formats of conditions and tables are none of the cells, whatever their numbers', async () => {
  const styles = (code: string, other: string) =>
    stylesXml(code).replace(
      '</styleSheet>',
      `<dxfs><dxf><numFmt numFmtId="200" formatCode="${other}"/></dxf></dxfs></styleSheet>`,
    )
  const cell = '<c s="1"><v>46361</v></c>'
  const shown = (code: string, other: string) => row(cell, { 'xl/styles.xml': styles(code, other) })
  expect(await shown('0', 'yyyy-mm-dd')).toEqual(['46361'])
  expect(await shown('dd/mm/yyyy', '0.00;[Red]-0.00')).toEqual(['2026-12-05'])
  const builtIn = stylesXml(30).replace(
    '</styleSheet>',
    '<dxfs><dxf><numFmt numFmtId="30" formatCode="@"/></dxf></dxfs></styleSheet>',
  )
  expect(await row(cell, { 'xl/styles.xml': builtIn })).toEqual(await row(cell, { 'xl/styles.xml': stylesXml(30) }))
})

test('an error of a formula is none where it is a text', async () => {
  expect(await row('<c t="inlineStr"><is><t>#N/A</t></is></c>')).toEqual(['#N/A'])
  expect(await row('<c t="e"><v>#N/A</v></c>')).toEqual(['\ufffd#N/A'])
})

/** An archive whose directory has its sizes and places in the fields of ZIP64, as programs of Java and .NET write them. */
function inZip64(zip: Buffer): Buffer {
  const end = zip.length - 22
  let at = zip.readUInt32LE(end + 16)
  const entries: Buffer[] = []
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const names = zip.readUInt16LE(at + 28)
    const entry = Buffer.from(zip.subarray(at, at + 46 + names))
    const more = Buffer.alloc(9 + 4 + 24)
    more.writeUInt16LE(0x9999, 0) // A field of another kind comes first.
    more.writeUInt16LE(5, 2)
    more.writeUInt16LE(1, 9)
    more.writeUInt16LE(24, 11)
    for (const [place, from] of [24, 20, 42].entries()) {
      more.writeBigUInt64LE(BigInt(entry.readUInt32LE(from)), 13 + 8 * place)
      entry.writeUInt32LE(0xffff_ffff, from)
    }
    entry.writeUInt16LE(more.length, 30)
    entries.push(Buffer.concat([entry, more]))
    at += 46 + names + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  const [begin, count] = [zip.readUInt32LE(end + 16), BigInt(entries.length)]
  const directory = Buffer.concat(entries)
  const tail = Buffer.alloc(56 + 20 + 22)
  tail.writeUInt32LE(0x06064b50, 0)
  tail.writeBigUInt64LE(44n, 4)
  tail.writeBigUInt64LE(count, 24)
  tail.writeBigUInt64LE(count, 32)
  tail.writeBigUInt64LE(BigInt(directory.length), 40)
  tail.writeBigUInt64LE(BigInt(begin), 48)
  tail.writeUInt32LE(0x07064b50, 56)
  tail.writeBigUInt64LE(BigInt(begin + directory.length), 64)
  tail.writeUInt32LE(0x06054b50, 76)
  for (const from of [84, 86]) tail.writeUInt16LE(0xffff, from)
  for (const from of [88, 92]) tail.writeUInt32LE(0xffff_ffff, from)
  return Buffer.concat([zip.subarray(0, begin), directory, tail])
}

test('an archive may write its sizes and places as those of a large one, and names of parts as relations write them', async () => {
  const zip = inZip64(workbookOf(`<row>${text('here')}</row>`))
  expect(await cellsOf(zip)).toEqual([['here']])
  expect(await refusal(zip.subarray(0, -30))).toBe('The file is not a workbook')
  for (const name of ['my sheet', 'my%20sheet'])
    expect(
      await row('', {
        'xl/worksheets/sheet1.xml': null,
        [`xl/worksheets/${name}.xml`]: sheetXml(`<row>${text('here')}</row>`),
        'xl/_rels/workbook.xml.rels': relations(relation('r1', 'worksheet', 'worksheets/my%20sheet.xml')),
      }),
    ).toEqual(['here'])
})
