import { expect, test } from 'vitest'
import { readNumber, thousandsMessage } from './numbers.ts'

test.each([
  ['1,500', 'Please write 1500 or 1.5'],
  ['12,000', 'Please write 12000 or 12'],
  ['999,999', 'Please write 999999 or 999.999'],
  ['1,050', 'Please write 1050 or 1.05'],
  [' 1,500\u00a0', 'Please write 1500 or 1.5'],
  ['123,456,789', 'Please write 123456789'],
])("'%s' may separate thousands and is not a number: %s", (typed, message) => {
  expect(readNumber(typed)).toBe('not a number')
  expect(thousandsMessage(typed)).toBe(message)
})

test.each([
  ['0,500', 0.5],
  ['1,50', 1.5],
  ['1,5', 1.5],
  ['1,5000', 1.5],
  ['1234,567', 1234.567],
  ['01,500', 1.5],
  ['1 500,250', 1500.25],
  ['1500', 1500],
  ['1.500', 1.5],
  ['', null],
])("'%s' is %s", (typed, value) => {
  expect(readNumber(typed)).toBe(value)
  expect(thousandsMessage(typed)).toBeNull()
})

test.each(['1,500.5', '1,5,0', '1,50,000', '1.500,5', ',', '1,500,00'])(
  "'%s' is not a number, and cannot be read as thousands",
  (typed) => {
    expect(readNumber(typed)).toBe('not a number')
    expect(thousandsMessage(typed)).toBeNull()
  },
)

test('on Constants every comma is a dot', () => {
  const read = (typed: string) => readNumber(typed, { everyCommaIsDot: true })
  expect([read('1,500'), read('12,000'), read('0,0035')]).toEqual([1.5, 12, 0.0035])
  expect(read('1,500,000')).toBe('not a number')
})

test('a number that is sent as a number is taken as it is', () => {
  expect(readNumber(1500)).toBe(1500)
  expect(readNumber(Number.NaN)).toBe('not a number')
  expect(thousandsMessage(1500)).toBeNull()
})
