import { expect, test } from 'vitest'
import { isUnavailable, mayHaveCommitted } from './failures.ts'

const failure = (fields: object) => Object.assign(new Error('from the database'), fields)

test.each([
  ['a pooler that has lost its database', { code: '08P01', severity: 'FATAL' }, true, true],
  ['a mistake of the driver with the same code', { code: '08P01', severity: 'ERROR' }, false, false],
  ['a connection that was reset', { code: 'ECONNRESET' }, true, true],
  ['a database that is starting', { code: '57P03' }, true, false],
  ['a statement that took too long', { code: '57014' }, true, false],
  ['a duplicate', { code: '23505' }, false, false],
])('%s', (_, fields, unavailable, committed) => {
  expect(isUnavailable(failure(fields))).toBe(unavailable)
  expect(mayHaveCommitted(failure(fields))).toBe(committed)
})
