import { sql } from 'kysely'
import { FIRST_DAY } from '#contract/reports/period.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { COUNTED, type Counted, columnsOf, monthOf, monthsOf } from './count-days.ts'

/** The advisory lock of the roll-up: one instance at a time. */
const LOCK = 6_201_033
/** Days that one transaction counts. */
const BATCH = 14
/** Days for which quotes are kept. Earlier days keep their figures, whatever is counted again. */
export const QUOTE_DAYS = 1096
/** Days for which done items of the queue are kept (`sweepItems`), less a margin. */
const QUEUE_DAYS = 395

/** Sources that are swept: days before that are not counted again. */
const KEPT: Partial<Record<Counted, number>> = {
  report_quotes: QUOTE_DAYS,
  report_askers: QUOTE_DAYS,
  report_queue: QUEUE_DAYS,
}
const keys = Object.keys(COUNTED) as Counted[] // a literal has no other keys

/** Days to count, and the edition of the clock by which they are counted. */
interface DueDays {
  days: string[]
  edition: string
}

/** Counts these days and keeps their figures in place of earlier ones. */
async function countDays(tx: Tx, { days, edition }: DueDays): Promise<void> {
  // Nobody waits for it, and with many orders it takes longer than a call may.
  await sql`set local statement_timeout = '60s'`.execute(tx)
  // The marks go first: a change from here on marks its day again.
  await sql`delete from report_changes where day = any(${days}::date[])`.execute(tx)
  for (const table of keys) {
    const since = KEPT[table]
    const counted = since === undefined ? days : await youngerThan(tx, days, since)
    const columns = sql.raw(columnsOf(table).join(', '))
    await sql`delete from ${sql.raw(table)} where day = any(${counted}::date[])`.execute(tx)
    await sql`insert into ${sql.raw(table)} (day, ${columns})
      select day, ${columns} from (${COUNTED[table].count({ days: counted })}) counted`.execute(tx)
  }
  await sql`
    insert into report_days (day, zone, counted_at, complete_at)
    select day, ${edition}, at, at from unnest(${days}::date[]) day, cast(clock_timestamp() as timestamptz(3)) at
    on conflict (day) do update set zone = excluded.zone, counted_at = excluded.counted_at, complete_at = excluded.complete_at`.execute(
    tx,
  )
  await keepMonths(tx, days)
}

/** Adds up the months of these days, whose sums went when the days were counted (migration 0037). */
async function keepMonths(tx: Tx, days: readonly string[]): Promise<void> {
  const months = [...new Set(days.map(monthOf))]
  for (const table of keys.filter((each) => COUNTED[each].months)) {
    const [kept, about] = [sql.raw(monthsOf(table)), sql.raw(COUNTED[table].about.join(', '))]
    const sums = sql.raw(COUNTED[table].figures.map((name) => `sum(${name})`).join(', '))
    await sql`delete from ${kept} where month = any(${months}::date[])`.execute(tx)
    await sql`
      insert into ${kept} (month, ${sql.raw(columnsOf(table).join(', '))})
      select month, ${about}, ${sums} from unnest(${months}::date[]) month
        join ${sql.raw(table)} on day >= month and day < month + interval '1 month' group by month, ${about}`.execute(
      tx,
    )
  }
  await sql`insert into report_months select unnest(${months}::date[]) on conflict do nothing`.execute(tx)
}

async function youngerThan(tx: Tx, days: readonly string[], age: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text from unnest(${days}::date[]) day where day >= (select report_day(now())) - ${age}::int`.execute(tx)
  return rows.map(({ day }) => day)
}

/** Past days that are not counted yet, or were changed since, oldest first. */
async function dueDays(db: Db): Promise<DueDays> {
  const { rows } = await sql<DueDays>`
    with here as (select edition, shown_at(now(), until, offsets)::date as today from clock),
    first as (select coalesce((select min(day) from report_days), least(
      (select report_day(min(created_at)) from orders where deleted_at is null), (select report_day(min(date)) from order_events),
      (select utc_day(min(port_ata)) from sailings), (select report_day(min(asked_at)) from quotes),
      (select report_day(min(since)) from attention))) as day)
    select edition, array(
      select past.at::date::text from generate_series((select greatest(day, ${FIRST_DAY}::date) from first where day is not null), today - 1, interval '1 day') past (at)
      where not exists (select from report_days k where k.day = past.at::date and k.zone = here.edition and k.complete_at = k.counted_at)
      union select distinct day::text from report_changes where day < today and day >= ${FIRST_DAY}::date
      order by 1
    ) as days from here`.execute(db)
  return rows[0] ?? { edition: 'UTC', days: [] }
}

/** Counts the days in batches; null if another instance is counting. */
const countAlone = (db: Db, find: () => Promise<DueDays>, signal?: AbortSignal): Promise<number | null> =>
  db.transaction().execute(async (lock) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(lock)
    if (!rows[0]?.mine) return null
    const { days, edition } = await find()
    for (let at = 0; at < days.length && !signal?.aborted; at += BATCH) {
      await db.transaction().execute((tx) => countDays(tx, { days: days.slice(at, at + BATCH), edition }))
      // An idle transaction is ended after a while, and its lock with it.
      await sql`select`.execute(lock)
    }
    return days.length
  })

/**
 * Keeps the figures of past days: those not counted yet, and those that were changed since. Returns how many
 * were due. Stops after `signal`; the rest is due the next time.
 */
export const rollUp = async (db: Db, signal?: AbortSignal): Promise<number> =>
  (await countAlone(db, () => dueDays(db), signal)) ?? 0

/** Counts every day again, whatever was kept. Returns how many; null while another instance is counting. */
export const rebuildDays = (db: Db): Promise<number | null> =>
  countAlone(db, async () => {
    await sql`delete from report_days`.execute(db)
    return dueDays(db)
  })
