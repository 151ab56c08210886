import { faultOf } from '#web/lib/api/api-error.ts'

/** The parts of a query that say whether there are options. */
interface LookUp {
  data: unknown
  error: unknown
  refetch: () => unknown
}

/**
 * The first failed look-up of a form that left nothing to choose from, as a Fault whose Retry repeats the
 * failed ones; null if none.
 */
export function failedLookUp(...queries: readonly LookUp[]) {
  const failed = queries.filter(({ data, error }) => error && data === undefined)
  const fault = faultOf(failed[0]?.error)
  return fault && { ...fault, onRetry: () => failed.forEach((query) => void query.refetch()) }
}
