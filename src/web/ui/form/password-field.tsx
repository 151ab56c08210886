import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password field that sets aria-invalid, which the focus on errors needs and Mantine's omits. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />
}
