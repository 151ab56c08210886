import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/**
 * A password field that sets aria-invalid, which the focus on the first error needs and Mantine's own does
 * not set.
 */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />
}
