import { expect, test } from 'vitest'
import { resemblesVoyage, voyageKey } from './voyages.ts'

test('spaces, dashes and case do not make another voyage', () => {
  expect(voyageKey('018Е')).toBe('018Е') // the last letter is Cyrillic
  expect(voyageKey('航次018')).toBe('航次018')
  for (const voyage of ['018E', '018–E', '018 E', '018-e', ' 018.E ']) expect(voyageKey(voyage)).toBe('018E')
})

test('voyages resemble each other if they differ by leading zeros, or by the letter O for the digit', () => {
  for (const [one, other] of [
    ['018E', '18E'],
    ['0018 E', '18-e'],
    ['O18E', '018E'],
    ['E0018', 'E18'],
  ] as const)
    expect(resemblesVoyage(one, other), `${one} ${other}`).toBe(true)
  for (const [one, other] of [
    ['018E', '018 E'],
    ['018E', '018W'],
    ['108E', '18E'],
    ['180E', '18E'],
  ] as const)
    expect(resemblesVoyage(one, other), `${one} ${other}`).toBe(false)
})
