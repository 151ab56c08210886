import { TextInput, type TextInputProps } from '@mantine/core'

interface TimeFieldProps extends Pick<TextInputProps, 'error' | 'required' | 'disabled' | 'withAsterisk' | 'w'> {
  label: string
  value: string
  onChange: (value: string) => void
  /** Reads the typed text as 'HH:mm'; null if it is not a time. */
  read: (typed: string) => string | null
}

/** A field for a time on a 24-hour clock; the browser's own shows 12 hours in some languages. */
export function TimeField({ value, onChange, read, ...input }: TimeFieldProps) {
  return (
    <TextInput
      {...input}
      placeholder="HH:mm"
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onChange(read(value) ?? value)}
    />
  )
}
