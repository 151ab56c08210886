import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { failedLookUp } from './failed-look-up.ts'

const found = () => ({ data: [], error: null, refetch: vi.fn() })
const waiting = () => ({ ...found(), data: undefined })
const failed = (message: string) => ({ ...waiting(), error: new ApiError(500, message, { requestId: 'r-1' }) })

test('a look-up that found nothing, or has not answered yet, is no failure', () => {
  expect(failedLookUp(found(), waiting())).toBeNull()
})

test('what was found before stays to choose from: a refresh that failed is no failure', () => {
  expect(failedLookUp({ ...failed('Server error.'), data: [] })).toBeNull()
})

test('the first failure is said, and Retry asks again for all that failed and for nothing else', () => {
  const queries = [found(), failed('Server error.'), failed('Another.')]
  const fault = failedLookUp(...queries)
  expect(fault).toMatchObject({ message: 'Server error.', requestId: 'r-1' })
  fault?.onRetry()
  expect(queries.map(({ refetch }) => refetch.mock.calls.length)).toEqual([0, 1, 1])
})
