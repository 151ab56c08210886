import { TextInput, type TextInputProps } from '@mantine/core'

/** A phone number, kept as digits and shown behind a '+'; takes what is pasted with one. */
export function PhoneField(props: TextInputProps) {
  return <TextInput type="tel" inputMode="tel" autoComplete="off" leftSection="+" leftSectionWidth={28} {...props} />
}
