import { Textarea, TextInput } from '@mantine/core'
import { type Shipper, shipperInput } from '#contract/shippers.ts'
import { saveShipper } from '#web/lib/clients.ts'
import { showSuccess } from '#web/lib/toast.tsx'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { FieldGrid, WideField } from '#web/ui/field-grid.tsx'
import { PhoneField } from '#web/ui/phone-field.tsx'

interface ShipperDialogProps {
  userId: number
  /** Null adds a new one. */
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
      await saveShipper(userId, shipper, values)
      release()
      showSuccess('Shipper was saved successfully')
      onClose()
    },
  })
  const release = useUnsaved(form.isDirty())
  const field = (name: keyof typeof EMPTY) => ({ autoComplete: 'off', ...form.getInputProps(name) })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={shipper ? `Edit ${shipper.companyName}` : 'Add shipper'}
      size="lg"
      busy={form.saving}
    >
      <form onSubmit={form.submit} noValidate>
        <FieldGrid>
          <TextInput label="Company name" withAsterisk data-autofocus {...field('companyName')} />
          <TextInput label="Company address" withAsterisk {...field('companyAddress')} />
          <TextInput label="Name of the person in charge" withAsterisk {...field('nameOfThePersonInCharge')} />
          <TextInput label="Email" type="email" withAsterisk {...field('email')} />
          <PhoneField label="Phone" withAsterisk {...field('phone')} />
          <WideField>
            <Textarea label="Additional info" rows={2} {...field('additionalInformation')} />
          </WideField>
        </FieldGrid>
        <DialogButtons confirm="Save" onCancel={onClose} busy={form.saving} />
      </form>
    </Dialog>
  )
}
