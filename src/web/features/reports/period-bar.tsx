import { SegmentedControl, Switch } from '@mantine/core'
import { useState } from 'react'
import { type Period, periodBefore } from '#contract/reports/period.ts'
import { usePhone } from '#web/lib/browser/use-phone.ts'
import { readDay, showDay } from '#web/lib/format/form-dates.ts'
import { DayField } from '#web/ui/form/day-field.tsx'
import classes from './reports.module.css'
import { PERIOD_LABELS, readPeriod } from './state/periods.ts'
import { PERIODS, type ReportSearch } from './state/report-search.ts'
import { showDate } from './state/show-figure.ts'

interface PeriodBarProps {
  search: ReportSearch
  /** The period; null while its days are wrong, which their fields say. */
  period: Period | null
  onChange: (change: ReportSearch) => void
}

const DATA = PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] }))

/** The period of the reports, and whether it is compared with the one before. */
export function PeriodBar({ search, period, onChange }: PeriodBarProps) {
  const chosen = search.period ?? PERIODS[0]
  const compared = search.compare === undefined
  const narrow = usePhone()
  const choose = (value: string) => {
    const next = PERIODS.find((each) => each === value)
    // Custom begins with the days on screen.
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
      {chosen === 'custom' && <Days key={`${search.from} ${search.to}`} search={search} onChange={onChange} />}
      <Switch
        label="Compare with the previous period"
        checked={compared}
        onChange={(event) => onChange({ compare: event.currentTarget.checked ? undefined : '0' })}
      />
      {period && <p className={classes.said}>{saidOf(period, compared)}</p>}
    </div>
  )
}

/** The days in words, and those that they are compared with. */
function saidOf(period: Period, compared: boolean): string {
  const days = ({ from, to }: Period) => `${showDate(from)} to ${showDate(to)}`
  return compared ? `${days(period)}, compared with ${days(periodBefore(period))}` : days(period)
}

/** A day of the address as its field shows it; an unreadable one stays as it is. */
const shown = (day: string | undefined) => showDay(readDay(day ?? '') ?? '') || (day ?? '')

function Days({ search, onChange }: Pick<PeriodBarProps, 'search' | 'onChange'>) {
  const [typed, setTyped] = useState({ from: shown(search.from), to: shown(search.to) })
  const { problems } = readPeriod(typed)
  const change = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    const { period } = readPeriod(next)
    if (period) onChange(period)
  }
  const field = { w: 170, read: readDay, show: showDay, usual: 'any' } as const
  return (
    <div className={classes.days}>
      <DayField
        {...field}
        label="First day"
        value={typed.from}
        onChange={(value) => change({ from: value })}
        error={problems.from}
      />
      <DayField
        {...field}
        label="Last day"
        value={typed.to}
        onChange={(value) => change({ to: value })}
        error={problems.to}
      />
    </div>
  )
}
