import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import {
  ALREADY_SET_UP,
  firstRunInput,
  loginReply,
  PASSWORDS_DIFFER,
  STAFF_PASSWORD,
  typedPassword,
} from '#contract/accounts/login.ts'
import { refusedPassword } from '#contract/accounts/passwords.ts'
import { withRules } from '#contract/lib/rules.ts'
import { hashPassword } from '#web/features/accounts/shared/hash-password.ts'
import { startSession } from '#web/features/accounts/shared/session.ts'
import { request } from '#web/lib/api/api.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { SessionFrame } from './session-frame.tsx'

const firstAdministrator = withRules(
  firstRunInput.extend({ password: typedPassword('Password', STAFF_PASSWORD), repeat: z.string() }),
  ({ email, username, password, repeat }, add) => {
    const refused = password ? refusedPassword(password, { email: email ?? '', username: username ?? '' }) : null
    if (refused) add('password', refused)
    if (password !== undefined && repeat !== password) add('repeat', PASSWORDS_DIFFER)
  },
)

/** Creates the administrator and starts a session. */
async function create({ repeat: _, password, ...account }: z.output<typeof firstAdministrator>): Promise<void> {
  const body = { ...account, password: hashPassword(password) }
  const { user_token, eternal_token: __, ...user } = await request(loginReply, 'first-run', { method: 'POST', body })
  startSession(user_token, user)
}

/** The page without staff: whoever can read the server's log becomes the first administrator. */
export function FirstRunPage() {
  const navigate = useNavigate()
  const form = useForm({
    schema: firstAdministrator,
    initialValues: { code: '', username: '', email: '', password: '', repeat: '' },
    save: async (values) => {
      await create(values)
      await navigate({ to: '/setup' })
    },
    keepRefusals: true,
  })
  return (
    <SessionFrame title="First administrator">
      <form onSubmit={form.submit} noValidate>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            This installation is new, so nobody can log in yet. Create the account of its administrator.
          </Text>
          <TextInput
            label="Code from the server's log"
            description="The server prints it at each start. Look in its terminal, journalctl or docker logs."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            {...form.getInputProps('code')}
          />
          <TextInput label="Name" name="name" autoComplete="name" {...form.getInputProps('username')} />
          <TextInput label="Email" type="email" name="email" autoComplete="username" {...form.getInputProps('email')} />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordField label="Repeat password" autoComplete="new-password" {...form.getInputProps('repeat')} />
          {form.fault && <Fault {...form.fault} />}
          {form.fault?.message === ALREADY_SET_UP ? (
            <ButtonLink to="/login" fullWidth>
              Sign in
            </ButtonLink>
          ) : (
            <Button type="submit" loading={form.saving} fullWidth mt="xs">
              Create administrator
            </Button>
          )}
        </Stack>
      </form>
    </SessionFrame>
  )
}
