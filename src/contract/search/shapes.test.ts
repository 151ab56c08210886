import { expect, test } from 'vitest'
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

test.each([
  ['Phone: +1 (778) 555-0127', '17785550127'],
  ['Tel. +1 778 555 0127', '17785550127'],
  ['Phone number: 778-555-0127', '17785550127'],
  ['tel:+17785550127', '17785550127'],
  ['0017785550127', '17785550127'],
  ['+1 778 555 0127 ext 3', '17785550127'],
  ['Mobile 778 555 0127 x12', '17785550127'],
  ['please call +1 778 555 0127 today', '17785550127'],
  ['+49 (0) 30 1234 5678 90', '49301234567890'],
  ['0049 (0)30 1234567', '49301234567'],
  ['XIN LOS ANGELES 099E S-2026-0060', 'S-2026-0060'],
])('%s holds the number %s', (text, number) => expect(readQuery(text).numbers).toContain(number))

test('the label of a phone number is no tracking code', () => {
  expect(readQuery('Cell 4940 1234 567')).toMatchObject({
    whole: false,
    name: '',
    numbers: ['Cell 4940 1234 567', '49401234567'],
  })
  expect(readQuery('Cell 4940 1234').numbers).toContain('49401234')
})

test('digits that are no phone number are not read as one', () => {
  for (const text of ['PO 0012345678', '12 pallets, 3 cartons', 'phone 12', '0012345678'])
    expect(readQuery(text).numbers).toEqual([text])
})

test('whole numbers of a text are all looked up, five of each shape', () => {
  expect(readQuery('TGHU 301 844 3, CAIU 072 285 4').numbers.slice(0, 2)).toEqual(['TGHU3018443', 'CAIU0722854'])
  const codes = Array.from({ length: 9 }, (_, n) => `ABCD0000000${n}`)
  expect(readQuery(codes.join(' ')).numbers).toHaveLength(6)
})

test.each(['#2229', 'order 2229', 'Order #2229', 'ID 2229', 'ID: 2229', 'Re: your order no. 2229'])(
  '%s is an id, and the last four digits of a code',
  (text) => expect(readQuery(text)).toMatchObject({ id: 2229, lastFour: '2229' }),
)

test.each(['order 2229 pallets', 'PO 2229', 'idea 2229', 'order 02229', 'order 99999999999'])('%s is no id', (text) =>
  expect(readQuery(text).id).toBeNull(),
)

test.each([
  ['Your PO 2025-0011 is late', ['2025-0011', 'PO 2025-0011']],
  ['Your PO 4711 0815 is late', ['4711 0815', 'PO 4711 0815', '4711', '0815']],
  ['PO 4711 and KX-100, please', ['4711', 'PO 4711', 'KX-100', 'and KX-100']],
  ['PO 2025-0011', ['2025-0011']],
  ['where are 12 of them', ['are 12']],
])('%s may hold %j', (text, words) => expect(readQuery(text).words).toEqual(words))

test('a long text gives eight words at most, because each costs a look-up', () => {
  const text = Array.from({ length: 20 }, (_, n) => `about ${1000 + n}`).join(' ')
  expect(readQuery(text).words).toHaveLength(8)
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

test('long runs of what the patterns look for are read to their end', () => {
  for (const text of [
    'a'.repeat(200),
    'abcd '.repeat(40),
    '1-'.repeat(100),
    '@'.repeat(200),
    'FBA'.repeat(66),
    `tel ${' '.repeat(190)}x`,
  ])
    expect(readQuery(text).numbers).toContain(text.trim())
})
