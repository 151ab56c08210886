import { expect, test } from 'vitest'
import { readBlock, readDays, tidyText, writeBlock } from './cell-text.ts'

test('a cell is a whole number of 0 or more, capped at 1000; empty is 0', () => {
  expect(['', ' ', '0', '7', ' 7 ', '007', '1 000', '1000', '1001', '999999', '12.0', '12,00'].map(readDays)).toEqual([
    0, 0, 0, 7, 7, 7, 1000, 1000, 1000, 1000, 12, 12,
  ])
  expect(['-1', '1.5', '1,5', '1,000', 'abc', '1e3', '0x1', '12 days', '٣'].map(readDays)).toEqual(Array(9).fill(null))
})

test('leaving a cell tidies its number, empties 0 and keeps any other text', () => {
  expect(['007', '1500', '0', ' 12,0 ', ' abc '].map(tidyText)).toEqual(['7', '1000', '', '12', 'abc'])
})

test('a spreadsheet block is read by tabs and lines, with or without a trailing line break', () => {
  expect(readBlock('1\t2\r\n3\t4\r\n')).toEqual([
    ['1', '2'],
    ['3', '4'],
  ])
  expect(readBlock('1\t\t3\n\t5\t')).toEqual([
    ['1', '', '3'],
    ['', '5', ''],
  ])
  expect(readBlock('7')).toEqual([['7']])
  expect(readBlock('"a\n""b"""\t2')).toEqual([['a\n"b"', '2']])
})

test('a copied block can be pasted', () => {
  const block = [
    ['1', '', '3'],
    ['', '5', '1000'],
  ]
  expect(readBlock(writeBlock(block))).toEqual(block)
})
