import { expect, test } from 'vitest'
import { changedFields, findConflicts } from './merge-changes.ts'

const base = { name: 'Anna', phone: '1', city: 'Vancouver', zip: 'V6B' }

test('a field that only one person changed is not a conflict', () => {
  expect(findConflicts(base, { ...base, phone: '2' }, { name: 'Bea' })).toEqual([])
  expect(findConflicts(base, { ...base, phone: '2' }, { ...base, name: 'Bea' })).toEqual([])
})

test('a field that both changed is a conflict, unless to the same value', () => {
  expect(findConflicts(base, { ...base, name: 'Cleo' }, { name: 'Bea' })).toEqual([{ keys: ['name'] }])
  expect(findConflicts(base, { ...base, name: 'Bea' }, { name: 'Bea' })).toEqual([])
})

test('fields of a group conflict together', () => {
  const group: readonly (readonly (keyof typeof base)[])[] = [['city', 'zip']]
  expect(findConflicts(base, { ...base, zip: 'V5K' }, { city: 'Surrey' }, group)).toEqual([{ keys: ['city', 'zip'] }])
  expect(findConflicts(base, { ...base, phone: '2' }, { city: 'Surrey' }, group)).toEqual([])
})

test('unchanged fields are left out; null and empty text are equal', () => {
  expect(changedFields<Record<string, unknown>>({ a: null, b: 1, c: 'x' }, { a: '', b: 2, c: 'x' })).toEqual({ b: 2 })
})
