import { describe, expect, test } from 'vitest'
import { isBlankHtml } from './blank-html.ts'
import * as f from './fields.ts'
import { REQUIRED } from './messages.ts'
import { cleanText } from './text.ts'

const INVISIBLE = [
  ['spaces', ' \t\u00a0\u3000\u2003\u2028'],
  ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
  ['tag characters', '\u{e0041}\u{e0042}\u{e007f}\u{e0001}'],
  ['bidi controls', '\u202a\u202e\u2066\u2069\u200e\u200f\u061c'],
  ['variation selectors', '\ufe0f\ufe00\u{e0100}\u180b'],
  ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
  ['a blank Braille pattern', '\u2800'],
  ['a soft hyphen', '\u00ad'],
  ['joiners', '\u034f\u17b4\u17b5'],
  ['marks without a letter', '\u0301\u20dd'],
  ['invisible operators', '\u2061\u2062\u2063\u2064'],
  ['annotation marks', '\ufff9\ufffa\ufffb\ufffc'],
  ['musical format characters', '\u{1d173}\u{1d17a}\u{1d159}'],
  ['all together', ' \u200b\u{e0041}\u3164\u2800\u00ad\ufe0f '],
] as const

const VISIBLE = [
  ...['x', '0', '.', '\u{1f600}', '\u{1f469}\u200d\u{1f680} crew', '\u2764\ufe0f', '1\ufe0f\u20e3'],
  // The flag of Scotland has tag characters, Persian and Hindi words have joiners inside.
  ...[
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    '\u0915\u094d\u200d\u0937',
  ],
  ...['\u5b81\u6ce2', 'e\u0301', 'soft\u00adhyphen', '\ud55c'],
]

describe.each(INVISIBLE)('%s', (_, text) => {
  test('are an empty text in every field', () => {
    expect(cleanText(text)).toEqual({ ok: true, text: '' })
    for (const field of [f.requiredText('Name', 500), f.requiredLongText('Note', 500)])
      expect(field.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([REQUIRED])
    for (const field of [f.text('Name', 500), f.longText('Comment', 500), f.richText('Body', 500)])
      expect(field.parse(text)).toBe('')
  })

  test('are blank as HTML, as characters and as entities', () => {
    const entities = [...text].map((char) => `&#${char.codePointAt(0)};`).join('')
    const hex = [...text].map((char) => `&#x${char.codePointAt(0)?.toString(16)};`).join('')
    for (const shown of [text, entities, hex])
      expect(isBlankHtml(`<p><b>${shown}</b>&nbsp;&shy;</p>`), shown).toBe(true)
  })
})

test.each(VISIBLE.map((text) => [text]))('%s keeps every character', (text) => {
  expect(cleanText(text)).toEqual({ ok: true, text: text.normalize('NFC') })
  expect(f.requiredText('Name', 500).parse(text)).toBe(text.normalize('NFC'))
  expect(isBlankHtml(`<p>${text}</p>`)).toBe(false)
})

test('a number that is no character does not make HTML blank', () => {
  expect(isBlankHtml('<p>&#9999999;</p>')).toBe(false)
  expect(isBlankHtml('<p>&#65;</p>')).toBe(false)
})
