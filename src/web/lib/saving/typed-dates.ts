import { z } from 'zod'
import { DATE } from '#contract/lib/messages.ts'
import type { AddError } from '#contract/lib/rules.ts'
import { formDateTime, instantOf, readDay, showDay, timeProblem } from '#web/lib/format/form-dates.ts'

/** The key of the form field for a date's time. */
export const timeOf = (key: string) => `${key}Time`
const day = z.string().refine((typed) => typed.trim() === '' || readDay(typed) !== null, DATE)

/** Dates of a form: `times` are typed as a day and a time, `days` as a day only. */
export interface DateKeys {
  times: readonly string[]
  days: readonly string[]
}
type Values = Record<string, unknown>

const each = <T>(keys: readonly string[], value: T) => Object.fromEntries(keys.map((key) => [key, value]))
const textOf = (value: unknown) => String(value ?? '').trim()

/** A typed time that a form needs. */
export const typedTime = z.string().superRefine((typed, { addIssue }) => {
  const message = timeProblem(typed)
  if (message) addIssue({ code: 'custom', message })
})

/** Schema fields of a form: days as typed, empty or valid, and times. */
export const typedDateFields = ({ times, days }: DateKeys) => ({
  ...each([...times, ...days], day),
  ...each(times.map(timeOf), z.string()),
})

/** A rule over the form: a day has a valid time, and a time a day. */
export function timesRule({ times }: Pick<DateKeys, 'times'>, value: Values, add: AddError): void {
  for (const key of times) {
    const [date, time] = [textOf(value[key]), textOf(value[timeOf(key)])]
    if (date === '' && time !== '') add(key, DATE)
    const wrong = date === '' && time === '' ? null : timeProblem(time)
    if (wrong) add(timeOf(key), wrong)
  }
}

/** Stored instants as typed: days are those of UTC, times those of the time zone. */
export function typedDates(stored: Values | null, { times, days }: DateKeys, timeZone: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const key of days) values[key] = stored?.[key] ? showDay(String(stored[key])) : ''
  for (const key of times) {
    const shown = formDateTime(stored?.[key] ? String(stored[key]) : null, timeZone)
    values[key] = shown.day
    values[timeOf(key)] = shown.time
  }
  return values
}

/** A typed day as 00:00 UTC; null when empty. */
export function asDay(typed: unknown): string | null {
  const read = readDay(textOf(typed))
  return read ? `${read}T00:00:00.000Z` : null
}

/** Typed dates as instants; null where empty. */
export function instantsOf(values: Values, { times, days }: DateKeys, timeZone: string): Record<string, string | null> {
  return Object.fromEntries([
    ...days.map((key) => [key, asDay(values[key])]),
    ...times.map((key) => [key, instantOf(textOf(values[key]), textOf(values[timeOf(key)]), timeZone)]),
  ])
}
