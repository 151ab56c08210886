import { z } from 'zod'
import { ENTER_VALUE } from '#contract/lib/messages.ts'
import { withRules } from '#contract/lib/rules.ts'
import { CONFIRMATION_DAYS, CONFIRMATION_LABELS, CONFIRMATION_TIMES } from '#contract/orders/confirmation.ts'
import { RUN_DATES } from '#contract/runs/start-run.ts'
import { usualOf } from '#web/features/orders/shared/usual-day.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { readDay, showDay } from '#web/lib/format/form-dates.ts'
import { instantsOf, timeOf, timesRule, typedDateFields, typedDates } from '#web/lib/saving/typed-dates.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import { DayField } from '#web/ui/form/day-field.tsx'
import { FieldGrid } from '#web/ui/form/field-grid.tsx'
import { ChoicesSelect } from '#web/ui/form/search-select.tsx'
import classes from './bulk.module.css'
import type { BulkDialogProps } from './bulk-dialog-props.ts'
import { RunSummary } from './run-summary.tsx'
import { buttonOf, useBulk } from './use-bulk.ts'

const DATES = { times: CONFIRMATION_TIMES, days: CONFIRMATION_DAYS }
type Values = Record<string, unknown>

const filled = (values: Values) => RUN_DATES.filter((key) => String(values[key] ?? '').trim() !== '')
const emptied = (values: Values) => z.array(z.enum(RUN_DATES)).catch([]).parse(values.empty)

const schema: z.ZodObject = withRules(
  z.object({ ...typedDateFields(DATES), empty: z.array(z.string()) }),
  (value: Values, add) => {
    timesRule(DATES, value, add)
    if (filled(value).length + emptied(value).length === 0) add('cargoReadyAt', ENTER_VALUE)
  },
)

/** The typed dates as sent: blank ones stay as they are in each order. */
function inputOf(values: Values, timeZone: string) {
  const typed = filled(values)
  const wanted = {
    days: DATES.days.filter((key) => typed.includes(key)),
    times: DATES.times.filter((key) => typed.includes(key)),
  }
  return { ...Object.fromEntries(emptied(values).map((key) => [key, null])), ...instantsOf(values, wanted, timeZone) }
}

/** Sets dates of the booking confirmation of the selected orders. */
export function DatesDialog({ onClose }: BulkDialogProps) {
  const { timeZone } = useDates()
  const form = useForm({
    schema,
    initialValues: { ...typedDates(null, DATES, timeZone), empty: [] },
    save: (values): Promise<void> => start(inputOf(values, timeZone)),
  })
  const valid = schema.safeParse(form.values).success
  const { preview, start, ready } = useBulk('dates', valid ? inputOf(form.values, timeZone) : null, onClose)
  const field = (key: string) => ({
    value: String(form.values[key] ?? ''),
    onChange: (typed: string) => form.setFieldValue(key, typed),
    error: form.errors[key],
  })
  const typed = filled(form.values)
  return (
    <FormDialog
      form={form}
      title="Confirmation dates"
      confirm={buttonOf(preview, 'Change dates of')}
      size="lg"
      disabled={valid && !ready}
      onClose={onClose}
    >
      <FieldGrid>
        {CONFIRMATION_TIMES.map((key) => (
          <DateTimeField
            key={key}
            label={CONFIRMATION_LABELS[key]}
            day={field(key)}
            time={field(timeOf(key))}
            usual="upcoming"
          />
        ))}
        {CONFIRMATION_DAYS.map((key) => (
          <DayField
            key={key}
            label={CONFIRMATION_LABELS[key]}
            {...field(key)}
            read={readDay}
            show={showDay}
            usual={usualOf(key)}
          />
        ))}
      </FieldGrid>
      <ChoicesSelect
        mt="sm"
        label="Empty these dates"
        noun="date"
        data={RUN_DATES.filter((key) => !typed.includes(key)).map((key) => ({
          value: key,
          label: CONFIRMATION_LABELS[key],
        }))}
        value={emptied(form.values)}
        onChange={(keys) => form.setFieldValue('empty', keys)}
        clearable
        clearButtonProps={{ 'aria-label': 'Empty no dates' }}
      />
      <p className={classes.dim}>
        Dates left blank stay as they are in each order. Times are in {timeZone}; departure and arrival are dates only.
      </p>
      <RunSummary preview={preview} />
    </FormDialog>
  )
}
