import { Button, Stack } from '@mantine/core'
import { type LoginReply, loginReply } from '#contract/accounts/login.ts'
import { codeInput } from '#contract/accounts/second-factor.ts'
import { CodeFields } from '#web/features/accounts/shared/code-field.tsx'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { hideErrors } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'

interface SecondStepProps {
  challenge: string
  onLoggedIn: (reply: LoginReply) => void
  /** Goes back to the password, with the reason if the login has expired. */
  onBack: (reason: string | null) => void
}

/** The second step of a login: a code of the app, or a recovery code. */
export function SecondStep({ challenge, onLoggedIn, onBack }: SecondStepProps) {
  const form = useForm({
    schema: codeInput,
    initialValues: { code: '' },
    save: async ({ code }) => {
      hideErrors()
      try {
        const body = { challenge, code }
        onLoggedIn(await request(loginReply, 'login/second-factor', { method: 'POST', body, on401: 'throw' }))
      } catch (error) {
        if (!(error instanceof ApiError) || !error.fields.challenge) throw error
        onBack(error.message)
      }
    },
    keepRefusals: true,
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <CodeFields form={form} autoFocus />
        {form.fault && <Fault {...form.fault} />}
        <Button type="submit" loading={form.saving} fullWidth mt="xs">
          Sign in
        </Button>
        <Button variant="default" disabled={form.saving} fullWidth onClick={() => onBack(null)}>
          Back
        </Button>
      </Stack>
    </form>
  )
}
