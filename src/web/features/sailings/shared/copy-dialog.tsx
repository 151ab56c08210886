import { NumberInput, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { vessels } from '#contract/reference/vessels.ts'
import { SAILING_LABELS } from '#contract/sailings/sailing-codes.ts'
import { copyInput, type Sailing, sailings } from '#contract/sailings/sailings.ts'
import { request } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { FieldGrid } from '#web/ui/form/field-grid.tsx'
import { RecordSelect } from '#web/ui/resource/record-select.tsx'
import { refreshSailings } from './sailings.ts'

export const COPY_SAILING = 'Copy, 7 days later'
const WEEK = 7

/** Makes the next sailing of a lane, a week later, and opens it. */
export function CopyDialog({ sailing, onClose }: { sailing: Sailing; onClose: () => void }) {
  const router = useRouter()
  const { id, reference, vesselId, vessel } = sailing
  const form = useForm({
    schema: copyInput,
    initialValues: { days: WEEK, voyage: '', vesselId },
    save: async (values) => {
      const saved = await request(sailings.row, `${sailings.path}/${id}/copy`, { method: 'POST', body: values })
      showSuccess(`${saved.reference} was added`)
      void refreshSailings()
      onClose()
      void router.navigate({ to: '/sailings/$sailingId', params: { sailingId: String(saved.id) } })
    },
  })
  return (
    <FormDialog form={form} title={`Copy ${reference}`} confirm="Add sailing" onClose={onClose}>
      <FieldGrid>
        <TextInput
          label={SAILING_LABELS.voyage}
          withAsterisk
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('voyage')}
        />
        <NumberInput label="Days later" min={1} allowDecimal={false} {...form.getInputProps('days')} />
        <RecordSelect
          input={{ label: SAILING_LABELS.vesselId, ...form.getInputProps('vesselId') }}
          resource={vessels}
          labelOf={({ name }) => name}
          known={{ id: vessel.id, label: vessel.name }}
          required
          placeholder="Search by name or IMO number"
        />
      </FieldGrid>
      <p>Ports, CFS, carrier and planned dates are copied. Containers and orders stay.</p>
    </FormDialog>
  )
}
