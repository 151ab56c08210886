import { Textarea, TextInput } from '@mantine/core'
import { keysOf, recordOf } from '#contract/lib/record-of.ts'
import { ORIGINAL_BILL_LABELS, RELEASE_LABELS, type Release, releaseInput } from '#contract/releases/releases.ts'
import { TimeInput } from '#web/features/sailings/shared/time-input.tsx'
import { stopIfUnchanged } from '#web/lib/saving/stop-if-unchanged.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { FieldGrid, WideField } from '#web/ui/form/field-grid.tsx'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { changeRelease } from './shared/release.ts'

const schema = releaseInput.omit({ updatedAt: true, deliveryOrderDocumentId: true })
const FIELDS = keysOf(schema.shape)
const BILLS = keysOf(ORIGINAL_BILL_LABELS).map((value) => ({ value, label: ORIGINAL_BILL_LABELS[value] }))
type TimeField = 'freightPaidAt' | 'originalAt' | 'customsReleasedAt' | 'carrierReleasedAt' | 'appointmentAt'

/** Edits all values of a release: dates, pick-up number, appointment and hold. */
export function ReleaseDialog({ release, onClose }: { release: Release; onClose: () => void }) {
  const form = useForm({
    schema,
    initialValues: recordOf(FIELDS, (field) => release[field]) as Pick<Release, (typeof FIELDS)[number]>,
    save: async (values) => {
      const changed = Object.fromEntries(
        FIELDS.filter((field) => values[field] !== release[field]).map((field) => [field, values[field]]),
      )
      stopIfUnchanged(Object.keys(changed).length > 0)
      await changeRelease(release.orderId, { ...changed, updatedAt: release.updatedAt ?? undefined })
      onClose()
    },
  })
  const time = (name: TimeField) => (
    <TimeInput
      input={{ ...form.getInputProps(name), label: RELEASE_LABELS[name] } as Parameters<typeof TimeInput>[0]['input']}
    />
  )
  return (
    <FormDialog form={form} title="Release" confirm="Save" size="lg" onClose={onClose}>
      <FieldGrid>
        {time('freightPaidAt')}
        <TextInput
          label={RELEASE_LABELS.freightWaivedReason}
          autoComplete="off"
          {...form.getInputProps('freightWaivedReason')}
        />
        <ChoiceSelect label={RELEASE_LABELS.originalBill} data={BILLS} {...form.getInputProps('originalBill')} />
        {time('originalAt')}
        {time('customsReleasedAt')}
        {time('carrierReleasedAt')}
        <TextInput label={RELEASE_LABELS.pickupNumber} autoComplete="off" {...form.getInputProps('pickupNumber')} />
        {time('appointmentAt')}
        <WideField>
          <Textarea label={RELEASE_LABELS.holdReason} autosize minRows={1} {...form.getInputProps('holdReason')} />
        </WideField>
      </FieldGrid>
    </FormDialog>
  )
}
