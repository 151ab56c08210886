import { Button } from '@mantine/core'
import { useState } from 'react'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { instantOf } from '#web/lib/format/form-dates.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import classes from './snooze-form.module.css'
import { snoozeSchema, snoozeTimes } from './snooze-times.ts'

interface SnoozeFormProps {
  title: string
  /** When it is due; null for no time, or for several. */
  dueAt: string | null
  /** Snoozes until an instant; throws if it cannot. */
  snooze: (until: string) => Promise<void>
  onClose: () => void
}

/** The choice of the time until which something is out of the way: one press away, or any other. */
export function SnoozeForm({ title, dueAt, snooze, onClose }: SnoozeFormProps) {
  const { timeZone, dateTime } = useDates()
  const [now] = useState(Date.now)
  const [schema] = useState(() => snoozeSchema(timeZone))
  const attempt = useAttempt()
  const form = useForm({
    schema,
    initialValues: { until: '', untilTime: '08:00' },
    save: async ({ until, untilTime }) => snooze(instantOf(until, untilTime, timeZone) ?? ''),
  })
  const field = (key: 'until' | 'untilTime') => ({
    value: form.values[key],
    onChange: (typed: string) => form.setFieldValue(key, typed),
    error: form.errors[key],
  })
  return (
    <FormDialog form={form} title={title} confirm="Snooze" onClose={onClose} size="sm">
      <div className={classes.times}>
        {snoozeTimes(dueAt, now, timeZone).map(({ label, until }, index) => (
          <Button
            key={label}
            variant="default"
            justify="space-between"
            data-autofocus={index === 0 || undefined}
            rightSection={<span className={classes.dim}>{dateTime(until)}</span>}
            loading={attempt.busy}
            onClick={() => void attempt.run(() => snooze(until))}
          >
            {label}
          </Button>
        ))}
      </div>
      <DateTimeField label="Another time" day={field('until')} time={field('untilTime')} />
    </FormDialog>
  )
}
