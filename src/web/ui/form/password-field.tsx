import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password. Mantine's own field does not set aria-invalid, which the focus on the first error needs too. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />
}
