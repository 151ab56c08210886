import { NativeSelect, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { CHOOSE_COLLEAGUE, type HandOver, handOverInput } from '#contract/attention/hand-over.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { withRules } from '#contract/lib/rules.ts'
import { useSessionUser } from '#web/features/accounts/shared/session.ts'
import { staffQuery } from '#web/features/orders/shared/staff.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { failedLookUp } from '#web/lib/feedback/failed-look-up.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { formDateTime } from '#web/lib/format/form-dates.ts'
import { instantsOf, timesRule, typedDateFields } from '#web/lib/saving/typed-dates.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import classes from './cover.module.css'
import { handOverQueue } from './hand-overs.ts'

/** The time at which a queue comes back unless another is chosen. */
const EVENING = '18:00'
const DATES = { times: ['until'], days: [] }
const typedTime = { until: z.string(), untilTime: z.string() }
const fields = z.object({
  ...typedTime,
  ...typedDateFields(DATES),
  toUserId: z.string().min(1, CHOOSE_COLLEAGUE),
  note: handOverInput.shape.note,
})
const schema: typeof fields = withRules(fields, (value, add) => {
  if (value.until?.trim() === '') add('until', REQUIRED)
  else timesRule(DATES, value, add)
})

/** Hands my queue over to a colleague until a time, in place of `current`. */
export function HandOverDialog({ current, onClose }: { current: HandOver | null; onClose: () => void }) {
  const { timeZone, dateTime } = useDates()
  const userId = useSessionUser()?.id
  const staff = useQuery(staffQuery)
  const failed = failedLookUp(staff)
  const colleagues = (staff.data?.items ?? []).filter(({ id }) => id !== userId)
  const stored = current && formDateTime(current.until, timeZone)
  const form = useForm({
    schema,
    initialValues: {
      toUserId: current ? String(current.to.id) : '',
      until: stored?.day ?? '',
      untilTime: stored?.time ?? EVENING,
      note: current?.note ?? '',
    },
    save: async ({ toUserId, note, ...typed }) => {
      const until = instantsOf(typed, DATES, timeZone).until ?? null
      await handOverQueue({ toUserId: Number(toUserId), until, note })
      const name = colleagues.find(({ id }) => id === Number(toUserId))?.name ?? 'Your colleague'
      showSuccess(`${name} covers your queue until ${dateTime(until)}`)
      onClose()
    },
  })
  const field = (key: keyof typeof typedTime) => ({
    value: form.values[key],
    onChange: (typed: string) => form.setFieldValue(key, typed),
    error: form.errors[key],
  })
  return (
    <FormDialog form={form} title="Hand over your queue" confirm="Hand over" onClose={onClose} className={classes.form}>
      <Text size="sm">
        Until the time you choose, your colleague also sees what waits for you. You stay in charge of your orders; each
        one in progress gets a note.
        {current && ` This replaces the hand-over to ${current.to.name}.`}
      </Text>
      {failed && <Fault {...failed} retrying={staff.isFetching} />}
      <NativeSelect
        label="Colleague"
        withAsterisk
        data-autofocus
        data={[
          { value: '', label: CHOOSE_COLLEAGUE },
          ...colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.getInputProps('toUserId')}
      />
      <DateTimeField label="Until" day={field('until')} time={field('untilTime')} />
      <Textarea label="Note" autosize minRows={2} maxRows={8} {...form.getInputProps('note')} />
    </FormDialog>
  )
}
