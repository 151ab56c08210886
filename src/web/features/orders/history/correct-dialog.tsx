import { Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { DATE } from '#contract/lib/messages.ts'
import type { EventEntry } from '#contract/orders/orders.ts'
import { setEventInput } from '#contract/orders/set-event.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { formDateTime, instantOf, readDay, readTime, showDay } from '#web/lib/format/form-dates.ts'
import { stopIfUnchanged } from '#web/lib/saving/stop-if-unchanged.ts'
import { typedTime } from '#web/lib/saving/typed-dates.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { DayField } from '#web/ui/form/day-field.tsx'
import { TimeField } from '#web/ui/form/time-field.tsx'
import { correctEntry } from './entry-changes.ts'
import classes from './events.module.css'
import { ToldAlready } from './told-already.tsx'

const correction = z.object({
  comment: setEventInput.shape.comment,
  day: z.string().refine((typed) => readDay(typed) !== null, DATE),
  time: typedTime,
})

/** Corrects the date or comment of an entry; shows whether the client already knows the old ones. */
export function CorrectDialog({ entry, onClose }: { entry: EventEntry; onClose: () => void }) {
  const { timeZone } = useDates()
  const [shown] = useState(() => formDateTime(entry.date, timeZone))
  const fields = useForm({
    schema: correction,
    initialValues: { comment: entry.comment, ...shown },
    save: async ({ comment, day, time }): Promise<void> => {
      stopIfUnchanged(fields.isDirty())
      const typed = day !== shown.day || time !== shown.time
      // Forms show whole minutes: an untouched date keeps its seconds.
      const date = (typed && instantOf(day, time, timeZone)) || undefined
      await correctEntry(entry.id, { comment, date }).catch((error) => {
        throw atDay(error)
      })
      showSuccess('The event was corrected')
      onClose()
    },
  })
  return (
    <FormDialog
      form={fields}
      title={`Edit ${entry.event.name}`}
      confirm="Save"
      className={classes.change}
      onClose={onClose}
    >
      <ToldAlready entry={entry} waiting="Its mail has not been sent yet. It will be rewritten with your changes." />
      <Group grow align="flex-start">
        <DayField
          label="Date"
          value={fields.values.day}
          onChange={(value) => fields.setFieldValue('day', value)}
          error={fields.errors.day}
          onBoth={(...both) => fields.setValues({ day: both[0], time: both[1] })}
          read={readDay}
          show={showDay}
        />
        <TimeField
          label={`Time (${timeZone})`}
          value={fields.values.time}
          onChange={(value) => fields.setFieldValue('time', value)}
          error={fields.errors.time}
          read={readTime}
        />
      </Group>
      <Textarea label="Comment" autosize minRows={3} maxRows={8} {...fields.getInputProps('comment')} />
    </FormDialog>
  )
}

/** The failure with the server's message about the date at the field that takes it. */
function atDay(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.fields.date) return error
  return new ApiError(error.code, error.message, { ...error, fields: { ...error.fields, day: error.fields.date } })
}
