import { Anchor, TextInput, type TextInputProps } from '@mantine/core'

interface CodeFieldProps extends TextInputProps {
  recovery?: boolean
}

/** A code of the app, as phones and password managers fill it in, or a recovery code. */
export function CodeField({ recovery = false, ...input }: CodeFieldProps) {
  return (
    <TextInput
      label={recovery ? 'Recovery code' : 'Code'}
      description={recovery ? 'One of those you kept. Each works once.' : 'The six digits that your app shows now.'}
      name="code"
      autoComplete={recovery ? 'off' : 'one-time-code'}
      inputMode={recovery ? 'text' : 'numeric'}
      autoCapitalize="characters"
      spellCheck={false}
      data-autofocus
      {...input}
    />
  )
}

/** Goes over from the app's codes to recovery codes, and back. */
export const RecoverySwitch = ({
  recovery,
  onSwitch,
}: {
  recovery: boolean
  onSwitch: (recovery: boolean) => void
}) => (
  <Anchor component="button" type="button" size="sm" ta="start" w="fit-content" onClick={() => onSwitch(!recovery)}>
    {recovery ? 'Use a code of the app' : 'Use a recovery code'}
  </Anchor>
)
