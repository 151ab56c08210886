import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password. Mantine's own field does not say that it is invalid; the focus on the first error needs it too. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />
}
