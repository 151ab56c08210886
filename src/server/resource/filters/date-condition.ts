import { type RawBuilder, sql } from 'kysely'
import { type Filter, type FilterField, filteredDays, filteredHours } from '#contract/lib/filters.ts'
import { isoDay } from '#contract/lib/format.ts'
import { instantAt } from '#contract/lib/zones.ts'
import type { Condition, FilterClock } from './columns.ts'

const DAY_MS = 86_400_000

/** The first instant of a day, or of the next one. */
const startOf = (day: string, zone: string, later = 0) =>
  new Date(instantAt(Date.parse(`${day}T00:00:00Z`) + later * DAY_MS, zone)).toISOString()

/**
 * These days, each from its first instant to that of the next one: a change of the clock makes some longer.
 */
function daysCondition(filter: Filter, column: RawBuilder<unknown>, zone: string, today: string): Condition {
  const { from, to } = filteredDays(filter, today)
  const ends = [
    from && sql<boolean>`${column} >= ${startOf(from, zone)}::timestamptz`,
    to && sql<boolean>`${column} < ${startOf(to, zone, 1)}::timestamptz`,
  ].filter((end) => end !== null && end !== '')
  return sql<boolean>`(${sql.join(ends, sql` and `)})`
}

/** The instants so many hours before or after now. */
function hoursCondition({ before, after }: { before: number; after: number }, column: RawBuilder<unknown>): Condition {
  const away = (hours: number) => sql`now() + make_interval(hours => ${hours}::int)`
  return sql<boolean>`(${column} >= ${away(-before)} and ${column} <= ${away(after)})`
}

/** A date, or an instant, among the days or the hours of a filter. */
export function dateCondition(
  filter: Filter,
  column: RawBuilder<unknown>,
  { field, timeZone, now }: Required<FilterClock> & { field: Extract<FilterField, { kind: 'date' }> },
): Condition {
  const hours = filteredHours(field, filter)
  if (hours) return hoursCondition(hours, column)
  return daysCondition(filter, column, field.days ? 'UTC' : timeZone, isoDay(now.toISOString(), timeZone))
}
