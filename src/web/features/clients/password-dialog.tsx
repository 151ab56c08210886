import { type Client, passwordForm } from '#contract/clients/clients.ts'
import { PasswordFields } from '#web/features/clients/shared/client-fields.tsx'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { changePassword } from './client-changes.ts'

interface PasswordDialogProps {
  client: Pick<Client, 'id' | 'username' | 'email' | 'companyName'>
  onClose: () => void
}

/** Sets a new password for a client. */
export function PasswordDialog({ client, onClose }: PasswordDialogProps) {
  const { id, username } = client
  const form = useForm({
    schema: passwordForm(client),
    initialValues: { password: '', repeatPassword: '' },
    save: async ({ password }) => {
      await changePassword(id, password)
      release()
      onClose()
    },
  })
  const release = useUnsaved(form.isDirty())
  return (
    <FormDialog form={form} title={`New password for ${username}`} confirm="Change password" onClose={onClose}>
      <p>This signs the client out everywhere. The next login needs the new password.</p>
      <PasswordFields form={form} required first label="New password" />
    </FormDialog>
  )
}
