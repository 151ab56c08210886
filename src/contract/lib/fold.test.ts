import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contains, fold } from './fold.ts'

test.each([
  ['Café  Québec', 'cafe quebec'],
  ['O’Brien', 'obrien'],
  ['Łódź Østfold Straße Ærø', 'lodz ostfold strasse aero'],
  ['ＡＢＣ\u3000商社', 'abc 商社'],
  ['Sun\u200brise\u00a0Ltd', 'sunrise ltd'],
  ['ΟΔΌΣ', 'οδοσ'],
  ['İIı', 'iii'],
  ['ガｶﾞ 한', 'ガガ 한'],
  ['क्षि ไทย', 'क्षि ไทย'],
  ['’', ''],
])('%j folds to %j', (text, folded) => expect(fold(text)).toBe(folded))

test('a folded text stays as it is', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(fold(text)) === fold(text)))
})

test('a text contains what people type of it', () => {
  expect(contains('Nile Home Décor', 'home decor')).toBe(true)
  expect(contains('Nile Home Décor', 'homes')).toBe(false)
})
