import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readSheet } from './read-sheet.ts'
import type { SheetChoice } from './sheet.ts'
import { shownText, unreadableReason } from './unreadable.ts'

const read = async (data: Uint8Array | string, choice: SheetChoice = {}) => {
  const { found, rows } = await readSheet(typeof data === 'string' ? Buffer.from(data) : data, choice)
  return {
    encoding: found.encoding,
    guessedBy: found.guessedBy,
    separator: found.separator,
    rows: rows.map(({ cells }) => cells),
  }
}
const refusal = (data: Uint8Array | string, choice: SheetChoice = {}) =>
  read(data, choice).then(
    () => null,
    (error: Error) => error.message,
  )
const CLIENT = ['Username', 'Company name', 'Email', 'Phone', 'Company address', 'Canadian Business Number']

test.each([
  ['utf16-tab.txt', 'utf-16le', '\t', ['Ana Lopez', 'Søn & Zoë GmbH', 'utf16@lopez.example']],
  ['gb18030.csv', 'gb18030', ',', ['Ana Lopez', '上海', 'gb@lopez.example']],
  ['windows-1252.csv', 'windows-1252', ',', ['Ana Lopez', 'Café Québec', 'latin@lopez.example']],
  ['sep-line.csv', 'utf-8', ';', ['Ana Lopez', 'Lopez Trading', 'sep@lopez.example']],
  ['excel-text-formulas.csv', 'utf-8', ',', ['Ana Lopez', 'Lopez Trading', 'formula@lopez.example']],
])('%s is read', async (name, encoding, separator, begin) => {
  const file = await read(await readFile(`tests/cases/csv/${name}`))
  expect(file).toMatchObject({ encoding, separator })
  expect(file.rows).toHaveLength(2)
  expect(file.rows[0]).toEqual(CLIENT)
  expect(file.rows[1]?.slice(0, 5)).toEqual([...begin, '16045550111', '1 Dock Road'])
  if (name !== 'gb18030.csv') expect(file.rows[1]?.[5]).toBe('123456789RT0001')
})

test('commas within a quoted heading do not separate', async () => {
  const { separator, rows } = await read(await readFile('tests/cases/csv/commas-in-heading.csv'))
  expect(separator).toBe(';')
  expect(rows.map((cells) => cells.length)).toEqual([5, 5])
})

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const latin = (text: string) => Buffer.from(text, 'latin1')

test('encodings are found by a mark, by zero bytes, or by the bytes beyond ASCII', async () => {
  const text = 'Name;City\nSøn;Zürich\n船;上海\n'
  const rows = [
    ['Name', 'City'],
    ['Søn', 'Zürich'],
    ['船', '上海'],
  ]
  for (const mark of ['', '\ufeff']) {
    expect(await read(`${mark}${text}`)).toMatchObject({ encoding: 'utf-8', rows })
    expect(await read(Buffer.from(mark + text, 'utf16le'))).toMatchObject({ encoding: 'utf-16le', rows })
    expect(await read(utf16be(mark + text))).toMatchObject({ encoding: 'utf-16be', rows })
  }
  const chinese = '客户名称,公司,城市\r\n王伟,上海一二三国际货运有限公司,宁波\r\n'
  expect(await read(Buffer.from(chinese, 'utf16le'))).toMatchObject({ encoding: 'utf-16le' })
  expect(await read('Name,City\nAda,Rome\n')).toMatchObject({ encoding: 'utf-8' })
})

/** Texts of GB18030, as its bytes in hexadecimal. */
const CHINESE: [text: string, bytes: string][] = [
  ['宁波', 'c4feb2a8'],
  ['张钰', 'd5c5eeda'],
  ['是', 'cac7'],
  ['上海市浦东新区A座', 'c9cfbaa3cad0c6d6b6abd0c2c7f841d7f9'],
  ['（有限）公司', 'a3a8d3d0cfdea3a9b9abcbbe'],
  ['陶喆', 'ccd586b4'],
  ['王赟', 'cdf5da53'],
  ['李珺 Co', 'c0eeac4220436f'],
]
test.each(CHINESE)('%s in GB18030 is Chinese', async (text, bytes) => {
  const data = Buffer.concat([Buffer.from('Name,Company\nAna,'), Buffer.from(bytes, 'hex'), Buffer.from('\n')])
  expect(await read(data)).toMatchObject({
    encoding: 'gb18030',
    rows: [
      ['Name', 'Company'],
      ['Ana', text],
    ],
  })
})

test.each([
  'Qu\xe9bec',
  'Gr\xf6\xdfe',
  'M\xdcNCHEN',
  'A\xc7\xc3O',
  'S\xe3o Paulo',
  'Malm\xf6',
  'No. 5\xba',
  '\xc5lesund, 20 \xb0C',
  'MA\xc7\xc3',
  'CR\xc9\xc9',
  '\xc9\xc9N',
])('%s in Windows-1252 is Western', async (name) => {
  expect(await read(latin(`Name;City\nAna;${name}\n`))).toMatchObject({
    encoding: 'windows-1252',
    rows: [
      ['Name', 'City'],
      ['Ana', name],
    ],
  })
})

test('Windows-1252 has signs that ISO 8859-1 lacks', async () => {
  const data = Buffer.concat([latin('Name,Price\nit'), Buffer.from([0x92]), latin('s caf\xe9,5 '), Buffer.from([0x80])])
  expect((await read(data)).rows[1]).toEqual(['it’s café', '5 €'])
})

test('a broken character of UTF-8 is lost, not a reason to read the file in another encoding', async () => {
  const data = Buffer.concat([Buffer.from('Name,City\nZoë,Zürich\nS'), Buffer.from([0xf8]), Buffer.from('n,Rome\n')])
  expect(await read(data)).toMatchObject({
    encoding: 'utf-8',
    rows: [
      ['Name', 'City'],
      ['Zoë', 'Zürich'],
      ['S\ufffdn', 'Rome'],
    ],
  })
})

test('a chosen encoding is taken; one that does not fit is refused by its name', async () => {
  const western = latin('Name,City\nAna,Qu\xe9bec\n')
  expect((await read(western, { encoding: 'windows-1252' })).rows[1]?.[1]).toBe('Québec')
  expect((await read(latin('Name,City\nAna,\xc9\xcf\xba\xa3\n'), { encoding: 'windows-1252' })).rows[1]?.[1]).toBe(
    'ÉÏº£',
  )
  expect(await refusal(western, { encoding: 'utf-8' })).toBe(
    'The text of the file is not UTF-8: choose another encoding',
  )
  expect(await refusal(western, { encoding: 'utf-16le' })).toMatch(/not UTF-16 LE/)
  expect(await refusal(latin('Name\nCaf\xe9\n'), { encoding: 'gb18030' })).toMatch(/not GB18030/)
  expect(await refusal('\ufeffName\nAna', { encoding: 'utf-16be' })).toMatch(/not UTF-16 BE/)
  expect(await refusal(Buffer.from('Name\nAna', 'utf16le'), { encoding: 'utf-8' })).toMatch(/not UTF-8/)
  expect(await refusal(Buffer.from('Name\nAna', 'utf16le'), { encoding: 'utf-16be' })).toMatch(/not UTF-16 BE/)
})

test('what is no text is refused', async () => {
  const image = Buffer.from('89504e470d0a1a0a0000000d49484452e9e9', 'hex')
  expect(await refusal(Buffer.concat([image, Buffer.from('IDAT'.repeat(100))]))).toMatch(/no text and no workbook/)
})

test.each(['sep=;\r\n', 'SEP=;\n', '"sep=;"\r\n', '\ufeffsep=;\r', 'sep=; \n', 'sep=;;;;\n'])(
  'the line %j names the separator and is no heading',
  async (line) => {
    const wanted = [
      ['a,b,c', 'd'],
      ['1,2,3', '4'],
    ]
    expect(await read(`${line}a,b,c;d\n1,2,3;4\n`)).toMatchObject({ separator: ';', rows: wanted })
    expect(await read(Buffer.from(`${line}a,b,c;d\n1,2,3;4\n`, 'utf16le'))).toMatchObject({
      separator: ';',
      rows: wanted,
    })
  },
)

test('the line of the separator counts; another choice wins, and a sign that is not read is named', async () => {
  const { rows } = await readSheet(Buffer.from('sep=\t\na\tb\n1\t2'))
  expect(rows.map(({ line }) => line)).toEqual([2, 3])
  expect((await read('sep=\\t\na\tb')).separator).toBe('\t')
  expect((await read('sep=;\na,b;c', { separator: ',' })).rows).toEqual([['a', 'b;c']])
  expect(await refusal('sep=|\na|b')).toBe('The file has | between its cells: save it with commas, semicolons or tabs')
})

const SEPARATED: [text: string, separator: string][] = [
  ['"a, b, c";d\n1;2', ';'],
  ['"first\nline; of, a, heading",b\n1,2', ','],
  ['Volume, CBM;Weight, KG;Price, USD\n12,5;3,5;9,5\n1,5;2,5;3,5', ';'],
  ['Volume,CBM;Weight,KG;Price\n12,5;3,5;9', ';'],
  ['Tier,CBM\n1,2\n3,4', ','],
  ['code,events,note\nA1,In; Out; Gone; Back,x\nA2,In; Out; Gone; Back,y', ','],
  ['Client list, of 2026, printed today\n\nName;City\nAna;Rome', ';'],
  ['a;b\n"x;y;z,,,";1', ';'],
  ['a\tb;c\n1,5\t2;3', '\t'],
  ['one column\nof texts, with commas', ','],
  ['a;b;c\n1;2\n1;2;3\n1', ';'],
  ['"=""1,5""",b;c\n="a;b",c', ','],
]
test.each(SEPARATED)('%j is separated by %j', async (text, separator) => {
  expect((await read(text)).separator).toBe(separator)
})

test('a chosen separator is taken', async () => {
  expect((await read('a;b,c\n1;2,3', { separator: ',' })).rows).toEqual([
    ['a;b', 'c'],
    ['1;2', '3'],
  ])
  expect((await read('a b\n1 2', { separator: '\t' })).separator).toBe('\t')
})

test('a text that is written as a formula is that text; other formulas stay as they are', async () => {
  const cells: Record<string, string> = {
    '="16045550111"': '16045550111',
    '="00,1"': '00,1',
    '=123': '123',
    '"=00123"': '00123',
    '=1+2': '=1+2',
    "'=123": '=123',
    '"=""00123"""': '00123',
    '="say ""hi"""': 'say "hi"',
    '=""': '',
    '="A"&B1': '="A"&B1',
    '=1+1': '=1+1',
    '=HYPERLINK("x")': '=HYPERLINK("x")',
    '"\'=""x"""': '="x"',
    end: 'end',
  }
  expect((await read(`${Object.keys(cells).join(',')}\n`)).rows).toEqual([Object.values(cells)])
})

test('spaces may stand before a quoted cell; a quote within a cell is a sign', async () => {
  expect((await read('a, "b, c", ="1,2"\n 5" pipe, "x" y,z\n')).rows).toEqual([
    ['a', 'b, c', '1,2'],
    ['5" pipe', '"x" y', 'z'],
  ])
})

test('errors of formulas that a spreadsheet wrote as text cannot be read', async () => {
  const errors = ['#N/A', '#REF!', '#DIV/0!', '#NAME?', '#NV', '#BEZUG!', '#¡VALOR!', '########']
  const texts = ['#1', '#PO-17', 'N/A', '# 5!', '#a!']
  expect((await read(`${[...errors, ...texts].join(';')}\n`)).rows).toEqual([
    [...errors.map((error) => `\ufffd${error}`), ...texts],
  ])
})

test('no-break and other spaces around cells are none of their text', async () => {
  expect((await read('\u00a0a\u00a0,\u3000b ,"\u202fc\t"\n')).rows).toEqual([['a', 'b', 'c']])
})

test('empty cells beside the table count for nothing', async () => {
  const empty = ','.repeat(1_500)
  expect((await read(`a,b${empty}\n1,2${empty}\n${empty}\n`)).rows).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

const bytes = (hex: string) =>
  Buffer.concat([Buffer.from('Name,City\nAna, Via '), Buffer.from(hex, 'hex'), Buffer.from(' 5 \n')])

test('bytes that are no character of the encoding make their cell unreadable', async () => {
  for (const byte of ['81', '8d', '8f', '90', '9d']) {
    const { rows } = await read(bytes(`6361${byte}66e9`), { encoding: 'windows-1252' })
    expect(unreadableReason(rows[1]?.[1] ?? '')).toMatch(/characters that were lost/)
  }
  // Private ones, one that is none, and a control.
  for (const hex of ['aaa1', 'a2ab', 'd7fa', '8431a439', '81308130']) {
    const { rows } = await read(bytes(`c9cfbaa3${hex}`), { encoding: 'gb18030' })
    expect(rows[1]?.[1]).toBe('Via 上海\ufffd 5')
  }
})

test('a guessed encoding is said with a text to check it; one that is marked, sure or chosen is not', async () => {
  expect((await read(bytes('c9cfbaa3'))).guessedBy).toBe('Via 上海 5')
  expect((await read(bytes('6361e9'))).guessedBy).toBe('Via caé 5')
  expect((await read(bytes('6361e9'), { encoding: 'windows-1252' })).guessedBy).toBeNull()
  for (const sure of ['Name\nZoë', 'Name\nZoe', Buffer.from('\ufeffName\nZoë', 'utf16le')])
    expect((await read(sure)).guessedBy).toBeNull()
  const marked = Buffer.concat([Buffer.from('84319533', 'hex'), bytes('c9cfbaa3')])
  expect(await read(marked)).toMatchObject({ encoding: 'gb18030', guessedBy: null })
  const long = await read(
    Buffer.concat([Buffer.from('Name\n'), Buffer.alloc(3_000_000, 'a'), Buffer.from('\n'), latin('Gr\xfcn\n')]),
  )
  expect(long.guessedBy).toBe('Grün')
  // A sample ends before a pair that is cut.
  expect((await read(bytes(`c9cf61${'baa3'.repeat(40)}`))).guessedBy).toBe(`Via 上a${'海'.repeat(18)}`)
})

test('quotes that a chosen separator breaks are refused at it', async () => {
  const file = '"Name, first",City\n"Ana, B",Rome\n'
  await expect(read(file, { separator: ';' })).rejects.toMatchObject({ choice: 'separator' })
  await expect(read('Name,City\n"Ana"x,Rome\n', { separator: ',' })).rejects.toMatchObject({ choice: null })
})

test('a value of the wrong kind in a workbook is said in other words than a lost character', () => {
  expect(unreadableReason('\ufffd!-5')).toBe('The workbook has -5 here, which its cell cannot show: write it again')
  expect(unreadableReason('\ufffdller')).toMatch(/characters that were lost/)
  for (const [cell, shown] of [
    ['\ufffd!-5', '-5'],
    ['\ufffd#N/A', '#N/A'],
    ['\ufffd=A1', '=A1'],
    ['\ufffd', ''],
    ['\ufffdller', '\ufffdller'],
  ] as const)
    expect(shownText(cell)).toBe(shown)
})
