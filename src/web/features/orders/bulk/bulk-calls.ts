import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { run } from '#contract/runs/runs.ts'
import {
  type BulkKind,
  type OrderSelection,
  type RUN_INPUTS,
  runPreview,
  type StartRunInput,
} from '#contract/runs/start-run.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import type { Picked } from '#web/model/bulk/picked.ts'

export type InputOf<K extends BulkKind> = z.input<(typeof RUN_INPUTS)[K]>

/** A request for a run: kind, input and selection. */
export interface Asked<K extends BulkKind = BulkKind> {
  kind: K
  input: InputOf<K>
  selection: OrderSelection
}

/** The selection in a call: orders in the version that was seen, or all that match. */
export function selectionOf({ orders, all }: Picked): OrderSelection {
  if (all) return { filters: all.filters, search: all.search }
  return {
    orders: [...orders.values()].map(({ id, updatedAt, lastEventEntryId }) => ({ id, updatedAt, lastEventEntryId })),
  }
}

/** The preview of a run, with the mail of one order; the previous answer stays until the next one arrives. */
export const previewQuery = (asked: Asked, orderId: number | null) =>
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
export async function startRun(asked: Asked, idempotencyKey: string) {
  // The cast: input and kind belong together, since one dialog made both.
  const body = asked as StartRunInput
  try {
    return await request(run, 'runs', { method: 'POST', body, idempotencyKey })
  } catch (error) {
    throw atFields(error)
  }
}

/** The failure with the messages of `input.eventId` at `eventId`. */
export function atFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { code, message, requestId, data } = error
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([path, text]) => [path.replace(/^input\./, ''), text]),
  )
  return new ApiError(code, message, { fields, requestId, data })
}
