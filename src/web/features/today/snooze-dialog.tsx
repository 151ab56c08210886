import { Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { withRules } from '#contract/lib/rules.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { instantsOf, timesRule, typedDateFields } from '#web/lib/saving/typed-dates.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { snoozeItem } from '#web/model/attention/attention.ts'
import { useDates } from '#web/model/system/settings.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import { snoozeTimes } from './snooze-times.ts'
import classes from './today.module.css'

const DATES = { times: ['until'], days: [] }
const schema: z.ZodObject = withRules(z.object(typedDateFields(DATES)), (value: Record<string, unknown>, add) => {
  timesRule(DATES, value, add)
  if (value.until === '') add('until', 'This field cannot be empty')
})

/** Takes an item out of the way until a time that is one press away, or any other. */
export function SnoozeDialog({ item, onClose }: { item: AttentionItem; onClose: () => void }) {
  const { timeZone, dateTime } = useDates()
  const [now] = useState(Date.now)
  const attempt = useAttempt()
  const snooze = async (until: string) => {
    await snoozeItem(item.id, until)
    const undo = () => void snoozeItem(item.id, null).catch(showError)
    showSuccess(`Snoozed until ${dateTime(until)}`, { label: 'Undo', run: undo })
    onClose()
  }
  const form = useForm({
    schema,
    initialValues: { until: '', untilTime: '08:00' },
    save: async (values) => snooze(instantsOf(values, DATES, timeZone).until ?? ''),
  })
  const field = (key: string) => ({
    value: String(form.values[key] ?? ''),
    onChange: (typed: string) => form.setFieldValue(key, typed),
    error: form.errors[key],
  })
  return (
    <FormDialog form={form} title="Snooze" confirm="Snooze" onClose={onClose} size="sm">
      <div className={classes.times}>
        {snoozeTimes(item.dueAt, now, timeZone).map(({ label, until }, index) => (
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
