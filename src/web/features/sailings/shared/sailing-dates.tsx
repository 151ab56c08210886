import { SAILING_LABELS, type SailingDate } from '#contract/sailings/sailing-codes.ts'
import { readDay, showDay } from '#web/lib/format/form-dates.ts'
import { timeOf } from '#web/lib/saving/typed-dates.ts'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import { DayField } from '#web/ui/form/day-field.tsx'
import { FieldGrid } from '#web/ui/form/field-grid.tsx'

interface SailingDatesProps {
  dates: { times: readonly SailingDate[]; days: readonly SailingDate[] }
  form: {
    values: Record<string, unknown>
    errors: Record<string, React.ReactNode>
    setFieldValue: (key: string, typed: string) => void
  }
}

/** What was planned lies ahead, what happened does not. */
const usualOf = (key: string) => (key === 'atd' || key === 'portAta' ? 'near' : 'upcoming')

/** Fields for cut-offs with their times, and for departure and arrival as days. */
export function SailingDates({ dates: { times, days }, form }: SailingDatesProps) {
  const field = (key: string) => ({
    value: String(form.values[key] ?? ''),
    onChange: (typed: string) => form.setFieldValue(key, typed),
    error: form.errors[key],
  })
  return (
    <>
      {times.length > 0 && (
        <FieldGrid>
          {times.map((key) => (
            <DateTimeField
              key={key}
              label={SAILING_LABELS[key]}
              day={field(key)}
              time={field(timeOf(key))}
              usual="upcoming"
            />
          ))}
        </FieldGrid>
      )}
      <FieldGrid>
        {days.map((key) => (
          <DayField
            key={key}
            label={SAILING_LABELS[key]}
            {...field(key)}
            read={readDay}
            show={showDay}
            usual={usualOf(key)}
          />
        ))}
      </FieldGrid>
    </>
  )
}
