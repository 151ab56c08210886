import { type RawBuilder, sql } from 'kysely'
import { type Filter, type FilterField, filteredDays, filteredHours } from '#contract/lib/filters.ts'
import type { Condition, FilterClock } from './columns.ts'

/** The day of an instant in a time zone, 'yyyy-MM-dd'. */
const dayOf = (instant: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant)

/** A day's first instant. */
const instantOf = (day: string, zone: string) => sql<string>`(${day}::date)::timestamp at time zone ${zone}`

/**
 * These days, each from its first instant to that of the next one: a change of the clock makes some longer.
 */
function daysCondition(filter: Filter, column: RawBuilder<unknown>, zone: string, today: string): Condition {
  const { from, to } = filteredDays(filter, today)
  const ends = [
    from && sql<boolean>`${column} >= ${instantOf(from, zone)}`,
    to && sql<boolean>`${column} < (${to}::date + 1)::timestamp at time zone ${zone}`,
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
  return daysCondition(filter, column, field.days ? 'UTC' : timeZone, dayOf(now, timeZone))
}
