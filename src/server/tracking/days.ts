import { formatDate, isoDay } from '#contract/lib/format.ts'

/** A day of the calendar: 'YYYY-MM-DD'. */
export type Day = string

const DAY_MS = 86_400_000

/** The day of an instant (ISO 8601) in a time zone. Days that are stored as 00:00 UTC are read in UTC. */
export const dayOf = (iso: string, timeZone = 'UTC'): Day => isoDay(iso, timeZone)

/** Whole days from one day to another; negative if that is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

/** Days from today that may stand without their year: no other day of the same name is as near. */
const NEAR_DAYS = 182

/** 'Mar 8'; 'Mar 8 2028' if that is more than half a year from today. */
export function nameOfDay(day: Day, today: Day): string {
  const whole = formatDate(`${day}T00:00:00Z`)
  return Math.abs(daysBetween(today, day)) > NEAR_DAYS ? whole : whole.slice(0, whole.lastIndexOf(' '))
}

/** 'today', 'tomorrow', 'in 12 days', 'yesterday', '3 days ago'. */
export function distanceTo(day: Day, today: Day): string {
  const days = daysBetween(today, day)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}
