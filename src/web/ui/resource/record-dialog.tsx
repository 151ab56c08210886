import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { z } from 'zod'
import { REQUIRED } from '#contract/lib/messages.ts'
import type { Resource } from '#contract/lib/resource.ts'
import { withRules } from '#contract/lib/rules.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import type { ToastLink } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import type { Field } from './fields.tsx'
import classes from './record-dialog.module.css'
import { useRecordSave } from './use-record-save.tsx'

/** Props of the dialog that adds or edits a record. */
export interface RecordDialogProps<Row extends z.ZodObject, Input extends z.ZodObject> {
  resource: Resource<Row, Input>
  fields: readonly Field<Row, Input>[]
  blank: z.input<Input>
  /** The record to edit; null adds one. */
  row: z.output<Row> | null
  onClose: () => void
  /** The link of the toast about a new record. */
  linkTo?: (row: z.output<Row>) => ToastLink
  /** Called once a new record is saved and the dialog closed. */
  onAdded?: () => void
  size?: 'md' | 'lg' | 'xl'
}

/** Adds or edits one record, with the fields and messages of its contract. */
export function RecordDialog<Row extends z.ZodObject, Input extends z.ZodObject>(props: RecordDialogProps<Row, Input>) {
  const { resource, fields, blank, onClose, size } = props
  // The record when the dialog opened: it may be read again, and typed values start from this one.
  const [row] = useState(props.row)
  const saving = useRecordSave(resource, fields, props.linkTo)
  const form = useForm({
    schema: resource.rules ? withRules(resource.input, resource.rules) : resource.input,
    initialValues: row ? pickInput(row, blank) : blank,
    save: async (values) => {
      await saving.save(row, values)
      release()
      onClose()
      if (!row) props.onAdded?.()
    },
  })
  const release = useUnsaved(form.isDirty())
  const incomplete = resource.incomplete !== undefined && Object.values(form.errors).includes(REQUIRED)
  return (
    <>
      <FormDialog
        form={form}
        title={`${row ? 'Edit' : 'Add'} ${resource.name}`}
        confirm="Save"
        size={size}
        onClose={onClose}
      >
        <div className={classes.fields}>
          {fields.map(({ name, label, checkbox, width, render }, index) => {
            const input = form.getInputProps(name, { type: checkbox ? 'checkbox' : 'input' })
            return (
              <div key={name} data-width={width}>
                {render({ label, 'data-autofocus': index === 0 || undefined, ...input }, { form, row })}
              </div>
            )
          })}
        </div>
        <div role="alert">
          {incomplete && (
            <Alert mt="md" color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
              {resource.incomplete}
            </Alert>
          )}
        </div>
      </FormDialog>
      {saving.dialog}
    </>
  )
}

/** The form's fields of a record. */
const pickInput = <Input,>(row: object, blank: Input): Input => ({
  ...blank,
  ...Object.fromEntries(Object.entries(row).filter(([key]) => key in Object(blank))),
})
