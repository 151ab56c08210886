import { CLIENT_LABELS, type Client, clientForm, registrationForm } from '#contract/clients/clients.ts'
import { ClientFields, PasswordFields } from '#web/features/clients/shared/client-fields.tsx'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { useConflictQuestion } from '#web/ui/dialog/conflict-question.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { editClient, registerClient } from './client-changes.ts'
import classes from './clients.module.css'
import { contactRow } from './shared/contact-row.ts'

interface ClientDialogProps {
  /** The client to edit; null registers a new one. */
  client: Client | null
  /** The name of a new client, to begin with. */
  name?: string
  onClose: () => void
  onSaved?: (client: Client) => void
}

const EMPTY = { username: '', companyName: '', email: '', phone: '', companyAddress: '', canadianBusinessNumber: '' }
const NO_PASSWORD = { password: '', repeatPassword: '' }

/** The dialog 'Register new Client', or the one that edits a client. */
export function ClientDialog({ client, name = '', onClose, onSaved }: ClientDialogProps) {
  const keyOf = useSubmissionKey()
  const form = useForm({
    schema: client ? clientForm : registrationForm,
    initialValues: { ...(client ? fieldsOf(client) : { ...EMPTY, username: name }), ...NO_PASSWORD },
    save: async (values) => {
      const saved = await (client ? editClient(client, values, ask) : registerClient(values, keyOf(values)))
      release()
      onClose()
      onSaved?.(saved)
    },
  })
  const { ask, dialog } = useConflictQuestion((keys, both) => contactRow(CLIENT_LABELS, keys, both))
  const release = useUnsaved(form.isDirty())
  return (
    <>
      <FormDialog
        form={form}
        title={client ? `Edit ${client.username}` : 'Register new Client'}
        confirm={client ? 'Save' : 'Register'}
        size="lg"
        onClose={onClose}
      >
        <ClientFields form={form} />
        <div className={classes.more}>
          <PasswordFields form={form} required={!client} label={client ? 'New password' : 'Password'} />
        </div>
      </FormDialog>
      {dialog}
    </>
  )
}

/** The form's fields of a record. */
export const fieldsOf = ({ username, companyName, email, phone, companyAddress, canadianBusinessNumber }: Client) => ({
  username,
  companyName,
  email,
  phone,
  companyAddress,
  canadianBusinessNumber,
})
