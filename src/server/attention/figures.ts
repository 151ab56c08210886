import { type RawBuilder, sql } from 'kysely'
import type { FigureCode, FigureRow, Figures, NextCutOff } from '#contract/attention/figures.ts'
import { MailState } from '#contract/codes/mail-state.ts'
import type { Page } from '#contract/lib/envelope.ts'
import type { Db } from '#server/db/client.ts'
import { CARGO } from '#server/orders/cargo-sql.ts'
import { NEXT_CUT_OFF } from '#server/orders/next-cut-off.ts'
import { paginate } from '#server/resource/paginate.ts'
import { type Owner, ordersOf } from './owners.ts'

/** The most sailings that the figures name. */
const MOST_SAILINGS = 50

/** This week, Monday to Sunday by the clock of the forwarder, as days that are stored as 00:00 UTC. */
const MONDAY = sql`(select date_trunc('week', shown_at(now(), until, offsets)) at time zone 'UTC' from clock)`

const OPEN = sql`o.status = 0 and o.deleted_at is null`

const NEXT = sql.raw(NEXT_CUT_OFF)
/** Sailings that still take cargo and whose next cut-off is near: the list of `cutOffFilters`. */
const NEAR = sql`${NEXT} <= now() + (select cut_off_hours from attention_values) * interval '1 hour'`

/** Rows that each figure counts: id, order, time and words. A list shows exactly these. `whose` narrows the orders `o`. */
const SOURCES: Record<FigureCode, (whose: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  arrivals: (whose) => sql`
    select c.order_id as id, c.order_id, coalesce(c.port_actual_time_of_arrival_at, c.port_estimated_time_of_arrival_at) as at,
      concat_ws(' ', v.name, nullif(c.vessel_voyage, '')) as what
    from confirmations c join orders o on o.id = c.order_id left join vessels v on v.id = c.vessel_id
    where coalesce(c.port_actual_time_of_arrival_at, c.port_estimated_time_of_arrival_at) >= ${MONDAY}
      and coalesce(c.port_actual_time_of_arrival_at, c.port_estimated_time_of_arrival_at) < ${MONDAY} + interval '7 days'
      and o.status <> 1 and o.deleted_at is null and ${whose}`,
  unconfirmed: (whose) => sql`
    select o.id, o.id as order_id, o.created_at as at, '' as what from orders o
    where ${OPEN} and ${whose} and o.created_at <= now() - interval '24 hours' and o.estimated_transportation is not null
      and not o.vessel_named and (o.last_milestone is null or o.last_milestone < 'confirmed')
      and not exists (select from loadings l where l.order_id = o.id and l.received_at is not null)`,
  quotes: (whose) => sql`
    select o.id, o.id as order_id, o.created_at as at, '' as what from orders o
    where ${OPEN} and ${whose} and o.transportation_mode = 1 and o.estimated_transportation is null`,
  documents: (whose) => sql`
    select d.id, d.order_id, d.created_at as at, d.name as what from documents d join orders o on o.id = d.order_id
    where d.opened_at is null and d.order_id is not null and ${OPEN} and ${whose}`,
}

/** The count of a figure. */
async function countFigure(db: Db, figure: FigureCode, owner: Owner): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${SOURCES[figure](ordersOf(owner))}) counted`.execute(db)
  return rows[0]?.n ?? 0
}

/** A page of the rows that a figure counts, the oldest or the next on top. */
export const listFigure = (
  db: Db,
  query: { page: number; perPage: number },
  { figure, owner }: { figure: FigureCode; owner: Owner },
): Promise<Page<FigureRow>> =>
  paginate(
    query,
    () => countFigure(db, figure, owner),
    async (limit, offset) => {
      const { rows } = await sql<FigureRow>`
        select f.id, f.order_id, f.at, f.what, o.tracking_code, o.company_name, o.username, o.city_name, o.cartage_name,
          (select json_build_object('id', u.id, 'name', u.username) from users u where u.id = o.in_charge_id) as in_charge
        from (${SOURCES[figure](ordersOf(owner))} order by at, id limit ${limit} offset ${offset}) f join orders o on o.id = f.order_id
        order by f.at, f.id`.execute(db)
      return rows
    },
  )

/** The sailings whose next cut-off is near, the next one first. */
async function cutOffs(db: Db): Promise<Figures['cutOffs']> {
  const { rows } = await sql<Figures['cutOffs'][number]>`
    select sailings.id as sailing_id, sailings.reference, v.name as vessel, sailings.voyage, ${NEXT} as at,
      n.orders as order_count, n.received as received_count
    from sailings join vessels v on v.id = sailings.vessel_id
      cross join lateral (
        select count(*)::int as orders, count(l.received_at)::int as received
        from loadings l join orders o on o.id = l.order_id where l.sailing_id = sailings.id and ${sql.raw(CARGO.live)}
      ) n
    where ${NEAR} order by at, sailings.id limit ${MOST_SAILINGS}`.execute(db)
  return rows
}

/** The figures of the day. Cut-offs and failed mails are everybody's, since neither has an owner. */
export async function readFigures(db: Db, owner: Owner): Promise<Figures> {
  const settings = sql<Pick<Figures, 'cutOffHours' | 'cutOffCount' | 'failedMails'>>`
    select cut_off_hours, (select count(*)::int from sailings where ${NEAR}) as cut_off_count, (
      select count(distinct mail_id)::int from mail_deliveries where state = ${MailState.FAILED}
    ) as failed_mails from attention_values`
  const [{ rows }, sailings, arrivals, unconfirmed, quotes, documents] = await Promise.all([
    settings.execute(db),
    cutOffs(db),
    countFigure(db, 'arrivals', owner),
    countFigure(db, 'unconfirmed', owner),
    countFigure(db, 'quotes', owner),
    countFigure(db, 'documents', owner),
  ])
  const { cutOffHours = 0, cutOffCount = 0, failedMails = 0 } = rows[0] ?? {}
  return { cutOffHours, cutOffCount, cutOffs: sailings, arrivals, unconfirmed, quotes, failedMails, documents }
}

/**
 * The next cargo cut-off of orders in progress that have not been received, and their number; null without
 * one.
 */
export async function nextCutOffOf(db: Db, whose: RawBuilder<unknown>): Promise<NextCutOff | null> {
  const { rows } = await sql<NextCutOff>`
    select c.cargo_cut_off_at as at, count(*)::int as orders
    from confirmations c join orders o on o.id = c.order_id left join loadings l on l.order_id = o.id
    where c.cargo_cut_off_at > now() and ${OPEN} and (o.last_milestone is null or o.last_milestone < 'received')
      and l.received_at is null and ${whose}
      and not exists (select from sailings s where s.id = l.sailing_id and s.status in ('departed', 'arrived'))
    group by c.cargo_cut_off_at order by c.cargo_cut_off_at limit 1`.execute(db)
  return rows[0] ?? null
}
