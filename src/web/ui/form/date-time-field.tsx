import type { ReactNode } from 'react'
import { readDay, readTime, showDay } from '#web/lib/format/form-dates.ts'
import classes from './date-time-field.module.css'
import { DayField } from './day-field.tsx'
import { TimeField } from './time-field.tsx'

interface Typed {
  value: string
  onChange: (typed: string) => void
  error?: ReactNode
}

/** A day and its time side by side. */
export function DateTimeField({ label, day, time }: { label: string; day: Typed; time: Typed }) {
  return (
    <div className={classes.pair}>
      <DayField label={label} {...day} read={readDay} show={showDay} />
      <TimeField label="Time" {...time} read={readTime} />
    </div>
  )
}
