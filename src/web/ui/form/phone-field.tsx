import { TextInput, type TextInputProps } from '@mantine/core'

/** A field for a phone number, stored as digits and shown with a leading '+'; a pasted '+' is accepted. */
export function PhoneField(props: TextInputProps) {
  return <TextInput type="tel" inputMode="tel" autoComplete="off" leftSection="+" leftSectionWidth={28} {...props} />
}
