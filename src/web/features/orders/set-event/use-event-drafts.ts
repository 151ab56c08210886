import { type Draft, SET_EVENT_SHAPE } from '#contract/drafts/drafts.ts'
import { fieldsOf } from '#web/features/orders/shared/set-event/event-drafts.ts'
import type { EventForm } from '#web/features/orders/shared/set-event/event-form.ts'
import { instantOf } from '#web/lib/format/form-dates.ts'
import { useDrafts } from '#web/model/drafts/use-drafts.ts'

interface DraftOptions {
  orderId: number
  baseVersion: string | null
  timeZone: string
}
type Fields = Pick<EventForm, 'values' | 'isDirty' | 'setFieldValue'>

/** Typed values; null while nothing is typed. */
function typedIn({ values, isDirty }: Fields, timeZone: string) {
  if (!isDirty()) return null
  const { eventId, emailTemplateId = null, comment, day, time } = values
  return { eventId: Number(eventId), emailTemplateId, comment: comment ?? '', date: instantOf(day, time, timeZone) }
}

/** Offers the drafts of an order's set-event form, and saves typed values as one. */
export function useEventDrafts(form: Fields, { orderId, timeZone, baseVersion }: DraftOptions) {
  const fill = (draft: Draft) => {
    const { fields, rest } = fieldsOf(draft, timeZone)
    // Object.entries() forgets the keys of fieldsOf
    for (const [name, value] of Object.entries(fields)) form.setFieldValue(name as keyof typeof fields, value)
    return rest
  }
  const typed = typedIn(form, timeZone)
  return useDrafts({ kind: 'set-event', id: orderId, shape: SET_EVENT_SHAPE, baseVersion, typed, fill })
}
