import { expect, test } from 'vitest'
import { parsePastedCodes } from './pasted-codes.ts'
import { readQuery } from './shapes.ts'

test.each([
  ['Re: abcd-1234-5678', 'ABCD12345678'],
  ['ＡＢＣＤ １２３４ ５６７８', 'ABCD12345678'],
  ['box msku 123456-5, please', 'MSKU1234565'],
  ['FBA15D7XKQ2L (pallets)', 'FBA15D7XKQ2L'],
  ['Anna <anna@example.test>', 'anna@example.test'],
])('%s holds the whole number %s', (text, number) => {
  expect(readQuery(text).numbers[0]).toBe(number)
  expect(readQuery(text).whole).toBe(true)
})

test('a text that fits two shapes is searched as both', () => {
  expect(readQuery('ABCU1234567')).toMatchObject({ groups: ['orders', 'sailings'], starts: ['ABCU1234567'] })
  expect(readQuery('9319466')).toMatchObject({ id: 9_319_466, imo: '9319466', name: '', numbers: ['9319466'] })
})

test('a number with a wrong check digit is no IMO number', () => {
  expect(readQuery('9319467').imo).toBe('')
  expect(readQuery('imo 9319466').imo).toBe('9319466')
})

test('names begin at three characters', () => {
  expect(readQuery('zh').name).toBe('')
  expect(readQuery('zho').name).toBe('zho')
  expect(readQuery('  ').numbers).toEqual([''])
})

test('long runs of what patterns look for are read to their end', () => {
  for (const text of ['a'.repeat(200), 'abcd '.repeat(40), '1-'.repeat(100), '@'.repeat(200), 'FBA'.repeat(66)])
    expect(readQuery(text).numbers).toContain(text.trim())
  expect(parsePastedCodes('abcd - 1234 - '.repeat(2000))).toEqual([])
})

test.each([
  ['ABCD12345678\nEFGH12345678', ['ABCD12345678', 'EFGH12345678']],
  ['abcd-1234-5678, efgh - 1234 - 5678; ABCD-1234-5678', ['abcd-1234-5678', 'efgh - 1234 - 5678', 'ABCD-1234-5678']],
  ['ABCD12345678 EFGH12345678', ['ABCD12345678', 'EFGH12345678']],
  ['PO 4711-A\r\nPO 4712-B\r\nPO 4713', ['PO 4711-A', 'PO 4712-B', 'PO 4713']],
  ['MSKU1234565\tTGHU7654321', ['MSKU1234565', 'TGHU7654321']],
])('%j is a list of codes', (text, codes) => expect(parsePastedCodes(text)).toEqual(codes))

test.each([
  'ABCD12345678',
  'Re: ABCD - 1234 - 5678 is late',
  'ABCD1234, EFGH5678',
  'a longer text without any codes in it',
])('%j is no list of codes', (text) => expect(parsePastedCodes(text)).toEqual([]))

test('500 codes are taken', () => {
  const codes = Array.from({ length: 600 }, (_, n) => `ABCD1234${1000 + n}`)
  expect(parsePastedCodes(codes.join(' '))).toEqual(codes.slice(0, 500))
})
