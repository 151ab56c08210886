import { TextInput } from '@mantine/core'
import { passkeyNameInput } from '#contract/accounts/passkeys.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'

interface NameDialogProps {
  title: string
  confirm: string
  /** The name: the current one, or one that is offered. */
  name: string
  save: (name: string) => Promise<void>
  onClose: () => void
  /** Called after saving, instead of closing. */
  onSaved?: () => void
}

/** Asks for the name of a passkey. */
export function NameDialog({ title, confirm, name, save, onClose, onSaved = onClose }: NameDialogProps) {
  const form = useForm({
    schema: passkeyNameInput,
    initialValues: { name },
    save: async (typed) => {
      await save(typed.name)
      onSaved()
    },
    keepRefusals: true,
  })
  return (
    <FormDialog form={form} title={title} confirm={confirm} size="sm" onClose={onClose}>
      <TextInput
        label="Name"
        description="To tell your passkeys apart: the device, or the password manager"
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
