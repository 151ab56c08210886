import { dayAsWritten, isInstant } from '#contract/lib/fields.ts'
import { DATE } from '#contract/lib/messages.ts'
import { codeForm } from '#contract/lib/text.ts'
import { zoneOffset } from '#contract/lib/zones.ts'
import { findZone } from '#server/zones/iana.ts'
import { type DateColumn, dateIn } from './date-columns.ts'
import { zoneNamed } from './date-spellings.ts'
import { readingsOf, type Written } from './written-dates.ts'

/** The settings with which dates of a file are read. */
export interface DateClock {
  timeZone: string
}

/** A date as read: ISO 8601 in UTC; or the problem. */
export type ReadDate = { at: string } | { problem: string }

const WITH_TIME = `${DATE}, with its time where it has one: 2026-12-01 09:05`
const SKIPPED = 'This time does not exist: the clock goes forward. Write it with its offset, such as 02:30:00+01:00'
const TWICE = 'This time comes twice: the clock goes back. Write it with its offset, such as 02:30:00+01:00'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/**
 * Instants at which the clock of a zone shows a time: usually one, none where it goes forward, two where it
 * goes back.
 */
function instantsOf({ year, month, day, hour = 0, minute, second, offset }: Written, timeZone: string): number[] {
  const shown = Date.UTC(year, month - 1, day, hour, minute, second)
  if (offset !== undefined) return [shown - offset * MINUTE_MS]
  if (timeZone === 'UTC') return [shown]
  const around = new Set([zoneOffset(shown - DAY_MS, timeZone), zoneOffset(shown + DAY_MS, timeZone)])
  const found = [...around].map((ahead) => shown - ahead)
  return around.size === 1 ? found : found.filter((time) => time + zoneOffset(time, timeZone) === shown)
}

/** The parts of a date as it was written; or the problem. */
function writtenDate(text: string, column: DateColumn, words: string): Written | { problem: string } {
  const readings = readingsOf(text)
  return readings ? dateIn(readings, column) : { problem: words }
}

/**
 * Reads a day, written as `readDate` takes it: 00:00 UTC of the day in the text, whatever time and offset are
 * beside it.
 */
export function readDay(text: string, column: DateColumn): ReadDate {
  if (isInstant(text)) return { at: dayAsWritten(text) }
  const parts = writtenDate(text, column, DATE)
  if ('problem' in parts) return parts
  return { at: new Date(Date.UTC(parts.year, parts.month - 1, parts.day)).toISOString() }
}

/**
 * Reads a date: ISO 8601, any other text that can mean one time only, or figures in the form of their column.
 * A time without an offset is one on the clock of the zone that is named beside it, else of the time zone.
 */
export function readDate(text: string, { timeZone, column }: DateClock & { column: DateColumn }): ReadDate {
  const plain = codeForm(text)
  if (isInstant(plain)) return { at: new Date(plain).toISOString() }
  const parts = writtenDate(text, column, WITH_TIME)
  if ('problem' in parts) return parts
  const named = zoneNamed(text)
  if (named !== null && !findZone(named)) return { problem: WITH_TIME }
  const [first, second] = instantsOf(parts, named ?? timeZone)
  if (first === undefined) return { problem: SKIPPED }
  if (second !== undefined) return { problem: TWICE }
  return { at: new Date(first).toISOString() }
}

/** The day of an instant on the clock of a zone, as its 00:00 UTC. */
export const dayOf = (instant: string, timeZone: string): string => {
  const shown = Date.parse(instant) + zoneOffset(Date.parse(instant), timeZone)
  return new Date(Math.floor(shown / DAY_MS) * DAY_MS).toISOString()
}
