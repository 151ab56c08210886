import { expect, test } from 'vitest'
import { formatTrackingCode, parseOrderSearch, parseTrackingCode, parseTrackingCodes } from './tracking-code.ts'

test('a full or partial tracking code is formatted in three parts', () => {
  expect(formatTrackingCode('ABCD12345678')).toBe('ABCD - 1234 - 5678')
  expect(formatTrackingCode('ABCD12')).toBe('ABCD - 12')
  expect(formatTrackingCode('AB')).toBe('AB')
  expect(formatTrackingCode('')).toBe('')
})

test.each([
  ['ABCD12345678', 'ABCD12345678'],
  ['abcd - 1234 - 5678', 'ABCD12345678'],
  ['  ABCD-1234-5678\n', 'ABCD12345678'],
  ['Re: abcd-1234-5678', 'ABCD12345678'],
  ['Your order "Abcd 1234 5678" has left', 'ABCD12345678'],
  ['https://site.example/tracking?code=ABCD12345678&x=1', 'ABCD12345678'],
  ['abcd–1234–5678', 'ABCD12345678'],
  ['abcd', 'ABCD'],
  ['ab', 'AB'],
  ['ABCD - 12', 'ABCD12'],
  ['Re: abcd-1234-56', 'ABCD123456'],
  ['', ''],
  ['no code here', ''],
  ['1234', ''],
  ['abcde1234', ''],
])('pasted %j gives the code %j', (pasted, code) => expect(parseTrackingCode(pasted)).toBe(code))

test.each([
  ['1234', '1234'],
  [' #87 ', '87'],
  ['0042', '0042'],
  ['1234567890', '1234567890'],
  ['12345678901', ''],
  ['4.2', ''],
  ['Re: abcd-1234-5678', 'ABCD12345678'],
  ['abc', 'ABC'],
  ['Maria', ''],
  ['', ''],
])('the orders search takes %j as %j', (typed, wanted) => expect(parseOrderSearch(typed)).toBe(wanted))

test('a long text without a code is searched quickly', () => {
  const started = performance.now()
  parseTrackingCode('abcd '.repeat(100_000))
  parseTrackingCode('-'.repeat(500_000))
  parseOrderSearch(`${'-'.repeat(500_000)}x`)
  parseTrackingCodes('ABCD12345678'.repeat(5_000))
  parseTrackingCodes(`${'ABCD - 1234 - 5678'.repeat(5_000)}9`)
  expect(performance.now() - started).toBeLessThan(500)
})

const [A, B, C] = ['AAAA11111111', 'BBBB22222222', 'CCCC33333333']
test.each([
  [`${A} ${B} ${C}`, [A, B, C], []],
  [`${A},${B};${C}`, [A, B, C], []],
  ['aaaa - 1111 - 1111\r\nbbbb-2222-2222\t#CCCC 3333 3333', [A, B, C], []],
  ['ＡＡＡＡ１１１１１１１１、ＢＢＢＢ２２２２２２２２', [A, B], []],
  [`${A}\u200b\u00a0${B}\n${A}`, [A, B], []],
  ['AAAA-1111-1111BBBB-2222-2222', [A, B], []],
  [`${A}${B}${C}`, [A, B, C], []],
  [`${A}\u200b${B}\u00ad${C}`, [A, B, C], []],
  [`${A}\u00a0${B}\u2060${C}`, [A, B, C], []],
  [`AA\u200bAA\u00ad11111111${B}`, [A, B], []],
  [`${A}${B} or XYZ-9`, [A, B], ['XYZ-9']],
  [`1. ${A}\n2. ${B}\n3. XYZ-9`, [A, B], ['XYZ-9']],
])('%j has several codes', (text, codes, others) => expect(parseTrackingCodes(text)).toEqual({ codes, others }))

test.each([
  '',
  A,
  `${A}, ${A}`,
  `X${A}${B}`,
  `${A}${B}9`,
  `1${A}BBBB22`,
  `Re: ${A} of 2026`,
  'AAAA1111 BBBB2222',
  '1234 5678',
])('%j has not', (text) => expect(parseTrackingCodes(text)).toBeNull())
