import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { loginForm, loginReply } from '#contract/session/login.ts'
import { ACCESS_DENIED, isStaff } from '#contract/session/session.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { hideErrors } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { hashPassword } from '#web/model/session/hash-password.ts'
import { startSession } from '#web/model/session/session.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'

interface LoginFormProps {
  onDone: () => void
  /** The account whose session ended: only it can continue. */
  email?: string
}

export function LoginForm({ onDone, email }: LoginFormProps) {
  const form = useForm({
    schema: loginForm,
    initialValues: { login: email ?? '', password: '', rememberMe: false },
    save: async (typed) => {
      await logIn(typed)
      onDone()
    },
    keepRefusals: true,
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus={!email}
          readOnly={email !== undefined}
          {...form.getInputProps('login')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          data-autofocus={email !== undefined || undefined}
          {...form.getInputProps('password')}
        />
        <Checkbox label="Remember me" name="remember" {...form.getInputProps('rememberMe', { type: 'checkbox' })} />
        {form.fault && <Fault {...form.fault} />}
        <Button type="submit" loading={form.saving} fullWidth mt="xs">
          Sign in
        </Button>
      </Stack>
    </form>
  )
}

/** Starts a session. Throws an ApiError, including for accounts that are not staff. */
async function logIn(typed: z.output<typeof loginForm>): Promise<void> {
  const body = { ...typed, password: hashPassword(typed.password) }
  hideErrors()
  const {
    user_token,
    eternal_token: _,
    ...user
  } = await request(loginReply, 'login', { method: 'POST', body, on401: 'throw' })
  if (!isStaff(user.role)) throw new ApiError(403, ACCESS_DENIED)
  startSession(user_token, user)
}
