import { DATE } from '#contract/lib/messages.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { type PlannedDate, SAILING_CUT_OFFS } from '#contract/sailings/sailing-codes.ts'
import { formDateTime, instantOf, readDay, showDay } from '#web/lib/format/form-dates.ts'

type PlannedDates = Partial<Record<PlannedDate, string | null>>
/** Typed dates: days of UTC, or a day and a time of the time zone. */
export type Typed = Partial<Record<PlannedDate, { day: string; time: string }>>

export const isCutOff = (date: PlannedDate) => SAILING_CUT_OFFS.some((each) => each === date)

/** Stored dates as typed. */
export function typedOf(dates: PlannedDates, timeZone: string): Typed {
  const typed: Typed = {}
  for (const date of keysOf(dates)) {
    const stored = dates[date] ?? null
    typed[date] = isCutOff(date)
      ? formDateTime(stored, timeZone)
      : { day: stored ? showDay(stored.slice(0, 10)) : '', time: '' }
  }
  return typed
}

/** Typed dates that differ from the stored ones, as instants; and messages for unreadable ones. */
export function readTyped(
  typed: Typed,
  stored: PlannedDates,
  timeZone: string,
): { dates: PlannedDates; errors: Partial<Record<PlannedDate, string>> } {
  const dates: PlannedDates = {}
  const errors: Partial<Record<PlannedDate, string>> = {}
  const before = typedOf(stored, timeZone)
  for (const date of keysOf(typed)) {
    const { day, time } = typed[date] ?? { day: '', time: '' }
    const same = day.trim() === before[date]?.day && time.trim() === before[date]?.time
    if (same) continue
    const empty = day.trim() === '' && time.trim() === ''
    const read = empty ? null : readInstant(date, { day, time }, timeZone)
    if (read === undefined) errors[date] = DATE
    else if (read !== (stored[date] ?? null)) dates[date] = read
  }
  return { dates, errors }
}

/** The typed date as an instant; undefined if it is none. */
function readInstant(date: PlannedDate, { day, time }: { day: string; time: string }, timeZone: string) {
  if (isCutOff(date)) return instantOf(day, time, timeZone) ?? undefined
  const read = readDay(day)
  return read ? `${read}T00:00:00.000Z` : undefined
}
