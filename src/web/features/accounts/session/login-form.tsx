import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { type LoginReply, loginAnswer, loginForm } from '#contract/accounts/login.ts'
import { ACCESS_DENIED, isStaff } from '#contract/accounts/session.ts'
import { hashPassword } from '#web/features/accounts/shared/hash-password.ts'
import { startSession } from '#web/features/accounts/shared/session.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { hideErrors } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { SecondStep } from './second-step.tsx'

interface LoginFormProps {
  onDone: () => void
  /** The account whose session ended: only it can continue. */
  email?: string
}

type Typed = z.output<typeof loginForm>

/** The progress of a login. Typed values stay between its steps, except for the password. */
interface Progress {
  challenge: string | null
  typed: Pick<Typed, 'login' | 'rememberMe'>
  /** The reason why the login went back to the password. */
  reason: string | null
}

/** The login: email and password, then a code if the account has a second factor. */
export function LoginForm({ onDone, email }: LoginFormProps) {
  const [progress, setProgress] = useState<Progress>({
    challenge: null,
    typed: { login: email ?? '', rememberMe: false },
    reason: null,
  })
  const enter = (reply: LoginReply) => {
    begin(reply)
    onDone()
  }
  if (progress.challenge !== null)
    return (
      <SecondStep
        challenge={progress.challenge}
        onLoggedIn={enter}
        onBack={(reason) => setProgress({ ...progress, challenge: null, reason })}
      />
    )
  const logIn = async (typed: Typed) => {
    const answer = await sendPassword(typed)
    if ('step' in answer) setProgress({ challenge: answer.challenge, typed, reason: null })
    else enter(answer)
  }
  return <FirstStep {...progress} known={email !== undefined} logIn={logIn} />
}

interface FirstStepProps extends Pick<Progress, 'typed' | 'reason'> {
  /** True if only this account can sign in. */
  known: boolean
  logIn: (typed: Typed) => Promise<void>
}

function FirstStep({ typed, reason, known, logIn }: FirstStepProps) {
  const form = useForm({
    schema: loginForm,
    initialValues: { ...typed, password: '' },
    save: logIn,
  })
  const fault = form.fault ?? (reason === null ? null : { message: reason })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus={!known}
          readOnly={known}
          {...form.getInputProps('login')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          data-autofocus={known || undefined}
          {...form.getInputProps('password')}
        />
        <Checkbox label="Remember me" name="remember" {...form.getInputProps('rememberMe', { type: 'checkbox' })} />
        {fault && <Fault {...fault} />}
        <Button type="submit" loading={form.saving} fullWidth mt="xs">
          Sign in
        </Button>
      </Stack>
    </form>
  )
}

async function sendPassword(typed: Typed) {
  const body = { ...typed, password: hashPassword(typed.password) }
  hideErrors()
  return request(loginAnswer, 'login', { method: 'POST', body, on401: 'throw' })
}

/** Starts a session. Throws an ApiError for accounts that are not staff. */
export function begin({ user_token, eternal_token: _, ...user }: LoginReply): void {
  if (!isStaff(user.role)) throw new ApiError(403, ACCESS_DENIED)
  startSession(user_token, user)
}
