import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { CLIENT_LABELS, type Client, clientForm } from '#contract/clients/clients.ts'
import { ClientFields } from '#web/features/clients/shared/client-fields.tsx'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { shownPhone } from '#web/lib/format/phone.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { ChangedMeanwhile } from '#web/model/live/changed-meanwhile.tsx'
import { useConflictQuestion } from '#web/ui/dialog/conflict-question.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { CopyOnClick } from '#web/ui/feedback/copy-on-click.tsx'
import { useFocusFirstField, useReturnedFocus } from '#web/ui/form/edit-focus.ts'
import { SectionHead } from '#web/ui/head/section-head.tsx'
import { Details } from '#web/ui/page/details.tsx'
import { editClient } from './client-changes.ts'
import { fieldsOf } from './client-dialog.tsx'
import classes from './clients.module.css'
import { contactRow } from './shared/contact-row.ts'

interface ClientInfoProps {
  client: Client
  /** False while only the list's values show. */
  loaded: boolean
}

/** The client's data, to view and edit. */
export function ClientInfo({ client, loaded }: ClientInfoProps) {
  // True while editing; null until the first edit.
  const [editing, setEditing] = useState<boolean | null>(null)
  return (
    <section className={classes.panel} aria-labelledby="information">
      <SectionHead id="information" title="Information">
        {!editing && <EditButton returned={editing === false} disabled={!loaded} onClick={() => setEditing(true)} />}
      </SectionHead>
      {editing ? <EditInfo client={client} onClose={() => setEditing(false)} /> : <ShownInfo client={client} />}
    </section>
  )
}

interface EditButtonProps {
  /** True if the form was just closed. */
  returned: boolean
  disabled: boolean
  onClick: () => void
}

function EditButton({ returned, ...button }: EditButtonProps) {
  return (
    <Button
      ref={useReturnedFocus(returned)}
      size="compact-sm"
      variant="default"
      leftSection={<IconPencil size={14} aria-hidden />}
      {...button}
    >
      Edit
    </Button>
  )
}

function ShownInfo({ client }: { client: Client }) {
  const { date } = useDates()
  return (
    <Details
      items={[
        { label: 'Id', value: client.id },
        { label: CLIENT_LABELS.username, value: client.username },
        { label: CLIENT_LABELS.companyName, value: client.companyName || EMPTY },
        { label: CLIENT_LABELS.email, value: <CopyOnClick value={client.email} what="email address" /> },
        {
          label: CLIENT_LABELS.phone,
          value: client.phone ? <CopyOnClick value={shownPhone(client.phone)} what="phone number" /> : EMPTY,
        },
        { label: CLIENT_LABELS.companyAddress, value: client.companyAddress || EMPTY },
        { label: CLIENT_LABELS.canadianBusinessNumber, value: client.canadianBusinessNumber || EMPTY },
        { label: 'Client since', value: date(client.createdAt) },
      ]}
    />
  )
}

function EditInfo({ client, onClose }: { client: Client; onClose: () => void }) {
  // The version that edits are based on: the client may be read again meanwhile.
  const [base] = useState(client)
  const form = useForm({
    schema: clientForm,
    initialValues: { ...fieldsOf(base), password: '', repeatPassword: '' },
    save: async (values) => {
      await editClient(base, values, ask)
      release()
      onClose()
    },
  })
  const { ask, dialog } = useConflictQuestion((keys, both) => contactRow(CLIENT_LABELS, keys, both))
  const release = useUnsaved(form.isDirty())
  const element = useFocusFirstField()
  return (
    <>
      <form ref={element} onSubmit={form.submit} noValidate>
        <ChangedMeanwhile
          record={{ entity: 'clients', entityId: base.id }}
          from={base}
          to={client}
          labels={CLIENT_LABELS}
        />
        <ClientFields form={form} />
        <DialogButtons confirm="Save" onCancel={onClose} busy={form.saving} fault={form.fault} />
      </form>
      {dialog}
    </>
  )
}
