import { expect, test } from 'vitest'
import { changedFields, findConflicts } from './merge-changes.ts'

const base = { name: 'Anna', phone: '1', city: 'Vancouver', zip: 'V6B' }

test('what only one of two touched is no conflict', () => {
  expect(findConflicts(base, { ...base, phone: '2' }, { name: 'Bea' })).toEqual([])
  expect(findConflicts(base, { ...base, phone: '2' }, { ...base, name: 'Bea' })).toEqual([])
})

test('a field that both changed is one, unless to the same value', () => {
  expect(findConflicts(base, { ...base, name: 'Cleo' }, { name: 'Bea' })).toEqual([{ keys: ['name'] }])
  expect(findConflicts(base, { ...base, name: 'Bea' }, { name: 'Bea' })).toEqual([])
})

test('fields of a group conflict together', () => {
  const group: readonly (readonly (keyof typeof base)[])[] = [['city', 'zip']]
  expect(findConflicts(base, { ...base, zip: 'V5K' }, { city: 'Surrey' }, group)).toEqual([{ keys: ['city', 'zip'] }])
  expect(findConflicts(base, { ...base, phone: '2' }, { city: 'Surrey' }, group)).toEqual([])
})

test('changed fields leave out what is as it was; null and empty text are one', () => {
  expect(changedFields<Record<string, unknown>>({ a: null, b: 1, c: 'x' }, { a: '', b: 2, c: 'x' })).toEqual({ b: 2 })
})
