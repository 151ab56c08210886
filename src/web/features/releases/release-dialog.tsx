import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { keysOf, recordOf } from '#contract/lib/record-of.ts'
import {
  ORIGINAL_BILL_LABELS,
  type OriginalBill,
  RELEASE_LABELS,
  type Release,
  releaseInput,
  release as releaseOf,
} from '#contract/releases/releases.ts'
import { TimeInput } from '#web/features/sailings/shared/time-input.tsx'
import { useDates } from '#web/features/system/shared/settings.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { labelledRow, saveMerging } from '#web/lib/saving/save-merging.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { useConflictQuestion } from '#web/ui/dialog/conflict-question.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { FieldGrid, WideField } from '#web/ui/form/field-grid.tsx'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { changeRelease } from './shared/release.ts'

const schema = releaseInput.omit({ updatedAt: true, deliveryOrderDocumentId: true })
const FIELDS = keysOf(schema.shape)
const BILLS = keysOf(ORIGINAL_BILL_LABELS).map((value) => ({ value, label: ORIGINAL_BILL_LABELS[value] }))
type TimeField = 'freightPaidAt' | 'originalAt' | 'customsReleasedAt' | 'carrierReleasedAt' | 'appointmentAt'

/** What became of the bill, and when: one without the other may be no valid pair. */
const TOGETHER = [['originalBill', 'originalAt']] as const

/** Edits all values of a release: dates, pick-up number, appointment and hold. */
export function ReleaseDialog({ release: now, onClose }: { release: Release; onClose: () => void }) {
  // The release when the dialog opened: it may be read again, and typed values start from this one.
  const [release] = useState(now)
  const { dateTime } = useDates()
  const shown = (value: unknown, field: string) =>
    field === 'originalBill'
      ? ORIGINAL_BILL_LABELS[value as OriginalBill]
      : field.endsWith('At') && value
        ? dateTime(String(value))
        : String(value || EMPTY)
  const { ask, dialog } = useConflictQuestion((fields, both) => labelledRow(RELEASE_LABELS, fields, both, shown))
  const form = useForm({
    schema,
    initialValues: recordOf(FIELDS, (field) => release[field]) as Pick<Release, (typeof FIELDS)[number]>,
    save: async (values) => {
      await saveMerging<Release>({
        base: release,
        values,
        ask,
        groups: TOGETHER,
        readCurrent: (data) => releaseOf.safeParse(data).data ?? null,
        send: (changes, updatedAt) =>
          changeRelease(release.orderId, { ...changes, updatedAt: updatedAt ? String(updatedAt) : undefined }),
      })
      onClose()
    },
  })
  const time = (name: TimeField) => (
    <TimeInput
      input={{ ...form.getInputProps(name), label: RELEASE_LABELS[name] } as Parameters<typeof TimeInput>[0]['input']}
    />
  )
  return (
    <>
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
      {dialog}
    </>
  )
}
