import { z } from 'zod'
import { type EventEntry, eventEntry } from '#contract/orders/orders.ts'
import type { SetEventInput } from '#contract/orders/set-event.ts'
import { refreshQueue } from '#web/features/attention/shared/attention.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { showError, showSuccess, type ToastAction } from '#web/lib/feedback/toast.ts'

/** Sets an event. A retried submission carries the same key, so that it is never set twice. */
export function usePostEvent() {
  const keyOf = useSubmissionKey()
  return (body: SetEventInput) =>
    request(eventEntry, 'request/event/data/add', { method: 'POST', body, idempotencyKey: keyOf(body) })
}

interface EventSet {
  entry: EventEntry
  /** Seconds for which it can be undone. */
  holdSeconds: number
  /** Goes on to the next order; null without one. */
  next: (() => void) | null
}

/** Confirms that an event was set; offers to undo it while its mail is held, and says how long that is, and the next order. */
export function showEventSet({ entry, holdSeconds, next }: EventSet): void {
  const actions: ToastAction[] = []
  const undo = () => void undoEvent(entry)
  const until = entry.mail?.state === 'queued' ? { until: 'Mail leaves' } : {}
  if (holdSeconds > 0) actions.push({ label: 'Undo', shortcut: 'u', lasts: holdSeconds * 1000, run: undo, ...until })
  if (next) actions.push({ label: 'Next', shortcut: 'n', run: next })
  showSuccess('New Event status was set successfully', ...actions)
}

/** Undoes an event, and its mail with it. */
async function undoEvent({ id, event, mail }: EventEntry): Promise<void> {
  try {
    await request(z.unknown(), `request/event/entry/${id}/undo`, { method: 'POST' })
    showSuccess(`${event.name} was undone${mail ? '. No mail was sent.' : '.'}`)
  } catch (error) {
    showError(error)
  }
  for (const queryKey of [['orders'], ['mail-log']]) void queryClient.invalidateQueries({ queryKey })
  void refreshQueue()
}
