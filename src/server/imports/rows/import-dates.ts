import { dayAsWritten, isInstant } from '#contract/lib/fields.ts'
import { zoneOffset } from '#contract/lib/zones.ts'

/** The settings with which dates of a file are read. */
export interface DateClock {
  timeZone: string
}

/** A date as read: ISO 8601 in UTC; or the problem. */
export type ReadDate = { at: string } | { problem: string }

export const HOW_TO_WRITE = 'Invalid date. Write 2026-11-20, 2026-11-20 09:05 or 11/20/2026 09:05'
const AMBIGUOUS =
  'This may be two days: other dates of this column begin with the day. Write 2026-11-20, the year first'
const SKIPPED = 'This time does not exist: the clock goes forward. Write it with its offset, such as 02:30:00+01:00'
const TWICE = 'This time comes twice: the clock goes back. Write it with its offset, such as 02:30:00+01:00'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const TIME = String.raw`(?:(?:T|,? )(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?)?`
const YEAR_FIRST = new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})${TIME}$`)
const MONTH_FIRST = new RegExp(`^(\\d{1,2})/(\\d{1,2})/(\\d{4})${TIME}$`)
const IN_WORDS = new RegExp(`^([a-z]{3}) (\\d{1,2}),? (\\d{4})${TIME}$`, 'i')
const DAY_FIRST = /^(1[3-9]|2\d|3[01])\/(0?[1-9]|1[0-2])\/\d{4}\b/

/** Whether a date, such as 13/04/2026, has its day before its month. */
export const isDayFirst = (text: string) => DAY_FIRST.test(text)

interface Written {
  year: number
  month: number
  day: number
  /** Undefined for a date without a time. */
  hour: number | undefined
  minute: number
  second: number
}

const numbered = (value: string | undefined) => (value === undefined ? undefined : Number(value))

/** The parts of a date as it was written; null if the text is no date. */
function partsOf(text: string): (Written & { slashes: boolean }) | null {
  const iso = YEAR_FIRST.exec(text)
  const slashed = iso ? null : MONTH_FIRST.exec(text)
  const found = iso ?? slashed ?? IN_WORDS.exec(text)
  if (!found) return null
  const [, a = '', b, c, hour, minute, second] = found
  const [year, month, day] = iso ? [a, b, c] : slashed ? [c, a, b] : [c, MONTHS.indexOf(a.toLowerCase()) + 1, b]
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  const time = { hour: numbered(hour), minute: numbered(minute) ?? 0, second: numbered(second) ?? 0 }
  const real = new Date(Date.UTC(date.year, date.month - 1, date.day))
  const exists = real.getUTCMonth() === date.month - 1 && real.getUTCDate() === date.day
  if (!exists || date.year < 1970 || date.year > 2199) return null
  if ((time.hour ?? 0) > 23 || time.minute > 59 || time.second > 59) return null
  return { ...date, ...time, slashes: slashed !== null }
}

const DAY_MS = 86_400_000

/**
 * Instants at which the clock of a zone shows a time: usually one, none where it goes forward, two where it
 * goes back.
 */
function instantsOf({ year, month, day, hour = 0, minute, second }: Written, timeZone: string): number[] {
  const shown = Date.UTC(year, month - 1, day, hour, minute, second)
  if (timeZone === 'UTC') return [shown]
  const around = new Set([zoneOffset(shown - DAY_MS, timeZone), zoneOffset(shown + DAY_MS, timeZone)])
  const found = [...around].map((ahead) => shown - ahead)
  return around.size === 1 ? found : found.filter((time) => time + zoneOffset(time, timeZone) === shown)
}

/** The parts of a date as it was written; or the problem. */
function writtenDate(text: string, dayFirst: boolean): Written | { problem: string } {
  const parts = partsOf(text)
  if (!parts) return { problem: HOW_TO_WRITE }
  const isAmbiguous = parts.slashes && dayFirst && parts.day <= 12 && parts.day !== parts.month
  return isAmbiguous ? { problem: AMBIGUOUS } : parts
}

/**
 * Reads a day, written as `readDate` takes it: 00:00 UTC of the day in the text, whatever time and offset are
 * beside it.
 */
export function readDay(text: string, { dayFirst }: { dayFirst: boolean }): ReadDate {
  if (isInstant(text)) return { at: dayAsWritten(text) }
  const parts = writtenDate(text, dayFirst)
  if ('problem' in parts) return parts
  return { at: new Date(Date.UTC(parts.year, parts.month - 1, parts.day)).toISOString() }
}

/**
 * Reads a date: ISO 8601, or as forms and exports write it on the clock of the time zone. `dayFirst` says
 * that another date of the column begins with the day, so that 03/04/2026 may be either.
 */
export function readDate(text: string, { timeZone, dayFirst }: DateClock & { dayFirst: boolean }): ReadDate {
  if (isInstant(text)) return { at: new Date(text).toISOString() }
  const parts = writtenDate(text, dayFirst)
  if ('problem' in parts) return parts
  const [first, second] = instantsOf(parts, timeZone)
  if (first === undefined) return { problem: SKIPPED }
  if (second !== undefined) return { problem: TWICE }
  return { at: new Date(first).toISOString() }
}
