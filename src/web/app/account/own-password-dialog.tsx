import { Checkbox, Stack } from '@mantine/core'
import { z } from 'zod'
import { PASSWORDS_DIFFER, STAFF_PASSWORD, typedPassword } from '#contract/accounts/login.ts'
import { type OwnData, refusedPassword } from '#contract/accounts/passwords.ts'
import type { SessionUser } from '#contract/accounts/session.ts'
import { nothing } from '#contract/lib/envelope.ts'
import { withRules } from '#contract/lib/rules.ts'
import { hashPassword } from '#web/features/accounts/shared/hash-password.ts'
import { request } from '#web/lib/api/api.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'

const passwords = (own: OwnData) =>
  withRules(
    z.object({
      password: typedPassword('Current password', STAFF_PASSWORD),
      newPassword: typedPassword('New password', STAFF_PASSWORD),
      repeat: z.string(),
      endPasskeysAndKeys: z.boolean(),
    }),
    (value, add) => {
      const refused = value.newPassword ? refusedPassword(value.newPassword, own) : null
      if (refused) add('newPassword', refused)
      if (value.newPassword !== undefined && value.repeat !== value.newPassword) add('repeat', PASSWORDS_DIFFER)
    },
  )

interface OwnPasswordDialogProps {
  user: Pick<SessionUser, 'email' | 'username' | 'companyName'>
  onClose: () => void
}

/** Changes one's own password; asks for the current one. */
export function OwnPasswordDialog({ user, onClose }: OwnPasswordDialogProps) {
  const form = useForm({
    schema: passwords(user),
    initialValues: { password: '', newPassword: '', repeat: '', endPasskeysAndKeys: false },
    save: async ({ password, newPassword, endPasskeysAndKeys }) => {
      const body = { password: hashPassword(password), newPassword: hashPassword(newPassword), endPasskeysAndKeys }
      await request(nothing, 'user/personal/password', { method: 'PUT', body })
      showSuccess('Your password was changed')
      release()
      onClose()
    },
    keepRefusals: true,
  })
  const release = useUnsaved(form.isDirty())
  return (
    <FormDialog form={form} title="Change password" confirm="Change password" onClose={onClose}>
      <p>This signs you out everywhere else.</p>
      {/* The hidden field tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <Stack gap="sm">
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <PasswordField label="New password" autoComplete="new-password" {...form.getInputProps('newPassword')} />
        <PasswordField label="Repeat new password" autoComplete="new-password" {...form.getInputProps('repeat')} />
        <Checkbox
          label="Remove my passkeys and API keys too"
          description="If somebody else may have been in your account"
          {...form.getInputProps('endPasskeysAndKeys', { type: 'checkbox' })}
        />
      </Stack>
    </FormDialog>
  )
}
