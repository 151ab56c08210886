import { expect, test } from 'vitest'
import { readBlock, writeBlock } from './block-text.ts'

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
