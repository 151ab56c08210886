import { SegmentedControl, Switch } from '@mantine/core'
import { useState } from 'react'
import { judgePeriod, type Period, periodBefore } from '#contract/reports/period.ts'
import { usePhone } from '#web/lib/browser/use-phone.ts'
import { readDay, showDay } from '#web/lib/format/form-dates.ts'
import { DayField } from '#web/ui/form/day-field.tsx'
import { PERIOD_LABELS } from './periods.ts'
import { PERIODS, type ReportSearch } from './report-search.ts'
import classes from './reports.module.css'
import { showDate } from './show-figure.ts'

interface PeriodBarProps {
  search: ReportSearch
  period: Period
  onChange: (change: ReportSearch) => void
}

const DATA = PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] }))

/** Which period the reports are about, and whether it is compared with the one before. */
export function PeriodBar({ search, period, onChange }: PeriodBarProps) {
  const chosen = search.period ?? PERIODS[0]
  const compared = search.compare === undefined
  const narrow = usePhone()
  const before = periodBefore(period)
  const choose = (value: string) => {
    const next = PERIODS.find((each) => each === value)
    // Custom begins with the days that are on screen.
    onChange({ period: next, from: undefined, to: undefined, ...(next === 'custom' && period) })
  }
  return (
    <div className={classes.bar}>
      <SegmentedControl
        aria-label="Period"
        data={DATA}
        value={chosen}
        onChange={choose}
        className={classes.choices}
        orientation={narrow ? 'vertical' : 'horizontal'}
        fullWidth={narrow}
      />
      {chosen === 'custom' && <Days key={`${period.from} ${period.to}`} period={period} onChange={onChange} />}
      <Switch
        label="Compare with the period before"
        checked={compared}
        onChange={(event) => onChange({ compare: event.currentTarget.checked ? undefined : '0' })}
      />
      <p className={classes.said}>
        {showDate(period.from)} to {showDate(period.to)}
        {compared && `, compared with ${showDate(before.from)} to ${showDate(before.to)}`}
      </p>
    </div>
  )
}

function Days({ period, onChange }: Pick<PeriodBarProps, 'period' | 'onChange'>) {
  const [typed, setTyped] = useState({ from: showDay(period.from), to: showDay(period.to) })
  const [from, to] = [readDay(typed.from), readDay(typed.to)]
  const problems = from && to ? (judgePeriod({ from, to }) ?? {}) : {}
  const change = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    const days = { from: readDay(next.from), to: readDay(next.to) }
    if (days.from && days.to && !judgePeriod({ from: days.from, to: days.to }))
      onChange({ from: days.from, to: days.to })
  }
  const field = { w: 150, read: readDay, show: showDay }
  return (
    <div className={classes.days}>
      <DayField
        {...field}
        label="First day"
        value={typed.from}
        onChange={(value) => change({ from: value })}
        error={from ? problems.from : 'Invalid date'}
      />
      <DayField
        {...field}
        label="Last day"
        value={typed.to}
        onChange={(value) => change({ to: value })}
        error={to ? problems.to : 'Invalid date'}
      />
    </div>
  )
}
