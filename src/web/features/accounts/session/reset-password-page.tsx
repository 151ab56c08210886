import { Button, Checkbox, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { PASSWORD_RESET, PASSWORDS_DIFFER, resetLink, STAFF_PASSWORD, typedPassword } from '#contract/accounts/login.ts'
import { refusedPassword } from '#contract/accounts/passwords.ts'
import { nothing } from '#contract/lib/envelope.ts'
import { withRules } from '#contract/lib/rules.ts'
import { atPassword, hashPassword } from '#web/features/accounts/shared/hash-password.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { ButtonLink, TextLink } from '#web/ui/page/link.tsx'
import { SessionFrame } from './session-frame.tsx'

const route = getRouteApi('/reset-password/$token')

const newPassword = withRules(
  z.object({
    password: typedPassword('Password', STAFF_PASSWORD),
    repeat: z.string(),
    endPasskeysAndKeys: z.boolean(),
  }),
  (value, add) => {
    const refused = value.password ? refusedPassword(value.password, {}) : null
    if (refused) add('password', refused)
    if (value.password !== undefined && value.repeat !== value.password) add('repeat', PASSWORDS_DIFFER)
  },
)

/**
 * The server's answer about the link, asked once when it is opened: the reason why it does not work (null
 * while that is unknown, or if it works), and whether the account may have passkeys or API keys.
 */
function useLink(token: string): { invalid: string | null; passkeysOrKeys: boolean } {
  const { data, error } = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => request(resetLink, 'app/reset-password/check', { method: 'POST', body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  // A call that fails or is limited says nothing about the link: saving reports it instead.
  const invalid = error instanceof ApiError && error.code === 400 ? error.message : null
  return { invalid, passkeysOrKeys: data?.passkeysOrKeys ?? error !== null }
}

export function ResetPasswordPage() {
  const { token } = route.useParams()
  const navigate = useNavigate()
  const form = useForm({
    schema: newPassword,
    initialValues: { password: '', repeat: '', endPasskeysAndKeys: true },
    save: async ({ password, endPasskeysAndKeys }) => {
      const body = { token, newPassword: hashPassword(password), endPasskeysAndKeys }
      await atPassword(() => request(nothing, 'app/reset-password', { method: 'POST', body }))
      showSuccess(PASSWORD_RESET)
      await navigate({ to: '/login' })
    },
    keepRefusals: true,
  })
  const { invalid, passkeysOrKeys } = useLink(token)
  if (invalid !== null) {
    return (
      <SessionFrame title="New password">
        <Fault message={invalid} />
        <ButtonLink to="/forgot-password" fullWidth>
          Request a new link
        </ButtonLink>
      </SessionFrame>
    )
  }
  return (
    <SessionFrame title="New password">
      <form onSubmit={form.submit} noValidate>
        <Stack gap="sm">
          <PasswordField
            label="New password"
            autoComplete="new-password"
            autoFocus
            {...form.getInputProps('password')}
          />
          <PasswordField label="Repeat password" autoComplete="new-password" {...form.getInputProps('repeat')} />
          {passkeysOrKeys && (
            <Checkbox
              label="Remove my passkeys and API keys too"
              description="Somebody else may have added some"
              {...form.getInputProps('endPasskeysAndKeys', { type: 'checkbox' })}
            />
          )}
          {form.fault && <Fault {...form.fault} />}
          <Button type="submit" loading={form.saving} fullWidth mt="xs">
            Set password
          </Button>
        </Stack>
      </form>
      <TextLink to="/forgot-password" size="sm" mt="md" display="inline-block">
        Request a new link
      </TextLink>
    </SessionFrame>
  )
}
