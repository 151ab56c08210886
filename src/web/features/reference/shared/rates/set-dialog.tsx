import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { DATE } from '#contract/lib/messages.ts'
import { type RateSet, rateSets } from '#contract/rates/rate-sets.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { formDateTime, readDay, showDay } from '#web/lib/format/form-dates.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { DayField } from '#web/ui/form/day-field.tsx'
import { useRecordSave } from '#web/ui/resource/use-record-save.tsx'
import type { RateSpec } from './rate-specs.ts'
import { withSet } from './use-chosen-set.ts'

/** A day as it is typed, or nothing. */
export const typedDay = z.string().refine((typed) => typed.trim() === '' || readDay(typed) !== null, DATE)

const schema = z.object({
  name: rateSets.input.shape.name,
  validFrom: typedDay,
  note: rateSets.input.shape.note,
})

interface SetDialogProps {
  /** The set to edit; null makes one. */
  set: RateSet | null
  /** The page that shows a new set. */
  to: RateSpec['to']
  onClose: () => void
}

/** The name, day and note of a set. Its rates are those of its grid. */
export function SetDialog({ set, to, onClose }: SetDialogProps) {
  const dates = useDates()
  const navigate = useNavigate()
  const day = formDateTime(set?.validFrom ?? null, dates.timeZone).day
  const saving = useRecordSave(rateSets, [
    { name: 'name', label: 'Name' },
    { name: 'validFrom', label: 'From', shown: (value) => dates.dateTime(value as string | null) },
    { name: 'note', label: 'Note' },
  ])
  const form = useForm({
    schema,
    initialValues: { name: set?.name ?? '', validFrom: day, note: set?.note ?? '' },
    save: async ({ validFrom: typed, ...values }) => {
      // A time that was set by its instant stays while its day does.
      const validFrom = set && typed === day ? set.validFrom : readDay(typed)
      const saved = rateSets.row
        .pick({ id: true })
        .parse(await saving.save(set, { ...values, validFrom, documentId: set?.documentId ?? null }))
      release()
      onClose()
      if (!set)
        void navigate({
          to,
          search: (before: object) => withSet(before, saved.id),
        })
    },
  })
  const release = useUnsaved(form.isDirty())
  return (
    <>
      <FormDialog form={form} title={set ? 'Edit rate set' : 'New rates'} confirm="Save" onClose={onClose}>
        <TextInput
          {...form.getInputProps('name')}
          label="Name"
          placeholder="December rates"
          withAsterisk
          autoComplete="off"
          maxLength={100}
          mb="xs"
          data-autofocus
        />
        <DayField
          value={form.getValues().validFrom}
          onChange={(typed) => form.setFieldValue('validFrom', typed)}
          error={form.errors.validFrom}
          label="From"
          read={readDay}
          show={showDay}
          usual="upcoming"
        />
        <Textarea
          {...form.getInputProps('note')}
          label="Note"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={1000}
          mt="xs"
        />
      </FormDialog>
      {saving.dialog}
    </>
  )
}
