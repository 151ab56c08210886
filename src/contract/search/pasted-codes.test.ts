import { expect, test } from 'vitest'
import { parsePastedCodes, searchedIn } from './pasted-codes.ts'

test.each([
  ['ABCD12345678\nEFGH12345678', ['ABCD12345678', 'EFGH12345678']],
  ['abcd-1234-5678, efgh - 1234 - 5678; ABCD-1234-5678', ['abcd-1234-5678', 'efgh - 1234 - 5678']],
  ['ABCD12345678 EFGH12345678', ['ABCD12345678', 'EFGH12345678']],
  ['PO 4711-A\r\nPO 4712-B\r\nPO 4713', ['PO 4711-A', 'PO 4712-B', 'PO 4713']],
  ['MSKU1234565\tTGHU7654321', ['MSKU1234565', 'TGHU7654321']],
  ['Please check ABCD12345678 and EFGH12345678 today', ['ABCD12345678', 'EFGH12345678']],
  ['1. PO 4711 0815\n2. PO 4712 0816', ['PO 4711 0815', 'PO 4712 0816']],
  ['PO 771, PO 772, Order no. 773', ['PO 771', 'PO 772', 'Order no. 773']],
  ['PO 4711 0815\tAnna Trading\tVancouver\nPO 4712 0816\tKim\tSeattle', ['PO 4711 0815', 'PO 4712 0816']],
  [
    'Hello Anna,\nABCD12345678 is late,\nas EFGH12345678 is:\nwe wait\nsince 12:00, call me\nThanks\nKim',
    ['ABCD12345678', 'EFGH12345678'],
  ],
  ['ABCD-1234-5678EFGH-1234-5678', ['ABCD-1234-5678', 'EFGH-1234-5678']],
  ['ABCD12345678EFGH12345678IJKL12345678', ['ABCD12345678', 'EFGH12345678', 'IJKL12345678']],
  ['ABCD12345678\u200bEFGH12345678', ['ABCD12345678', 'EFGH12345678']],
  ['AB\u00adCD12345678\u00adEFGH12345678', ['ABCD12345678', 'EFGH12345678']],
  ['ABCD12345678\u00a0EFGH12345678', ['ABCD12345678', 'EFGH12345678']],
  ['ABCD12345678、EFGH12345678', ['ABCD12345678', 'EFGH12345678']],
  ['MSKU1234565TGHU7654321', ['MSKU1234565', 'TGHU7654321']],
  ['MSKU1234565\u2060TGHU7654321', ['MSKU1234565', 'TGHU7654321']],
])('%j is a list of codes', (text, codes) => expect(parsePastedCodes(text)).toEqual(codes))

const SPACED = [
  ['TGHU 301 844 3', 'CAIU 072 285 4'],
  ['PO 4711 0815', 'PO 4712 0816'],
  ['4500 77 1234', '4500 77 1235', '4500 77 1236'],
  ['ABCD - 1234 - 5678', 'FBA15D7XKQ2L', 'INV/2026/881'],
]
test.each(
  SPACED.flatMap((codes) =>
    ['\n', '\r\n', ', ', ';', '\t', ' | '].map((between) => [codes.join(between), codes] as const),
  ),
)('in %j each piece is one number, spaces included', (text, codes) => expect(parsePastedCodes(text)).toEqual(codes))

test.each([
  'ABCD12345678',
  'XABCD12345678EFGH1234567',
  'Re: ABCD - 1234 - 5678 is late',
  'ABCD1234, EFGH5678',
  'a longer text without any codes in it',
  'Phone: +1 (778) 555-0127',
  'Tel. +1 778 555 0127',
  'Re: YRCX09376722, 12 pallets',
  '1280 Railway St, Vancouver, V6A 3X9',
  '+49 (0) 30 1234 5678 90',
  'XIN LOS ANGELES 099E S-2026-0060',
  'Amazon FBA fees 2026: what 3PLs pay',
  'ABCD12345678, abcd-1234-5678; ABCD 1234 5678',
  'Hello Anna,\nthe goods of PO 4711 are late,\nplease call me,\n14:00, 12 Railway Street',
  'abcd - 1234 - '.repeat(2000),
  `${' '.repeat(50_000)}1${' '.repeat(50_000)}a, ${'1 '.repeat(50_000)}`,
])('%j is no list of codes', (text) => expect(parsePastedCodes(text)).toEqual([]))

test('a long list keeps all its codes', () => {
  const codes = Array.from({ length: 601 }, (_, n) => `ABCD1234${1000 + n}`)
  expect(parsePastedCodes(codes.join(' '))).toEqual(codes)
})

const LONG = 'we are still waiting for our goods. '.repeat(8)
test.each([
  ['Your PO 2025-0011 is late', 'Your PO 2025-0011 is late'],
  [`${LONG}The code is YRCX-0937-6722.`, 'YRCX-0937-6722'],
  [`${LONG}It is in tghu 301844-3 since`, 'tghu 301844-3'],
  [`${LONG}Loaded on S-2026-0060`, 'S-2026-0060'],
  [`Anna <anna@example.test>: ${LONG}`, 'anna@example.test'],
  [LONG, ''],
  ['x'.repeat(200), 'x'.repeat(200)],
])('the search for %j looks for %j', (text, searched) => expect(searchedIn(text)).toBe(searched))
