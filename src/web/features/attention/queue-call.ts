import type { Filters, ListCall } from '#web/lib/list/list-call.ts'
import { type QueueRow, rowOf } from './changes/row-items.ts'
import { queueCall } from './shared/attention.ts'

/** A part of the queue, page by page, as rows of the list. */
export function rowsCall(filters: Filters): ListCall<QueueRow> {
  const call = queueCall(filters)
  return {
    ...call,
    read: async (state, signal) => {
      const page = await call.read(state, signal)
      return { ...page, items: page.items.map(rowOf) }
    },
  }
}
