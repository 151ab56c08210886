import { TextInput, type TextInputProps } from '@mantine/core'

/** A field for a phone number, stored as digits and shown with a leading '+', which may be typed as well. */
export function PhoneField({ value, ...props }: TextInputProps) {
  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="off"
      leftSection="+"
      leftSectionWidth={28}
      {...props}
      value={String(value ?? '').replace(/^[\s+＋]+/, '')}
    />
  )
}
