import { isWeekend, plusDays } from './days.ts'
import type { DayUnit, FirstDay } from './free-time-codes.ts'

/** Free time, and the day on which its clock starts. All days are those at the place, 'yyyy-MM-dd'. */
export interface FreeTime {
  /** Null while the start is not known. */
  start: string | null
  /** Free days, a whole number from 0. */
  days: number
  unit: DayUnit
  firstDay: FirstDay
  /** Holidays at the place; only working days leave them out. */
  holidays: Iterable<string>
}

/**
 * The last day that costs nothing: the `days`-th one counted from day 1, which is the start or the day after it, and with
 * working days the first of those from there on. Without free days, it is the calendar day before day 1. Null while
 * the start is not known.
 */
export function lastFreeDay({ start, days, unit, firstDay, holidays }: FreeTime): string | null {
  if (start === null) return null
  const from = firstDay === 'same' ? start : plusDays(start, 1)
  if (unit === 'calendar') return plusDays(from, days - 1)
  const closed = new Set(holidays)
  const workingFrom = (day: string): string => {
    let next = day
    while (isWeekend(next) || closed.has(next)) next = plusDays(next, 1)
    return next
  }
  let last = workingFrom(from)
  if (days === 0) return plusDays(last, -1)
  for (let counted = 1; counted < days; counted++) last = workingFrom(plusDays(last, 1))
  return last
}
