import { TextInput, type TextInputProps } from '@mantine/core'

interface TimeFieldProps extends Pick<TextInputProps, 'error' | 'required' | 'disabled' | 'withAsterisk' | 'w'> {
  label: string
  value: string
  onChange: (value: string) => void
  /** 'HH:mm' of what is typed, null when it is no time. */
  read: (typed: string) => string | null
}

/** A time typed on 24 hours; the browser's own time field shows it on 12 in some languages. */
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
