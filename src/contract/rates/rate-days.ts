import { z } from 'zod'
import { isInstant } from '#contract/lib/fields.ts'
import { instantAt } from '#contract/lib/zones.ts'

const DAY_MS = 86_400_000
const PLAIN_DAY = /^\d{4}-\d{2}-\d{2}$/

export const DAY_OR_INSTANT = 'Write a day like 2026-12-01, or a time like 2026-12-01T09:05:00Z'

const isDay = (text: string) => PLAIN_DAY.test(text) && isInstant(`${text}T00:00:00Z`)

/** A day 'yyyy-MM-dd', or an instant in ISO 8601; null if empty. `firstInstant` and `lastInstant` read it. */
export const dayOrInstant = () =>
  z
    .string({ error: DAY_OR_INSTANT })
    .nullish()
    .transform((value, ctx): string | null => {
      const text = value?.trim() ?? ''
      if (text === '') return null
      if (isDay(text)) return text
      if (!PLAIN_DAY.test(text) && isInstant(text)) return new Date(text).toISOString()
      ctx.addIssue({ code: 'custom', message: DAY_OR_INSTANT })
      return z.NEVER
    })

const beginOf = (day: string, timeZone: string) => instantAt(Date.parse(`${day}T00:00:00Z`), timeZone)

/** The instant at which a day begins in a zone; an instant stays as it is. */
export const firstInstant = (read: string, timeZone: string): string =>
  isDay(read) ? new Date(beginOf(read, timeZone)).toISOString() : read

/** The last instant, to the millisecond, of a day in a zone; an instant stays as it is. */
export function lastInstant(read: string, timeZone: string): string {
  if (!isDay(read)) return read
  const next = new Date(Date.parse(`${read}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  return new Date(beginOf(next, timeZone) - 1).toISOString()
}
