import { useState } from 'react'
import { notADate, readDay, showDay } from '#web/lib/format/form-dates.ts'
import { DayField } from '#web/ui/form/day-field.tsx'
import type { InputProps } from '#web/ui/resource/fields.tsx'

interface DayInputProps {
  /** Of the form, which has the day as 'yyyy-MM-dd'; null while it is empty, and the text that is no day. */
  input: Pick<InputProps, 'label' | 'value' | 'error'> & { onChange: (day: string | null) => void }
  withAsterisk?: boolean
}

/** A day without a time. */
export function DayInput({ input, withAsterisk = false }: DayInputProps) {
  const [typed, setTyped] = useState(() => (input.value ? showDay(String(input.value)) : ''))
  const isDay = typed.trim() === '' || readDay(typed) !== null
  return (
    <DayField
      label={input.label}
      withAsterisk={withAsterisk}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        input.onChange(text.trim() === '' ? null : (readDay(text) ?? text))
      }}
      read={(text) => readDay(text)}
      show={showDay}
      usual="any"
      error={input.error && (isDay ? input.error : notADate())}
    />
  )
}
