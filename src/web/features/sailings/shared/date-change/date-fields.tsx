import { PLANNED_DATES, type PlannedDate, SAILING_LABELS } from '#contract/sailings/sailing-codes.ts'
import { readDay, readTime, showDay } from '#web/lib/format/form-dates.ts'
import { DayField } from '#web/ui/form/day-field.tsx'
import { FieldGrid } from '#web/ui/form/field-grid.tsx'
import { TimeField } from '#web/ui/form/time-field.tsx'
import classes from './date-change.module.css'
import { isCutOff, type Typed } from './typed-dates.ts'

interface DateFieldsProps {
  typed: Typed
  errors: Partial<Record<PlannedDate, string>>
  onChange: (typed: Typed) => void
}

/** Departure and arrival as days, cut-offs with their times. */
export function DateFields({ typed, errors, onChange }: DateFieldsProps) {
  const part = (date: PlannedDate, key: 'day' | 'time') => ({
    value: typed[date]?.[key] ?? '',
    onChange: (text: string) => onChange({ ...typed, [date]: { day: '', time: '', ...typed[date], [key]: text } }),
  })
  const dates = PLANNED_DATES.filter((date) => typed[date])
  return (
    <FieldGrid>
      {dates
        .filter((date) => !isCutOff(date))
        .map((date) => (
          <DayField
            key={date}
            label={SAILING_LABELS[date]}
            {...part(date, 'day')}
            error={errors[date]}
            read={readDay}
            show={showDay}
            usual="upcoming"
          />
        ))}
      {dates.filter(isCutOff).map((date) => (
        <div key={date} className={classes.moment}>
          <DayField
            label={SAILING_LABELS[date]}
            {...part(date, 'day')}
            error={errors[date]}
            read={readDay}
            show={showDay}
            usual="upcoming"
            onBoth={(day, time) => onChange({ ...typed, [date]: { day, time } })}
          />
          <TimeField label="Time" {...part(date, 'time')} read={readTime} />
        </div>
      ))}
    </FieldGrid>
  )
}
