import { type LoadingReply, loadingReply, receivedReply } from '#contract/sailings/loadings.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { takeOverSailing } from '#web/features/sailings/shared/take-over.ts'
import type { Told } from '#web/features/sailings/shared/told/use-told.ts'
import { request } from '#web/lib/api/api.ts'

/** Figures that the CFS measured. */
export interface Measured {
  orderId: number
  pieces: number | null
  weightKg: number | null
  volumeCbm: number | null
}

interface Receipt extends Partial<Told> {
  orderIds: readonly number[]
  at: string | null
  measured: readonly Measured[]
}

/** The calls about the cargo of a sailing. */
export function cargoCalls(id: number) {
  const post = (what: string, body: object) =>
    request(loadingReply, `${sailings.path}/${id}/${what}`, { method: 'POST', body })
  return {
    /**
     * Loads orders, whose confirmations take over the sailing: whoever calls has asked about those of another voyage.
     * Without a container they stay where they are; null puts them in none.
     */
    load: (orderIds: readonly number[], containerId?: number | null) =>
      post('orders', { orderIds, containerId, takeOver: true }),
    roll: (orderIds: readonly number[], toSailingId: number, how: { reason: string; takeOver: boolean }) =>
      post('roll', { orderIds, toSailingId, ...how }),
    /** Marks orders as received, and sets their event; `at` null takes the receipt back. */
    receive: (body: Receipt) => request(receivedReply, `${sailings.path}/${id}/received`, { method: 'POST', body }),
    takeOver: (orderIds: readonly number[]) => takeOverSailing(id, orderIds),
    unload: (orderIds: readonly number[]) => unloadEach(id, orderIds),
  }
}

/** Unloads orders one after the other, because each is a call of its own. */
async function unloadEach(id: number, orderIds: readonly number[]): Promise<LoadingReply> {
  const replies: LoadingReply[] = []
  for (const orderId of orderIds) {
    replies.push(await request(loadingReply, `${sailings.path}/${id}/orders/${orderId}`, { method: 'DELETE' }))
  }
  const last = replies.at(-1)
  if (!last) throw new Error('Nothing to unload')
  return { ...last, items: replies.flatMap(({ items }) => items) }
}
