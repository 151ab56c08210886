import { formatDate } from '#contract/lib/format.ts'
import { daysBetween, today, weekdayOf } from '#web/lib/format/form-dates.ts'

/**
 * Days that a field takes without a question: 'any' day; 'near', within a year of today; 'upcoming', from today
 * to a year ahead.
 */
export type UsualDay = 'any' | 'near' | 'upcoming'

const YEAR = 365
const MONTH = YEAR / 12
const counted = (count: number, noun: string) => (count === 1 ? `a ${noun}` : `${count} ${noun}s`)

function distance(days: number): string {
  if (days < 31) return days === 1 ? '1 day' : `${days} days`
  const months = Math.round(days / MONTH)
  return months < 12 ? counted(months, 'month') : counted(Math.round(days / YEAR), 'year')
}

/** What makes a day odd, as a fact: 'Fri Dec 5 2025 is a year ago'. Null for a usual one. */
export function oddDay(day: string, usual: UsualDay): string | null {
  const days = daysBetween(today(), day)
  if (usual === 'any' || (Math.abs(days) <= YEAR && (usual === 'near' || days >= 0))) return null
  const away = days < 0 ? `${distance(-days)} ago` : `in ${distance(days)}`
  return `${weekdayOf(day)} ${formatDate(day)} is ${away}`
}
