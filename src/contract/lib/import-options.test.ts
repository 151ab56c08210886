import { expect, test } from 'vitest'
import { importOptions, MOST_OPTIONS } from './import-options.ts'
import { fieldErrors } from './rules.ts'

const many = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, value]))
const errorsOf = (options: unknown) => {
  const { error } = importOptions.safeParse(options)
  return error ? fieldErrors(error) : {}
}

test.each([
  ['sheet', (n: number) => 'x'.repeat(n), MOST_OPTIONS.sheet],
  ['headingRow', (n: number) => n, MOST_OPTIONS.headingRow],
  ['fixed', (n: number) => many(n, 'x'), MOST_OPTIONS.fields],
  ['fixed.name', (n: number) => 'x'.repeat(n), MOST_OPTIONS.text],
  ['values', (n: number) => many(n, {}), MOST_OPTIONS.fields],
  ['values.name', (n: number) => many(n, 'x'), MOST_OPTIONS.values],
] as const)('%s has a limit', (path, ofLength, most) => {
  const [name = '', field] = path.split('.')
  const options = (n: number) => ({ [name]: field ? { [field]: ofLength(n) } : ofLength(n) })
  expect(errorsOf(options(most))).toEqual({})
  expect(Object.keys(errorsOf(options(most + 1)))).toEqual([path])
})
