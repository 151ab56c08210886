import { VisuallyHidden } from '@mantine/core'
import { formatWeekday } from '#contract/lib/format.ts'
import { SAILING_CUT_OFFS } from '#contract/sailings/sailing-codes.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import plain from '#web/features/sailings/shared/plain-table.module.css'
import { useDates } from '#web/features/system/shared/settings.ts'
import { datesIn, EMPTY } from '#web/lib/format/dates.ts'
import { PlanLine } from '#web/ui/charts/plan-line.tsx'
import { againstPlan, daysApart } from './days-apart.ts'
import classes from './sailing.module.css'

const DAY_MS = 86_400_000
const days = datesIn('UTC')
const CUT_OFF_NAMES = {
  cargoCutOffAt: 'Cargo cut-off',
  documentationCutOffAt: 'Documentation cut-off',
  vgmCutOffAt: 'VGM cut-off',
}

/** Labels in the line, which has room for five dates. */
const SHORT: Partial<Record<string, string>> = { 'Documentation cut-off': 'Documents', 'VGM cut-off': 'VGM' }

interface Row {
  label: string
  planned: string | null
  actual: string | null
  /** True for a day of UTC rather than an instant. */
  isDay: boolean
}

/** Dates in the order of a voyage. */
const rowsOf = (sailing: Sailing): Row[] => [
  ...SAILING_CUT_OFFS.map((key) => ({ label: CUT_OFF_NAMES[key], planned: sailing[key], actual: null, isDay: false })),
  { label: 'Departure', planned: sailing.etd, actual: sailing.atd, isDay: true },
  { label: 'Arrival', planned: sailing.portEta, actual: sailing.portAta, isDay: true },
]

const timeOf = (at: string | null) => (at === null ? null : Date.parse(at))

/**
 * Cut-offs, departure and arrival in one line; opened, planned beside actual, as a line with today and as a
 * table.
 */
export function SailingDatesPanel({ sailing }: { sailing: Sailing }) {
  const { dateTime, date, timeZone } = useDates()
  const now = Date.now()
  const rows = rowsOf(sailing)
  const shown = (at: string | null, isDay: boolean) => (isDay ? days.date(at) : dateTime(at))
  const weekdayOf = (at: string | null, isDay: boolean) => formatWeekday(at, isDay ? 'UTC' : timeZone)
  const short = (at: number) => {
    const iso = new Date(at).toISOString()
    return at % DAY_MS === 0 ? days.date(iso) : date(iso)
  }
  return (
    <details className={classes.dates}>
      <summary className={classes.dateLine}>
        <h2 className={classes.heading}>Dates</h2>
        {rows.map(({ label, planned, actual, isDay }) => (
          <span key={label} className={classes.date} data-actual={actual !== null || undefined}>
            <span className={classes.dim}>{SHORT[label] ?? label}</span> {weekdayOf(actual ?? planned, isDay)}{' '}
            {shown(actual ?? planned, isDay)}
          </span>
        ))}
      </summary>
      <PlanLine
        now={now}
        show={short}
        points={rows.map(({ label, planned, actual }) => ({ label, planned: timeOf(planned), actual: timeOf(actual) }))}
      />
      <table className={`${plain.table} ${classes.dateTable}`}>
        <caption>
          <VisuallyHidden>Dates of {sailing.reference}, planned and actual</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>What</VisuallyHidden>
            </th>
            <th scope="col">Planned</th>
            <th scope="col">Actual</th>
            <th scope="col">
              <VisuallyHidden>How far</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, planned, actual, isDay }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{shown(planned, isDay)}</td>
              <td>{isDay ? shown(actual, isDay) : EMPTY}</td>
              <td className={classes.dim}>
                {actual ? againstPlan(planned, actual) : planned ? daysApart(Date.parse(planned), now, isDay) : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
