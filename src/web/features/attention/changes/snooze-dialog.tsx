import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { instantOf } from '#web/lib/format/form-dates.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import { changeAll, countedItems, doneOf, type Refused } from './change-several.ts'
import classes from './selection-bar.module.css'
import { snoozeSchema, snoozeTimes } from './snooze-times.ts'

interface SnoozeDialogProps {
  items: readonly AttentionItem[]
  onClose: () => void
  /** Called with the items that could not be snoozed. */
  onDone?: (refused: Refused[]) => void
}

/** Takes items out of the way until a time that is one press away, or any other. */
export function SnoozeDialog({ items, onClose, onDone }: SnoozeDialogProps) {
  const { timeZone, dateTime } = useDates()
  const [now] = useState(Date.now)
  const [schema] = useState(() => snoozeSchema(timeZone))
  const attempt = useAttempt()
  const snooze = async (until: string) => {
    const refused = await changeAll(items, 'snooze', { until })
    const done = doneOf(items, refused)
    const what = items.length === 1 ? 'Snoozed' : `${countedItems(done.length)} snoozed`
    const undo = () => void changeAll(done, 'snooze', { until: null }).catch(showError)
    showSuccess(`${what} until ${dateTime(until)}`, { label: 'Undo', run: undo })
    onDone?.(refused)
    onClose()
  }
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
  const title = items.length === 1 ? 'Snooze' : `Snooze ${countedItems(items.length)}`
  return (
    <FormDialog form={form} title={title} confirm="Snooze" onClose={onClose} size="sm">
      <div className={classes.times}>
        {snoozeTimes(items.length === 1 ? (items[0]?.dueAt ?? null) : null, now, timeZone).map(
          ({ label, until }, index) => (
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
          ),
        )}
      </div>
      <DateTimeField label="Another time" day={field('until')} time={field('untilTime')} />
    </FormDialog>
  )
}
