import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { afterPress } from '#web/lib/browser/after-press.ts'
import { NOT_A_TIME } from '#web/lib/format/form-dates.ts'

interface TimeFieldProps extends Pick<TextInputProps, 'error' | 'required' | 'disabled' | 'withAsterisk' | 'w'> {
  label: string
  value: string
  onChange: (value: string) => void
  /** Reads the typed text as 'HH:mm'; null if it is not a time. */
  read: (typed: string) => string | null
}

/**
 * A field for a time on a 24-hour clock; the browser's own shows 12 hours in some languages. Leaving it shows the
 * time as HH:mm, or the error of a text that is none.
 */
export function TimeField({ value, onChange, read, error, ...input }: TimeFieldProps) {
  const [left, setLeft] = useState<string | null>(null)
  const time = read(value)
  const leave = () => {
    afterPress(() => setLeft(value))
    if (time && time !== value) onChange(time)
  }
  return (
    <TextInput
      {...input}
      placeholder="HH:mm"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error || (left === value && value.trim() !== '' && !time && NOT_A_TIME)}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Enter' && leave()}
    />
  )
}
