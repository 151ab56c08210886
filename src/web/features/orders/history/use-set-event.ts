import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { DATE } from '#contract/lib/messages.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { eventEntry } from '#contract/orders/orders.ts'
import { nextEvent, type SetEventInput, setEventInput } from '#contract/orders/set-event.ts'
import type { EventRecord } from '#contract/reference/events.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { formDateTime, instantOf, readDay, readTime } from '#web/lib/format/form-dates.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { fileProblem, filesProblem } from './attached-files.ts'
import { useAttachedFiles } from './use-attached-files.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set event was opened from its order: afterwards history goes back there. */
    fromOrder?: boolean
  }
}

const { eventId, comment, emailTemplateId } = setEventInput.shape
const form = z.object({
  eventId,
  comment,
  emailTemplateId,
  day: z.string().refine((typed) => readDay(typed) !== null, DATE),
  time: z.string().refine((typed) => readTime(typed) !== null, 'Invalid time'),
})

/** The set-event form: sends the files, then the event, and returns to the order. */
export function useSetEvent(head: OrderListItem, events: readonly EventRecord[], timeZone: string) {
  const attached = useAttachedFiles()
  const post = usePostEvent()
  const leave = useLeaveToOrder(head.id)
  const now = formDateTime(new Date().toISOString(), timeZone)

  const save = async ({ day, time, ...values }: z.output<typeof form>) => {
    const { files } = attached
    const problem = filesProblem(files, values.emailTemplateId !== null) ?? files.map(fileProblem).find(Boolean)
    if (problem) throw new ApiError(400, problem)
    const documents = await attached.send()
    const date = String(Math.floor(Date.parse(instantOf(day, time, timeZone) ?? '') / 1000))
    try {
      await post({ bookingRequestId: head.id, ...values, date, documents })
    } catch (error) {
      throw markDocuments(error, attached.refuse)
    }
    await queryClient.invalidateQueries({ queryKey: ['orders'], refetchType: 'none' })
    done()
    showSuccess('New Event status was set successfully')
    leave()
  }

  const suggested = nextEvent(events, head.lastEventId)?.id ?? 0
  const fields = useForm({
    schema: form,
    initialValues: {
      eventId: suggested,
      emailTemplateId: null,
      comment: '',
      ...now,
    },
    save,
  })
  const { setFieldValue, resetDirty, isDirty } = fields
  const before = useRef(suggested)
  // Someone set the next event meanwhile: the suggestion is outdated and must not be set again.
  useEffect(() => {
    const previous = before.current
    before.current = suggested
    if (previous === suggested) return
    const pristine = !isDirty()
    setFieldValue('eventId', (chosen) => (chosen === previous ? suggested : chosen))
    if (pristine) resetDirty()
  }, [suggested, setFieldValue, resetDirty, isDirty])
  const done = useUnsaved(fields.isDirty() || attached.files.length > 0)
  return { fields, attached, leave }
}

/** A retried submission carries the same key, so that it is never set twice. */
function usePostEvent() {
  const keyOf = useSubmissionKey()
  return (body: SetEventInput) =>
    request(eventEntry, 'request/event/data/add', { method: 'POST', body, idempotencyKey: keyOf(body) })
}

/** Marks the refused files; the rest of the error gets the form's field names. */
export function markDocuments(error: unknown, refuse: (index: number, message: string) => void): unknown {
  if (!(error instanceof ApiError)) return error
  const { date, ...fields } = error.fields
  for (const [path, message] of Object.entries(fields)) {
    const [, index] = /^documents\.(\d+)$/.exec(path) ?? []
    if (index !== undefined) refuse(Number(index), message)
  }
  return new ApiError(error.code, error.message, { ...error, fields: date ? { ...fields, day: date } : fields })
}

/** To the order: history back when opened from there, so that it appears in the history once. */
function useLeaveToOrder(orderId: number) {
  const router = useRouter()
  return () => {
    if (router.history.location.state.fromOrder) router.history.back()
    else void router.navigate({ to: '/orders/$orderId', params: { orderId }, replace: true })
  }
}
