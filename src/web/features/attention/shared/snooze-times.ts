import { z } from 'zod'
import { MAX_SNOOZE_DAYS } from '#contract/attention/attention.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { withRules } from '#contract/lib/rules.ts'
import {
  formDateTime,
  instantOf,
  NOT_A_TIME,
  notADate,
  readDay,
  readTime,
  showDay,
} from '#web/lib/format/form-dates.ts'

/** Hours before the due time at which 'before it is due' brings an item back. */
const BEFORE_DUE_HOURS = 2
const MORNING = '08:00'
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The day of an instant plus so many days, on the clock of a time zone. */
const dayLater = (now: number, days: number, timeZone: string) => {
  const { day } = formDateTime(new Date(now).toISOString(), timeZone)
  const [month, date, year] = day.split('/').map(Number)
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (date ?? 1) + days))
}

/**
 * Times at which a snooze may end: tomorrow and Monday at 8:00 on the clock of the time zone, and before it
 * is due if that lies ahead.
 */
export function snoozeTimes(dueAt: string | null, now: number, timeZone: string) {
  const morning = (days: number) =>
    instantOf(showDay(dayLater(now, days, timeZone).toISOString()), MORNING, timeZone) ??
    new Date(now + DAY).toISOString()
  const weekday = dayLater(now, 0, timeZone).getUTCDay()
  const before = dueAt === null ? 0 : Date.parse(dueAt) - BEFORE_DUE_HOURS * HOUR
  return [
    { label: 'Tomorrow', until: morning(1) },
    // Tomorrow is Monday on a Sunday.
    ...(weekday === 0 ? [] : [{ label: 'Monday', until: morning((8 - weekday) % 7 || 7) }]),
    ...(before > now
      ? [{ label: `${BEFORE_DUE_HOURS} hours before it is due`, until: new Date(before).toISOString() }]
      : []),
  ]
}

/** The form of another time: a wrong one is named at its field before the server is asked. */
export const snoozeSchema = (timeZone: string) => {
  const fields = z.object({ until: z.string(), untilTime: z.string() })
  const schema: typeof fields = withRules(fields, ({ until = '', untilTime = '' }, add) => {
    if (until.trim() === '') return add('until', REQUIRED)
    const hasDay = readDay(until) !== null
    const hasTime = readTime(untilTime) !== null
    if (!hasDay) add('until', notADate())
    if (!hasTime) add('untilTime', NOT_A_TIME)
    if (!hasDay || !hasTime) return
    const at = Date.parse(instantOf(until, untilTime, timeZone) ?? '')
    if (at <= Date.now()) add('until', 'Choose a time in the future')
    else if (at > Date.now() + MAX_SNOOZE_DAYS * DAY) add('until', 'A snooze lasts a year at most')
  })
  return schema
}
