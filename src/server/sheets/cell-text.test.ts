import { expect, test } from 'vitest'
import { neutralText, originalText } from './cell-text.ts'

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', "'=1", "''-1"]

test('text that looks like a formula gets an apostrophe and is read back unchanged', () => {
  for (const text of FORMULAS) {
    expect(neutralText(text)).toBe(`'${text}`)
    expect(originalText(neutralText(text))).toBe(text)
  }
})

test('other texts stay unchanged', () => {
  for (const text of ['', 'Shanghai', "'quoted'", 'a=b', '1-2', "d'Or"]) {
    expect(neutralText(text)).toBe(text)
    expect(originalText(text)).toBe(text)
  }
})
