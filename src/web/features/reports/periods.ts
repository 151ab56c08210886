import { wallClock } from '#contract/lib/format.ts'
import type { Period } from '#contract/reports/period.ts'
import type { PeriodChoice, ReportSearch } from './report-search.ts'

export const PERIOD_LABELS: Record<PeriodChoice, string> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'this-year': 'This year',
  custom: 'Custom',
}

const two = (value: number) => String(value).padStart(2, '0')
const dayOf = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)

/** Today on the clock of a time zone, as yyyy-MM-dd. */
export function todayIn(timeZone: string, now = new Date()): string {
  const clock = wallClock(now.toISOString(), timeZone)
  return clock ? `${clock.year}-${two(clock.month)}-${two(clock.day)}` : now.toISOString().slice(0, 10)
}

/** The days of a choice; one that is not over ends today. */
export function periodOf({ period = 'this-month', from, to }: ReportSearch, today: string): Period {
  const [year = 0, month = 0] = today.split('-').map(Number)
  if (period === 'last-month') return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) }
  if (period === 'this-quarter') return { from: dayOf(year, month - ((month - 1) % 3), 1), to: today }
  if (period === 'this-year') return { from: dayOf(year, 1, 1), to: today }
  if (period === 'custom') return { from: from ?? dayOf(year, month, 1), to: to ?? today }
  return { from: dayOf(year, month, 1), to: today }
}
