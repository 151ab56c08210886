import { sql } from 'kysely'
import { formatDateTime } from '#contract/lib/format.ts'
import type { Db } from '#server/db/client.ts'

/** An instant (ISO 8601), and the clock of a time zone at that instant: 'Nov 20 2026 9:05'. */
interface ClockTime {
  at: string
  shown: string
}

/** PostgreSQL's code for a time zone that it does not know. */
const UNKNOWN = '22023'
const isUnknown = (error: unknown) => error instanceof Error && 'code' in error && error.code === UNKNOWN

/**
 * The database's clock of a time zone now and on the same day of the next eleven months; null if it does not
 * know the time zone.
 */
export async function databaseClock(db: Db, timeZone: string): Promise<ClockTime[] | null> {
  const query = sql<ClockTime>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as at,
      to_char(at at time zone ${timeZone}, 'FMMon FMDD YYYY FMHH24:MI') as shown
    from generate_series(now(), now() + interval '11 months', interval '1 month') at`
  try {
    return (await query.execute(db)).rows
  } catch (error) {
    if (isUnknown(error)) return null
    throw error
  }
}

/**
 * A sentence if the database does not know the time zone or its clock differs from Node's; null if they
 * agree. Each has its own rules, and governments change these at short notice.
 */
export function clockProblem(timeZone: string, clock: readonly ClockTime[] | null): string | null {
  if (!clock)
    return `TIME_ZONE=${timeZone}: the database does not know this time zone ('Time zones' in docs/operations.md).`
  const other = clock.find(({ at, shown }) => formatDateTime(at, timeZone) !== shown)
  if (!other) return null
  const ours = formatDateTime(other.at, timeZone)
  return `TIME_ZONE=${timeZone}: at ${other.at} Node's clock shows ${ours}, the database's ${other.shown}. One of them does not know the newest rules ('Time zones' in docs/operations.md).`
}
