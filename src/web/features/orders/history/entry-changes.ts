import { type EventEntry, eventEntry } from '#contract/orders/orders.ts'
import type { CorrectEntryInput, WithdrawEntryInput } from '#contract/orders/set-event.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

/** Refreshes the order, its lists and its mails after a change of an entry. */
async function changed(call: Promise<EventEntry>): Promise<void> {
  try {
    await call
  } finally {
    for (const queryKey of [['orders'], ['mail-log']]) void queryClient.invalidateQueries({ queryKey })
  }
}

/** Corrects date and comment of an entry. */
export const correctEntry = (id: number, body: CorrectEntryInput) =>
  changed(request(eventEntry, `request/event/entry/${id}`, { method: 'PUT', body }))

/** Withdraws an entry: it stays in the history and no longer counts. */
export const withdrawEntry = (id: number, body: WithdrawEntryInput) =>
  changed(request(eventEntry, `request/event/entry/${id}/withdraw`, { method: 'POST', body }))
