import { expect, test } from 'vitest'
import { mentionsIn, peopleLike, piecesOf, typedBehindMention, typedMention } from './mentions.ts'

const MARTA = { id: 1, name: 'Marta Silva' }
const TOM = { id: 2, name: 'Tom Baker' }
const OTHER_TOM = { id: 3, name: 'Tom Baker' }
const ZOE = { id: 4, name: 'Zoë O’Neil-Smith' }
const SHORT = { id: 5, name: 'Tom' }
const ALL = [MARTA, TOM, OTHER_TOM, ZOE, SHORT]

test.each([
  ['@', 1, { from: 0, start: '' }],
  ['问＠Mar', 5, null],
  ['问 ＠Mar', 6, { from: 2, start: 'Mar' }],
  ['（＠Mar', 5, { from: 1, start: 'Mar' }],
  ['Ask @Mar', 8, { from: 4, start: 'Mar' }],
  ['Ask @Marta Si', 13, { from: 4, start: 'Marta Si' }],
  ['(@zo', 4, { from: 1, start: 'zo' }],
  ['line\n@to and more', 8, { from: 5, start: 'to' }],
  ['mail me at a@b', 14, null],
  ['@Marta Silva called', 19, null],
  ['no one', 6, null],
] as const)('in %j at %i the typed mention is %j', (text, caret, expected) => {
  expect(typedMention(text, caret)).toEqual(expected)
})

test('people are found by the start of their name or of a part of it, whatever the case', () => {
  expect(peopleLike(ALL, 'ma')).toEqual([MARTA])
  expect(peopleLike(ALL, 'sil')).toEqual([MARTA])
  expect(peopleLike(ALL, 'ZOË')).toEqual([ZOE])
  expect(peopleLike(ALL, 'x')).toEqual([])
  expect(peopleLike([...ALL, ...ALL], '')).toHaveLength(6)
})

test('a text mentions a person whose whole name follows an @; the longest name wins', () => {
  expect(mentionsIn('@Marta Silva and @Zoë O’Neil-Smith, not Tom', ALL, [])).toEqual([1, 4])
  expect(mentionsIn('＠Marta Silva、＠Zoë O’Neil-Smith', ALL, [])).toEqual([1, 4])
  expect(mentionsIn('@Tom Baker @Tom', ALL, [])).toEqual([2, 5])
  expect(mentionsIn('@Tom Baker', ALL, [OTHER_TOM])).toEqual([3])
  expect(mentionsIn('@Marta @Nobody @', ALL, [MARTA])).toEqual([])
  expect(mentionsIn('@Marta Silva @Marta Silva', ALL, [MARTA])).toEqual([1])
})

test('the pieces of a text are the text', () => {
  const text = 'Hi @Tom Baker, see @Marta Silva\n@x'
  const pieces = piecesOf(text, ALL)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(pieces.flatMap(({ person }) => person?.name ?? [])).toEqual(['Tom Baker', 'Marta Silva'])
  expect(piecesOf('', ALL)).toEqual([])
})

test.each([
  ['@Ada Ng  ', 9, '@Ada Ng ', 8],
  ['@Ada Ng ,', 9, '@Ada Ng,', 8],
  ['@Ada Ng p', 9, '@Ada Ng p', 9],
  ['@Ada Ng , hello', 9, '@Ada Ng, hello', 8],
])('what is typed right behind a chosen mention takes its space: "%s"', (text, caret, tidy, then) =>
  expect(typedBehindMention({ text, caret })).toEqual({ text: tidy, caret: then }),
)
