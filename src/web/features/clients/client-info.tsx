import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { type Client, clientForm } from '#contract/clients.ts'
import { EMPTY, useDates } from '#web/lib/dates.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { useForm } from '#web/lib/use-form.ts'
import { CopyOnClick } from '#web/ui/copy-on-click.tsx'
import { Details } from '#web/ui/details.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { editClient } from './client-changes.ts'
import { shownPhone } from './client-columns.tsx'
import { fieldsOf } from './client-dialog.tsx'
import { ClientFields } from './client-fields.tsx'
import classes from './clients.module.css'

interface ClientInfoProps {
  client: Client
  /** False while only what a list knew is shown. */
  loaded: boolean
}

/** The client's own data, to read and to edit. */
export function ClientInfo({ client, loaded }: ClientInfoProps) {
  const [editing, setEditing] = useState(false)
  return (
    <section className={classes.panel} aria-labelledby="information">
      <div className={classes.head}>
        <h2 className={classes.heading} id="information">
          Information
        </h2>
        {!editing && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            disabled={!loaded}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
        )}
      </div>
      {editing ? <EditInfo client={client} onClose={() => setEditing(false)} /> : <ShownInfo client={client} />}
    </section>
  )
}

const copied = (value: string, what: string) => (
  <CopyOnClick value={value} what={what}>
    {value}
  </CopyOnClick>
)

function ShownInfo({ client }: { client: Client }) {
  const { date } = useDates()
  return (
    <Details
      items={[
        { label: 'Id', value: client.id },
        { label: 'Username', value: client.username },
        { label: 'Company name', value: client.companyName || EMPTY },
        { label: 'Email', value: copied(client.email, 'mail address') },
        { label: 'Phone', value: client.phone ? copied(shownPhone(client.phone), 'phone number') : EMPTY },
        { label: 'Company address', value: client.companyAddress || EMPTY },
        { label: 'Canadian Business Number', value: client.canadianBusinessNumber || EMPTY },
        { label: 'Client since', value: date(client.createdAt) },
      ]}
    />
  )
}

function EditInfo({ client, onClose }: { client: Client; onClose: () => void }) {
  const form = useForm({
    schema: clientForm,
    initialValues: { ...fieldsOf(client), password: '', repeatPassword: '' },
    save: async (values) => {
      await editClient(client, values)
      release()
      onClose()
    },
  })
  const release = useUnsaved(form.isDirty())
  return (
    <form onSubmit={form.submit} noValidate>
      <ClientFields form={form} />
      <DialogButtons confirm="Save" onCancel={onClose} busy={form.saving} />
    </form>
  )
}
