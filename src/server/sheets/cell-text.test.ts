import fc from 'fast-check'
import { expect, test } from 'vitest'
import { neutralText, originalText } from './cell-text.ts'
import { readSheet } from './read-sheet.ts'
import { sheetPieces } from './write-sheet.ts'

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\ttab', '\nline', '＝1', "'=1", "''-1", ' =1', '"=1']

test('text that looks like a formula gets an apostrophe and is read back unchanged', () => {
  for (const text of FORMULAS) {
    expect(neutralText(text)).toBe(`'${text}`)
    expect(originalText(neutralText(text))).toBe(text)
  }
})

test('other texts stay unchanged', () => {
  for (const text of ['', 'Shanghai', "'quoted'", 'a=b', '1-2', "d'Or", 'Held; waiting @ gate', 'two\nlines', 'a;b']) {
    expect(neutralText(text)).toBe(text)
    expect(originalText(text)).toBe(text)
  }
})

test('no line of a text, and no part after a semicolon, begins a formula', () => {
  const wanted = {
    'one\na\n=1+1\n@x,"q"': 'one\na\n\'=1+1\n\'@x,"q"',
    'b\r\n=2+2': "b\r\n'=2+2",
    'a;=1;+2; -3': "a;'=1;'+2;' -3",
    'a;"=1': 'a;\'"=1',
    '=a\n=b': "'=a\n'=b",
    "it;'=1": "it;''=1",
    'a\v=1\f+2\u0085-3\u2028@4\u2029 =5': "a\v'=1\f'+2\u0085'-3\u2028'@4\u2029' =5",
  }
  for (const [text, neutral] of Object.entries(wanted)) {
    expect(neutralText(text)).toBe(neutral)
    expect(originalText(neutral)).toBe(text)
  }
})

const anyText = fc.string({ unit: fc.constantFrom(...'=+-@;,\n\r\t "\'ab＝＠\u00a0\v\f\u0085\u2028\u2029') })

test('any text is read back as it was, and begins no formula wherever a program splits it', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const neutral = neutralText(text)
      expect(originalText(neutral)).toBe(text)
      for (const part of neutral.split(/[\r\n\v\f\u0085\u2028\u2029;]/))
        expect(part).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
    }),
    { numRuns: 2_000 },
  )
})

test('what was typed like an error of a formula is read back from an export', async () => {
  for (const text of ['#N/A', '#REF!', "'#N/A", '#########', '#1 of 2'])
    for (const format of ['csv', 'xlsx'] as const) {
      const table = {
        headings: ['Note'],
        batches: (async function* () {
          yield [[text]]
        })(),
      }
      const pieces: Uint8Array[] = []
      for await (const piece of sheetPieces(table, format)) pieces.push(piece)
      expect((await readSheet(Buffer.concat(pieces))).rows[1]?.cells).toEqual([text])
    }
  expect((await readSheet(Buffer.from('Note\n#N/A\n'))).rows[1]?.cells).toEqual(['\ufffd#N/A'])
})
