import { expect, test } from 'vitest'
import { ENCODED } from './other-encodings.fixture.ts'
import { readSheet } from './read-sheet.ts'

const fileOf = (hex: string) =>
  Buffer.concat([Buffer.from('Company,Phone\r\n"'), Buffer.from(hex, 'hex'), Buffer.from('",16045550111\r\n')])

test.each(ENCODED)('$text is read, or refused as $named until its encoding is chosen', async ({ text, hex, named }) => {
  const data = fileOf(hex)
  if (named === null) {
    const { found, rows } = await readSheet(data)
    expect(rows[1]?.cells).toEqual([text, '16045550111'])
    expect(found.guessedBy).not.toBeNull()
    return
  }
  await expect(readSheet(data)).rejects.toThrow(
    `The text of this file may be ${named}, which is not read: save it as CSV UTF-8 or .xlsx`,
  )
  const { found, rows } = await readSheet(data, { encoding: 'windows-1252' })
  expect(found).toMatchObject({ encoding: 'windows-1252', guessedBy: null })
  expect(rows).toHaveLength(2)
})

test('the same texts in UTF-8 are read', async () => {
  for (const { text } of ENCODED) {
    const { found, rows } = await readSheet(fileOf(Buffer.from(text).toString('hex')))
    expect(found).toMatchObject({ encoding: 'utf-8', guessedBy: null })
    expect(rows[1]?.cells[0]).toBe(text)
  }
})

test('text that is none of these is not taken for Western either', async () => {
  // Thai in TIS-620: bytes beyond ASCII in a row.
  await expect(readSheet(fileOf('bac3d4c9d1b720e4b7c2'))).rejects.toThrow(
    'The text of this file may be in an encoding that is not known: save it as CSV UTF-8 or .xlsx, or choose its encoding',
  )
})

test('a Chinese name that is UTF-8 by chance is read, with a question; Greek and Cyrillic names are UTF-8', async () => {
  // \u9b4f and \u8096 in GB18030 are also \u03ba and \u0424 in UTF-8.
  for (const [hex, name] of [
    ['4c6920ceba', 'Li \u9b4f'],
    ['d0a4', '\u8096'],
  ] as const) {
    const { found, rows } = await readSheet(fileOf(hex))
    expect([rows[1]?.cells[0], found.encoding, found.guessedBy]).toEqual([name, 'gb18030', name])
    expect((await readSheet(fileOf(hex), { encoding: 'utf-8' })).found.encoding).toBe('utf-8')
  }
  for (const name of [
    '\u0418\u0432\u0430\u043d',
    '\u03a9 Ltd',
    '\u0421argo',
    '\u05d3\u05df',
    '018\u0435',
    'PO-\u0415',
    '\u0443\u043b',
    '\u041e\u041e\u041e',
  ]) {
    const { found, rows } = await readSheet(fileOf(Buffer.from(name).toString('hex')))
    expect([rows[1]?.cells[0], found.encoding]).toEqual([name, 'utf-8'])
  }
})

test('a few Cyrillic or Greek letters at the end of a code are UTF-8', async () => {
  for (const code of ['018\u0435', '018\u0415', 'PO\u0410', '77\u0391']) {
    const { found, rows } = await readSheet(fileOf(Buffer.from(code).toString('hex')))
    expect([rows[1]?.cells[0], found.encoding, found.guessedBy]).toEqual([code, 'utf-8', null])
  }
})

test('Ctrl-Z at the end of a file is no text', async () => {
  for (const data of [
    Buffer.from('Company\r\nLopez\r\n\x1a'),
    Buffer.from('Company\r\nL\xf3pez\x1a', 'latin1'),
    Buffer.from('\ufeffCompany\nLopez\n\x1a', 'utf16le'),
    Buffer.from('Company\r\nLopez\r\n\x1a\r\n'),
    Buffer.from('Company\r\nLopez\x1a\x1a\x1a\n'),
    Buffer.from('Company\r\nLopez\r\n \x1a \t\r\n\r\n'),
    Buffer.from('Company\r\nL\xf3pez\r\n\x1a\r\n', 'latin1'),
    Buffer.from('\ufeffCompany\r\nLopez\r\n\x1a\r\n', 'utf16le'),
    Buffer.from('\ufeffCompany\r\nLopez\r\n\x1a\r\n', 'utf16le').swap16(),
    Buffer.from('Company\r\nLopez\r\n\x1a\r\n', 'utf16le'),
  ])
    expect((await readSheet(data)).rows.map(({ cells }) => cells[0])).toEqual([
      'Company',
      expect.stringMatching(/^L.pez$/),
    ])
})

test('a letter whose last byte is that of Ctrl-Z, and white space at the end, are text', async () => {
  for (const code of ['le', 'be'])
    for (const text of ['Company\n\u011a', 'Company\n\u1a20', 'Company\nA\x1aB\n \n']) {
      const data = Buffer.from(`\ufeff${text}`, 'utf16le')
      const { rows } = await readSheet(code === 'le' ? data : data.swap16())
      expect(rows.map(({ cells }) => cells[0])).toEqual(text.trimEnd().split('\n'))
    }
})

test.each([
  ['UTF-32', 'fffe000041000000'],
  ['UTF-32', '0000feff00000041'],
  ['Japanese in ISO-2022-JP', '4e616d650d0a1b2442456c357e1b2842'],
])('a mark or signs of %s are refused by its name, whatever encoding is chosen', async (named, hex) => {
  const refusal = `The text of this file is ${named}, which is not read: save it as CSV UTF-8 or .xlsx`
  const data = Buffer.from(hex, 'hex')
  await expect(readSheet(data)).rejects.toThrow(refusal)
  await expect(readSheet(data, { encoding: 'windows-1252' })).rejects.toThrow(refusal)
})
