import { isoDay } from '#contract/lib/format.ts'
import { judgePeriod, type Period } from '#contract/reports/period.ts'
import { readDay } from '#web/lib/format/form-dates.ts'
import type { PeriodChoice, ReportSearch } from './report-search.ts'

export const PERIOD_LABELS: Record<PeriodChoice, string> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'this-year': 'This year',
  custom: 'Custom',
}

const dayOf = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)

/** Today on the clock of a time zone, as yyyy-MM-dd. */
export const todayIn = (timeZone: string, now = new Date()): string => isoDay(now.toISOString(), timeZone)

const NO_DAY = 'Enter a date as MM/dd/yyyy'

/** Reads two days from the form or the address: the period, or messages by field. */
export function readPeriod(typed: { from?: string | undefined; to?: string | undefined }) {
  const [from, to] = [readDay(typed.from ?? ''), readDay(typed.to ?? '')]
  const problems =
    from && to ? judgePeriod({ from, to }) : { ...(!from && { from: NO_DAY }), ...(!to && { to: NO_DAY }) }
  return { problems: problems ?? {}, period: from && to && !problems ? { from, to } : null }
}

/** The days of a choice; a period that is not over ends today. Null for two days that are no period. */
export function periodOf({ period = 'this-month', from, to }: ReportSearch, today: string): Period | null {
  const [year = 0, month = 0] = today.split('-').map(Number)
  if (period === 'last-month') return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) }
  if (period === 'this-quarter') return { from: dayOf(year, month - ((month - 1) % 3), 1), to: today }
  if (period === 'this-year') return { from: dayOf(year, 1, 1), to: today }
  if (period === 'custom') return readPeriod({ from, to }).period
  return { from: dayOf(year, month, 1), to: today }
}
