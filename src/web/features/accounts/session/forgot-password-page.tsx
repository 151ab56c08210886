import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { FORGOT_PASSWORD_ANSWER, forgotPasswordInput } from '#contract/accounts/login.ts'
import { nothing } from '#contract/lib/envelope.ts'
import { request } from '#web/lib/api/api.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { SessionFrame } from './session-frame.tsx'

export function ForgotPasswordPage() {
  const [sent, setSent] = useState(false)
  const form = useForm({
    schema: forgotPasswordInput,
    initialValues: { email: '' },
    save: async (body) => {
      await request(nothing, 'app/forgot-password', { method: 'POST', body })
      setSent(true)
    },
    keepRefusals: true,
  })
  return (
    <SessionFrame title="Forgot password">
      {sent ? (
        <Alert color="quay" variant="light" icon={<IconMailCheck aria-hidden />} role="status">
          {FORGOT_PASSWORD_ANSWER}
        </Alert>
      ) : (
        <form onSubmit={form.submit} noValidate>
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              Enter the email of your account. You will get a link to set a new password; it works once, for one hour.
            </Text>
            <TextInput label="Email" type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
            {form.fault && <Fault {...form.fault} />}
            <Button type="submit" loading={form.saving} fullWidth mt="xs">
              Send link
            </Button>
          </Stack>
        </form>
      )}
      <TextLink to="/login" size="sm" mt="md" display="inline-block">
        Back to Sign in
      </TextLink>
    </SessionFrame>
  )
}
