import type { ReactNode } from 'react'
import { readDay, readTime, showDay } from '#web/lib/format/form-dates.ts'
import classes from './date-time-field.module.css'
import { DayField } from './day-field.tsx'
import type { UsualDay } from './odd-day.ts'
import { TimeField } from './time-field.tsx'

interface Typed {
  value: string
  onChange: (typed: string) => void
  error?: ReactNode
}

interface DateTimeFieldProps {
  label: string
  day: Typed
  time: Typed
  /** Which days are usual, as in `DayField`. */
  usual?: UsualDay
}

/** A day and its time side by side. Both may be typed into the first: '5 dec 17:00'. */
export function DateTimeField({ label, day, time, usual }: DateTimeFieldProps) {
  const takeBoth = (shownDay: string, shownTime: string) => {
    day.onChange(shownDay)
    time.onChange(shownTime)
  }
  return (
    <div className={classes.pair}>
      <DayField label={label} {...day} read={readDay} show={showDay} usual={usual} onBoth={takeBoth} />
      <TimeField label="Time" {...time} read={readTime} />
    </div>
  )
}
