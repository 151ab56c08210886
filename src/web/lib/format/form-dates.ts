import { wallClock } from '#contract/lib/format.ts'
import { instantAt } from '#contract/lib/zones.ts'

/** A day as forms show it: 'MM/dd/yyyy'. */
const DAY = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/
const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const TIME = /^(\d{1,2})[:. ]?(\d{2})$/

/** The message at an unreadable day or time. */
export const NOT_A_DATE = 'This is not a date. Type it as 11/27/2026.'
export const NOT_A_TIME = 'This is not a time. Type it as 8:00 or 14:30.'

const two = (value: number | string) => String(value).padStart(2, '0')

/** A typed day, MM/dd/yyyy (or pasted in ISO form), as 'yyyy-MM-dd'; null if there is no such day. */
export function readDay(typed: string): string | null {
  const text = typed.trim()
  const iso = ISO_DAY.exec(text)
  const [, month, day, year] = iso ? [iso[0], iso[2], iso[3], iso[1]] : (DAY.exec(text) ?? [])
  if (!year || !month || !day) return null
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return exists && Number(year) >= 1970 && Number(year) < 2200 ? `${year}-${two(month)}-${two(day)}` : null
}

/** A typed time ('9:05', '0905') as 'HH:mm'; null if there is no such time. */
export function readTime(typed: string): string | null {
  const [, hours, minutes] = TIME.exec(typed.trim()) ?? []
  if (hours === undefined || minutes === undefined) return null
  return Number(hours) < 24 && Number(minutes) < 60 ? `${two(hours)}:${minutes}` : null
}

/** A day in ISO form as 'MM/dd/yyyy'. */
export const showDay = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`

/** An instant as forms show it in a time zone: { day: '11/20/2026', time: '09:05' }; '' for none. */
export function formDateTime(iso: string | null, timeZone: string): { day: string; time: string } {
  const clock = iso ? wallClock(iso, timeZone) : null
  if (!clock) return { day: '', time: '' }
  return {
    day: `${two(clock.month)}/${two(clock.day)}/${clock.year}`,
    time: `${two(clock.hour)}:${two(clock.minute)}`,
  }
}

/**
 * The instant (ISO 8601 in UTC) of a typed day and time on the clock of a time zone; null if either is
 * invalid. A time that is skipped in spring becomes the one an hour later; of one that comes twice, the first
 * is meant.
 */
export function instantOf(day: string, time: string, timeZone: string): string | null {
  const [date, clock] = [readDay(day), readTime(time)]
  return date && clock ? new Date(instantAt(Date.parse(`${date}T${clock}Z`), timeZone)).toISOString() : null
}
