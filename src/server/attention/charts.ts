import { sql } from 'kysely'
import type { Charts } from '#contract/attention/figures.ts'
import { MILESTONES } from '#contract/reference/milestones.ts'
import type { Db } from '#server/db/client.ts'

/** Weeks in the chart, the running one included. */
const WEEKS = 13

/**
 * CBM of the bookings of each week and of the same week a year before: with a price, not cancelled, by the
 * forwarder's clock.
 */
async function weeks(db: Db): Promise<Charts['weeks']> {
  const volume = (from: string) => sql`coalesce((
    select sum(o.shipment_volume) from orders o
    where o.deleted_at is null and o.status <> 1 and o.estimated_transportation is not null
      and o.created_at >= instant_of(monday + ${sql.lit(from)}::interval, walls, offsets)
      and o.created_at < instant_of(monday + ${sql.lit(from)}::interval + interval '7 days', walls, offsets)), 0)::float`
  const { rows } = await sql<Charts['weeks'][number]>`
    select to_char(monday, 'YYYY-MM-DD') as monday, ${volume('0 days')} as volume, ${volume('-364 days')} as year_before
    from (select walls, offsets, date_trunc('week', shown_at(now(), until, offsets)) as this from clock) clock
      cross join lateral (select this - n * interval '7 days' as monday from generate_series(0, ${sql.lit(WEEKS - 1)}) n) each
    order by 1`.execute(db)
  return rows
}

/**
 * Open orders by the furthest milestone they reached, in the order of a shipment; those without one come
 * first.
 */
async function milestones(db: Db): Promise<Charts['milestones']> {
  const { rows } = await sql<Charts['milestones'][number]>`
    select last_milestone as milestone, count(*)::int as orders from orders where status = 0 and deleted_at is null group by 1`.execute(
    db,
  )
  const place = (milestone: Charts['milestones'][number]['milestone']) =>
    milestone ? MILESTONES.indexOf(milestone) : -1
  return rows.sort((one, other) => place(one.milestone) - place(other.milestone))
}

/** Figures of the charts on Today. */
export async function readCharts(db: Db): Promise<Charts> {
  const [byWeek, byMilestone] = await Promise.all([weeks(db), milestones(db)])
  return { weeks: byWeek, milestones: byMilestone }
}
