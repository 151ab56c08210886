import { formatDate, formatTime } from '#contract/lib/format.ts'

/** The sign for a missing value. */
export const EMPTY = '-'

/** An instant: ISO 8601 or unix seconds. */
export type Instant = string | number | null | undefined

const isoOf = (value: Instant) => (typeof value === 'number' ? new Date(value * 1000).toISOString() : value)

/** Texts as long as any date, and as any date with its time. */
export const LONG_DATE = ['Mar 30 2026', 'May 30 2026', 'Nov 30 2026']
export const LONG_TIME = LONG_DATE.map((date) => `${date} 00:00`)

/** Formats dates in a time zone: 'Nov 20 2026', '9:05', or both; '-' when empty. */
export function datesIn(timeZone: string) {
  const date = (value: Instant) => formatDate(isoOf(value), timeZone) || EMPTY
  const time = (value: Instant) => formatTime(isoOf(value), timeZone) || EMPTY
  const dateTime = (value: Instant) => (isoOf(value) ? `${date(value)} ${time(value)}` : EMPTY)
  return {
    timeZone,
    date,
    time,
    /** The time of an instant of today, and date and time of any other. */
    recent: (value: Instant) =>
      isoOf(value) && date(value) === date(Date.now() / 1000) ? time(value) : dateTime(value),
    dateTime,
  }
}
/** Formats of dates in one time zone. */
export type Dates = ReturnType<typeof datesIn>
