import { sql } from 'kysely'
import { formatDateTime } from '#contract/lib/format.ts'
import type { Db } from '#server/db/client.ts'

/** An instant (ISO 8601), and what the clock of a time zone shows then: 'Nov 20 2026 9:05'. */
interface ClockTime {
  at: string
  shown: string
}

/** What the database's clock of a time zone shows now and on the same day of the next eleven months. */
export async function databaseClock(db: Db, timeZone: string): Promise<ClockTime[]> {
  const { rows } = await sql<ClockTime>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as at,
      to_char(at at time zone ${timeZone}, 'FMMon FMDD YYYY FMHH24:MI') as shown
    from generate_series(now(), now() + interval '11 months', interval '1 month') at`.execute(db)
  return rows
}

/**
 * A sentence if Node's clock of a time zone shows something else than the database's; null if they agree. Both bring rules of time zones
 * with them, and governments change these at short notice.
 */
export function clockProblem(timeZone: string, clock: readonly ClockTime[]): string | null {
  const other = clock.find(({ at, shown }) => formatDateTime(at, timeZone) !== shown)
  if (!other) return null
  const ours = formatDateTime(other.at, timeZone)
  return `TIME_ZONE=${timeZone}: at ${other.at} Node's clock shows ${ours}, the database's ${other.shown}. One of them does not know the newest rules ('Time zones' in docs/operations.md).`
}
