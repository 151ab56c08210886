import { type RawBuilder, sql } from 'kysely'
import { ruleLabel } from '#contract/attention/rules.ts'
import type { Page } from '#contract/lib/envelope.ts'
import { STATUS_LABELS } from '#contract/orders/codes.ts'
import { showMilestone } from '#contract/reference/milestones.ts'
import { type BehindFilter, type BehindName, NOBODY, type ReportItem } from '#contract/reports/behind.ts'
import { type Period, stretchesOf } from '#contract/reports/period.ts'
import type { Db } from '#server/db/client.ts'
import { paginate } from '#server/resource/paginate.ts'
import { DAYS_LATE, type Days, DESTINATION, FIRST_PROMISE, LANE, ORIGIN, rowsWithin, stepsOf } from './count-days.ts'
import { laneOf, placeNames } from './names.ts'

/** What is asked for: the period and what narrows it. */
export interface Behind {
  period: Period
  filters: Partial<Record<BehindFilter, string>>
}

type Row = Omit<ReportItem, 'originName' | 'destinationName'> & {
  origin: string
  destination: string
  /** Of a thing in the queue, whose `state` is its rule. */
  outcome?: string
}

const same = (column: RawBuilder<unknown>, value: string | undefined) =>
  value === undefined ? sql`true` : sql`${column} = ${value === NOBODY ? '' : value}`
const sameId = (column: RawBuilder<unknown>, value: string | undefined) =>
  value === NOBODY ? sql`${column} is null` : same(sql`${column}::text`, value)

/** The condition of a state; all without one. The conditions are constants. */
const where = (state: string | undefined, conditions: Record<string, string>) =>
  sql.raw(conditions[state ?? ''] ?? 'true')

/** Days at which the ages of AGES begin. */
const AGE_DAYS = [0, 1, 3, 7, 30]
const daysBack = (days: number) => sql`now() - make_interval(days => ${sql.lit(days)})`
/** Things that are open now for so long, by the index of an age; all without one. */
function ofAge(age: string | undefined) {
  if (age === undefined) return sql`true`
  const [least = 0, most] = AGE_DAYS.slice(Number(age))
  const young = most === undefined ? sql`true` : sql`a.since >= ${daysBack(most)}`
  return least === 0 ? young : sql`a.since < ${daysBack(least)} and ${young}`
}

const status = sql`(array[${sql.join(STATUS_LABELS.map((label) => sql.lit(label)))}])[o.status + 1]`
const ofOrder = sql`o.id as order_id, null::int as sailing_id, o.tracking_code as reference, null as kind, o.company_name as who,
  ${ORIGIN} as origin, ${DESTINATION} as destination`

/** The rows that the figures of a report count, newest first by `at` and `id`. */
const ROWS: Record<BehindName, (days: Days, filters: Behind['filters']) => RawBuilder<unknown>> = {
  volume: (days, { state, origin, destination }) => sql`
    select o.id, ${ofOrder}, o.created_at as at, o.shipment_volume as cbm, o.estimated_transportation as usd, null::int as days, ${status} as state
    from ${rowsWithin('orders', 'created_at', days)} ${LANE}
    where ${same(ORIGIN, origin)} and ${same(DESTINATION, destination)}
      and ${where(state, { 'not-cancelled': 'o.status <> 1', cancelled: 'o.status = 1' })}`,
  quotes: (days, { state, kind, origin, destination, userId }) => sql`
    select q.id, o.id as order_id, null::int as sailing_id, o.tracking_code as reference, q.kind, coalesce(u.company_name, '') as who,
      q.origin, q.destination, q.asked_at as at, (q.inputs ->> 'volume')::numeric as cbm, q.price as usd, null::int as days,
      case when q.booked_at is not null then 'Booked' when q.price is not null then 'Not booked'
        else coalesce(q.answer ->> 'missing', 'Waits for a price') end as state
    from ${rowsWithin('quotes', 'asked_at', days)}
      left join orders o on o.id = q.order_id and o.deleted_at is null left join users u on u.id = q.client_id
    where ${same(sql`q.kind`, kind)} and ${same(sql`q.origin`, origin)} and ${same(sql`q.destination`, destination)}
      and ${sameId(sql`q.user_id`, userId)} and ${where(state, { priced: 'q.price is not null', booked: 'q.booked_at is not null' })}`,
  'on-time': ({ days }, { state, origin, destination, carrierId }) => sql`
    select s.id, null::int as order_id, s.id as sailing_id, s.reference, null as kind, coalesce(k.name, '') as who,
      s.port_of_loading as origin, s.port_of_discharge as destination, s.port_ata as at, null::numeric as cbm, null::numeric as usd,
      ${DAYS_LATE} as days,
      case when first.value is null then 'No first ETA' when ${DAYS_LATE} <= 0 then 'On time' else 'Late' end as state
    from ${rowsWithin('sailings', 'port_ata', { days, zone: 'UTC' })}
      ${FIRST_PROMISE} left join carriers k on k.id = s.carrier_id
    where ${same(sql`s.port_of_loading`, origin)} and ${same(sql`s.port_of_discharge`, destination)}
      and ${sameId(sql`s.carrier_id`, carrierId)} and (${where(state, { promised: 'first.value is not null', 'on-time': 'true' })})
      and (${state !== 'on-time'} or ${DAYS_LATE} <= 0)`,
  milestones: (days, { came, reached }) => sql`
    select o.id, ${ofOrder}, step.at, o.shipment_volume as cbm, o.estimated_transportation as usd, step.days, step.reached::text as state
    from (${stepsOf(days)}) step join orders o on o.id = step.order_id ${LANE}
    where ${same(sql`step.came_from::text`, came)} and ${same(sql`step.reached::text`, reached)}`,
  workload: ({ days, zone }, { state = 'opened', rule, age }) => sql`
    select a.id, case when o.deleted_at is null then o.id end as order_id, null::int as sailing_id, o.tracking_code as reference,
      null as kind, coalesce(o.company_name, '') as who, ${ORIGIN} as origin, ${DESTINATION} as destination,
      ${state === 'closed' ? sql`a.resolved_at` : sql`a.since`} as at, null::numeric as cbm, null::numeric as usd,
      floor(extract(epoch from coalesce(a.resolved_at, now()) - a.since) / 86400)::int as days, a.rule as state,
      case when a.resolved_at is not null then 'done' when a.waived_reason is not null then 'waived' else 'open' end as outcome
    from (select ${days[0]}::date::timestamp at time zone ${zone} as starts, (${days.at(-1)}::date + 1)::timestamp at time zone ${zone} as ends) span
      cross join lateral (
        select * from attention where resolved_at is null union all select * from attention where resolved_at >= span.starts
      ) a left join orders o on o.id = a.order_id ${LANE}
    where ${where(state, {
      opened: 'a.since >= span.starts and a.since < span.ends',
      closed: 'a.resolved_at < span.ends',
      open: 'a.since < span.ends and (a.resolved_at is null or a.resolved_at >= span.ends) and (a.waived_at is null or a.waived_at >= span.ends)',
      now: 'a.resolved_at is null and a.waived_reason is null',
    })} and ${same(sql`a.rule`, rule)} and ${ofAge(age)}`,
}

/** A page of what the figures of a report count. */
export async function listBehind(
  db: Db,
  name: BehindName,
  { period, filters }: Behind,
  page: { page: number; perPage: number },
): Promise<Page<ReportItem>> {
  const { rows: zones } = await sql<{ zone: string }>`select time_zone as zone from attention_values`.execute(db)
  const days = { days: stretchesOf(period, 'day'), zone: zones[0]?.zone ?? 'UTC' }
  const found = ROWS[name](days, filters)
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from (${found}) x`.execute(db)).rows[0]?.n ?? 0
  const read = async (limit: number, offset: number) =>
    (
      await sql<Row>`select * from (${found}) x order by at desc, id desc, days limit ${limit} offset ${offset}`.execute(
        db,
      )
    ).rows
  const [{ items, ...rest }, places] = await Promise.all([paginate(page, count, read), placeNames(db)])
  return {
    ...rest,
    items: items.map(({ origin, destination, outcome, ...row }, at) => {
      const { originName, destinationName } = laneOf([origin, destination], places)
      const said = name === 'milestones' ? showMilestone(row.state) : row.state
      const state = outcome ? `${ruleLabel(row.state)}, ${outcome}` : said
      return { ...row, id: `${row.id}-${rest.currentPageNumber}-${at}`, originName, destinationName, state }
    }),
  }
}
