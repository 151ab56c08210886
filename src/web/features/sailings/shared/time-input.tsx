import { useState } from 'react'
import { useDates } from '#web/features/system/shared/settings.ts'
import { formDateTime, instantOf, notADate, readDay, timeProblem } from '#web/lib/format/form-dates.ts'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import type { InputProps } from '#web/ui/resource/fields.tsx'

/** What a form has for a day or time that cannot be read, so that it is not saved. */
const UNREADABLE = '?'

/** A day and time of a record's dialog, which the form has as an instant; null while both are empty. */
export function TimeInput({ input }: { input: InputProps }) {
  const { timeZone } = useDates()
  const [typed, setTyped] = useState(() => formDateTime(input.value ? String(input.value) : null, timeZone))
  const take = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    const isEmpty = next.day.trim() === '' && next.time.trim() === ''
    input.onChange(isEmpty ? null : (instantOf(next.day, next.time, timeZone) ?? UNREADABLE))
  }
  const isDay = readDay(typed.day) !== null
  const refused = input.value !== UNREADABLE && input.error
  return (
    <DateTimeField
      label={input.label}
      usual="near"
      day={{
        value: typed.day,
        onChange: (day) => take({ day }),
        error: input.error && (isDay ? refused : notADate()),
      }}
      time={{
        value: typed.time,
        onChange: (time) => take({ time }),
        error: input.error && isDay && timeProblem(typed.time),
      }}
    />
  )
}
