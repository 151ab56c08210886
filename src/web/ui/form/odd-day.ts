import { formatDate } from '#contract/lib/format.ts'
import { daysBetween, today, weekdayOf } from '#web/lib/format/form-dates.ts'

/**
 * Days that a field takes without a question: 'any' day; 'near', within a year of today; 'upcoming', from today
 * to a year ahead.
 */
export type UsualDay = 'any' | 'near' | 'upcoming'

const YEAR = 365
/** Days up to which the nearest year is what people mean: '5/12' may be a day of December written the other way. */
const SURELY_NEAREST = 92
const MONTH = YEAR / 12
const counted = (count: number, noun: string) => (count === 1 ? `a ${noun}` : `${count} ${noun}s`)

function distance(days: number): string {
  if (days < 31) return days === 1 ? '1 day' : `${days} days`
  const months = Math.round(days / MONTH)
  return months < 12 ? counted(months, 'month') : counted(Math.round(days / YEAR), 'year')
}

/**
 * The oddity of a day, as a fact: 'Fri Dec 5 2025 is a year ago'. Null for a usual one. A day that was typed without
 * its year is odd sooner.
 */
export function oddDay(day: string, usual: UsualDay, { withoutYear = false } = {}): string | null {
  const days = daysBetween(today(), day)
  const most = withoutYear ? SURELY_NEAREST : YEAR
  if (usual === 'any' || (Math.abs(days) <= most && (usual === 'near' || days >= 0))) return null
  const away = days < 0 ? `${distance(-days)} ago` : `in ${distance(days)}`
  return `${weekdayOf(day)} ${formatDate(day)} is ${away}`
}
