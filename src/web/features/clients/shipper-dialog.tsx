import { Textarea, TextInput } from '@mantine/core'
import { SHIPPER_LABELS, SHIPPER_SAVED, type Shipper, shipperInput } from '#contract/clients/shippers.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { useConflictQuestion } from '#web/ui/dialog/conflict-question.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { FieldGrid, WideField } from '#web/ui/form/field-grid.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { saveShipper } from './shared/clients.ts'
import { contactRow } from './shared/contact-row.ts'

interface ShipperDialogProps {
  userId: number
  /** The shipper to edit; null adds a new one. */
  shipper: Shipper | null
  onClose: () => void
}

const EMPTY = {
  companyName: '',
  companyAddress: '',
  nameOfThePersonInCharge: '',
  email: '',
  phone: '',
  additionalInformation: '',
}

const fieldsOf = ({ id: _, updatedAt: __, ...fields }: Shipper) => fields

/** Adds or edits a saved shipper. */
export function ShipperDialog({ userId, shipper, onClose }: ShipperDialogProps) {
  const form = useForm({
    schema: shipperInput,
    initialValues: shipper ? fieldsOf(shipper) : EMPTY,
    save: async (values) => {
      await saveShipper({ userId, base: shipper, values, ask })
      release()
      showSuccess(SHIPPER_SAVED)
      onClose()
    },
  })
  const { ask, dialog } = useConflictQuestion((keys, both) => contactRow(SHIPPER_LABELS, keys, both))
  const release = useUnsaved(form.isDirty())
  const field = (name: keyof typeof EMPTY) => ({
    label: SHIPPER_LABELS[name],
    autoComplete: 'off',
    ...form.getInputProps(name),
  })
  return (
    <>
      <FormDialog
        form={form}
        title={shipper ? `Edit ${shipper.companyName}` : 'Add shipper'}
        confirm="Save"
        size="lg"
        onClose={onClose}
      >
        <FieldGrid>
          <TextInput withAsterisk data-autofocus {...field('companyName')} />
          <TextInput withAsterisk {...field('companyAddress')} />
          <TextInput withAsterisk {...field('nameOfThePersonInCharge')} />
          <TextInput type="email" withAsterisk {...field('email')} />
          <PhoneField withAsterisk {...field('phone')} />
          <WideField>
            <Textarea rows={2} {...field('additionalInformation')} />
          </WideField>
        </FieldGrid>
      </FormDialog>
      {dialog}
    </>
  )
}
