import { Text } from '@mantine/core'
import { z } from 'zod'
import { DATE } from '#contract/lib/messages.ts'
import { BASIS_LABELS } from '#contract/papers/paper-codes.ts'
import type { Paper } from '#contract/papers/papers.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { formDateTime, instantOf, NOT_A_TIME, readDay, readTime } from '#web/lib/format/form-dates.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import { changePaper } from './shared/papers.ts'

const NOON = '12:00'
const schema = z.object({
  day: z.string().refine((typed) => typed.trim() === '' || readDay(typed) !== null, DATE),
  time: z.string().refine((typed) => typed.trim() === '' || readTime(typed) !== null, NOT_A_TIME),
})

/** Sets the due time of a paper; empty, it follows its date. */
export function DueDialog({ paper, onClose }: { paper: Paper; onClose: () => void }) {
  const { orderId, id, name, dueAt, basis, updatedAt } = paper
  const { timeZone } = useDates()
  const form = useForm({
    schema,
    initialValues: formDateTime(dueAt, timeZone),
    save: async ({ day, time }) => {
      const at = day.trim() === '' ? null : instantOf(day, time.trim() || NOON, timeZone)
      await changePaper(orderId, id, { dueAt: at, updatedAt })
      onClose()
    },
  })
  const field = (key: 'day' | 'time') => ({
    value: form.values[key],
    onChange: (value: string) => form.setFieldValue(key, value),
    error: form.errors[key],
  })
  return (
    <FormDialog form={form} title={`Due date of ${name}`} confirm="Save" onClose={onClose}>
      <DateTimeField label="Due" day={field('day')} time={field('time')} usual="upcoming" />
      <Text size="sm" mt="sm">
        {basis ? `Empty it to follow ${BASIS_LABELS[basis].toLowerCase()} again.` : 'Empty it for no due date.'}
      </Text>
    </FormDialog>
  )
}
