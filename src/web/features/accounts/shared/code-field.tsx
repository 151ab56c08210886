import { Anchor, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { CODE_REFUSED } from '#contract/accounts/second-factor.ts'

/** The message about a wrong recovery code, mistyped or used before. The server's speaks of the app. */
const RECOVERY_REFUSED =
  'This recovery code does not work. Each works once: check it letter by letter, or use another one.'

interface CodeFieldProps extends TextInputProps {
  recovery?: boolean
}

/** A field for a code of the app, which phones and password managers fill in, or for a recovery code. */
export function CodeField({ recovery = false, error, ...input }: CodeFieldProps) {
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
      error={recovery && error === CODE_REFUSED ? RECOVERY_REFUSED : error}
      {...input}
    />
  )
}

interface CodeFieldsProps {
  /** A form with a field `code`. */
  form: {
    getInputProps: (field: 'code') => TextInputProps
    setValues: (values: { code: string }) => void
    clearErrors: () => void
  }
  autoFocus?: boolean
}

/**
 * The field for a code of the app, with a switch to the one for a recovery code, which starts empty and
 * without errors.
 */
export function CodeFields({ form, autoFocus = false }: CodeFieldsProps) {
  const [recovery, setRecovery] = useState<boolean | null>(null)
  const change = () => {
    form.setValues({ code: '' })
    form.clearErrors()
    setRecovery(!recovery)
  }
  return (
    <>
      <CodeField
        key={String(recovery)}
        recovery={recovery ?? false}
        // The other field takes the focus once it was asked for.
        autoFocus={autoFocus || recovery !== null}
        {...form.getInputProps('code')}
      />
      <Anchor component="button" type="button" size="sm" ta="start" w="fit-content" onClick={change}>
        {recovery ? 'Use a code of the app' : 'Use a recovery code'}
      </Anchor>
    </>
  )
}
