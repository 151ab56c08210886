import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { failedLookUp } from './failed-look-up.ts'

const found = () => ({ data: [], error: null, refetch: vi.fn() })
const waiting = () => ({ ...found(), data: undefined })
const failed = (message: string) => ({ ...waiting(), error: new ApiError(500, message, { requestId: 'r-1' }) })

test('an empty or pending look-up is not a failure', () => {
  expect(failedLookUp(found(), waiting())).toBeNull()
})

test('options that were loaded before stay: a failed refresh is not a failure', () => {
  expect(failedLookUp({ ...failed('Server error.'), data: [] })).toBeNull()
})

test('the first failure is shown, and Retry repeats only the look-ups that failed', () => {
  const queries = [found(), failed('Server error.'), failed('Another.')]
  const fault = failedLookUp(...queries)
  expect(fault).toMatchObject({ message: 'Server error.', requestId: 'r-1' })
  fault?.onRetry()
  expect(queries.map(({ refetch }) => refetch.mock.calls.length)).toEqual([0, 1, 1])
})
