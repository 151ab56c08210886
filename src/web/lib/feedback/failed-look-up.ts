import { faultOf } from '#web/lib/api/api-error.ts'

/** The parts of a query that tell whether there are options. */
interface LookUp {
  data: unknown
  error: unknown
  refetch: () => unknown
}

/** The look-ups of a form, when one failed and left nothing to choose from: a Fault whose Retry asks again; else null. */
export function failedLookUp(...queries: readonly LookUp[]) {
  const failed = queries.filter(({ data, error }) => error && data === undefined)
  const fault = faultOf(failed[0]?.error)
  return fault && { ...fault, onRetry: () => failed.forEach((query) => void query.refetch()) }
}
