import { z } from 'zod'
import { type LoadingReply, loadingReply } from '#contract/sailings/loadings.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { takeOverSailing } from '#web/features/sailings/shared/take-over.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'

/** Figures of the CFS. */
export interface Measured {
  orderId: number
  pieces: number | null
  weightKg: number | null
  volumeCbm: number | null
}

/** The calls about the cargo of a sailing. */
export function cargoCalls(id: number) {
  const post = (what: string, body: object) =>
    request(loadingReply, `${sailings.path}/${id}/${what}`, { method: 'POST', body })
  return {
    /** Without a container orders stay where they are, with null they are in none. */
    load: (orderIds: readonly number[], containerId?: number | null) => post('orders', { orderIds, containerId }),
    roll: (orderIds: readonly number[], toSailingId: number, reason: string) =>
      post('roll', { orderIds, toSailingId, reason }),
    /** `at` null takes the receipt back. */
    receive: (orderIds: readonly number[], at: string | null, measured: readonly Measured[]) =>
      post('received', { orderIds, at, measured }),
    takeOver: (orderIds: readonly number[]) => takeOverSailing(id, orderIds),
    unload: (orderIds: readonly number[]) => unloadEach(id, orderIds),
  }
}

/** One after the other: each is a call of its own. */
async function unloadEach(id: number, orderIds: readonly number[]): Promise<LoadingReply> {
  const replies: LoadingReply[] = []
  for (const orderId of orderIds) {
    replies.push(await request(loadingReply, `${sailings.path}/${id}/orders/${orderId}`, { method: 'DELETE' }))
  }
  const last = replies.at(-1)
  if (!last) throw new Error('Nothing to unload')
  return { ...last, items: replies.flatMap(({ items }) => items) }
}

const refused = z.object({ items: loadingReply.shape.items })
/** What became of each order of a call that could not do any; null for other failures. */
export const refusedItems = (error: unknown): LoadingReply['items'] | null =>
  error instanceof ApiError && error.code === 409 ? (refused.safeParse(error.data).data?.items ?? null) : null
