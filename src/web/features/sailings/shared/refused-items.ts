import { z } from 'zod'
import { type LoadingReply, loadingReply } from '#contract/sailings/loadings.ts'
import { ApiError } from '#web/lib/api/api-error.ts'

const refused = z.object({ items: loadingReply.shape.items })
/** The outcome for each order of a call that could do none; null for any other failure. */
export const refusedItems = (error: unknown): LoadingReply['items'] | null =>
  error instanceof ApiError && error.code === 409 ? (refused.safeParse(error.data).data?.items ?? null) : null
