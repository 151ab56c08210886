import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { run } from '#contract/runs/runs.ts'
import { type BulkKind, type OfferKind, runPreview, type StartRunInput } from '#contract/runs/start-run.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'

/** A request for a run: kind, input and selection belong together. */
interface AskedRun {
  kind: BulkKind | OfferKind
  input: object
  selection: object
}

/** The preview of a run, with the mail of one order, if given; the previous answer stays until the next one arrives. */
export const previewQuery = (asked: AskedRun, orderId: number | null) =>
  queryOptions({
    queryKey: ['runs', 'preview', asked, orderId],
    queryFn: ({ signal }) =>
      request(runPreview, 'runs/preview', { method: 'POST', body: { ...asked, orderId }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })

/** Starts a run. Messages about its input are at the fields of the form. */
export async function startRun(asked: AskedRun, idempotencyKey: string) {
  // The cast: input and kind belong together, since one dialog made them.
  const body = asked as StartRunInput
  try {
    return await request(run, 'runs', { method: 'POST', body, idempotencyKey })
  } catch (error) {
    throw atFields(error)
  }
}

/** The failure with the messages of `input.eventId` at `eventId`. */
function atFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { code, message, requestId, data } = error
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([path, text]) => [path.replace(/^input\./, ''), text]),
  )
  return new ApiError(code, message, { fields, requestId, data })
}
