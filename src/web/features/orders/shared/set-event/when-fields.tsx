import { readDay, readTime, showDay } from '#web/lib/format/form-dates.ts'
import { DayField } from '#web/ui/form/day-field.tsx'
import { TimeField } from '#web/ui/form/time-field.tsx'
import type { EventForm } from './event-form.ts'
import classes from './set-event.module.css'

interface WhenFieldsProps {
  timeZone: string
  fields: EventForm
}

/** The fields for the date and time of the event. */
export function WhenFields({ timeZone, fields }: WhenFieldsProps) {
  const { day, time } = fields.values
  return (
    <div className={classes.when}>
      <DayField
        label="Date"
        value={day}
        onChange={(typed) => fields.setFieldValue('day', typed)}
        error={fields.errors.day}
        onBoth={(...both) => fields.setValues({ day: both[0], time: both[1] })}
        read={readDay}
        show={showDay}
      />
      <TimeField
        label={`Time (${timeZone})`}
        value={time}
        onChange={(typed) => fields.setFieldValue('time', typed)}
        error={fields.errors.time}
        read={readTime}
      />
    </div>
  )
}
