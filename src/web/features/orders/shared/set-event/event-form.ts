import type { KeyboardEvent } from 'react'
import { z } from 'zod'
import { DATE } from '#contract/lib/messages.ts'
import { setEventInput } from '#contract/orders/set-event.ts'
import { readDay } from '#web/lib/format/form-dates.ts'
import { typedTime } from '#web/lib/saving/typed-dates.ts'
import type { useForm } from '#web/lib/saving/use-form.ts'

const { eventId, comment, emailTemplateId } = setEventInput.shape
/** The schema of the form, with the date as typed. */
export const eventForm = z.object({
  eventId,
  comment,
  emailTemplateId,
  day: z.string().refine((typed) => readDay(typed) !== null, DATE),
  time: typedTime,
})

export type EventForm = ReturnType<typeof useForm<typeof eventForm>>

/** Sends the form by Ctrl or Cmd with Enter, from any field. */
export const sendOnEnter = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
