import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#contract/lib/envelope.ts'
import { STATUS_LABELS } from '#contract/orders/codes.ts'
import { showMilestone } from '#contract/reference/milestones.ts'
import { type BehindFilter, type BehindName, NOBODY, type ReportItem } from '#contract/reports/behind.ts'
import { type Period, stretchesOf } from '#contract/reports/period.ts'
import type { Db } from '#server/db/client.ts'
import { paginate } from '#server/resource/paginate.ts'
import { DAYS_LATE, type Days, DESTINATION, FIRST_PROMISE, LANE, ORIGIN, ofDays, stepsOf } from './count-days.ts'
import { laneOf, placeNames } from './names.ts'

/** What is asked for: the period and what narrows it. */
export interface Behind {
  period: Period
  filters: Partial<Record<BehindFilter, string>>
}

type Row = Omit<ReportItem, 'originName' | 'destinationName'> & { origin: string; destination: string }

const same = (column: RawBuilder<unknown>, value: string | undefined) =>
  value === undefined ? sql`true` : sql`${column} = ${value === NOBODY ? '' : value}`
const sameId = (column: RawBuilder<unknown>, value: string | undefined) =>
  value === NOBODY ? sql`${column} is null` : same(sql`${column}::text`, value)

const status = sql`(array[${sql.join(STATUS_LABELS.map((label) => sql.lit(label)))}])[o.status + 1]`
const ofOrder = sql`o.id as order_id, null::int as sailing_id, o.tracking_code as reference, null as kind, o.company_name as who,
  ${ORIGIN} as origin, ${DESTINATION} as destination`

/** The rows that the figures of a report count, newest first by `at` and `id`. */
const ROWS: Record<BehindName, (days: Days, filters: Behind['filters']) => RawBuilder<unknown>> = {
  volume: (days, { origin, destination }) => sql`
    select o.id, ${ofOrder}, o.created_at as at, o.shipment_volume as cbm, o.estimated_transportation as usd, null::int as days, ${status} as state
    from ${ofDays(days)} join orders o on o.created_at >= d.starts and o.created_at < d.ends and o.deleted_at is null ${LANE}
    where ${same(ORIGIN, origin)} and ${same(DESTINATION, destination)}`,
  quotes: (days, { kind, origin, destination, userId }) => sql`
    select q.id, o.id as order_id, null::int as sailing_id, o.tracking_code as reference, q.kind, coalesce(u.company_name, '') as who,
      q.origin, q.destination, q.asked_at as at, (q.inputs ->> 'volume')::numeric as cbm, q.price as usd, null::int as days,
      case when q.booked_at is not null then 'Booked' when q.price is not null then 'Not booked'
        else coalesce(q.answer ->> 'missing', 'Waits for a price') end as state
    from ${ofDays(days)} join quotes q on q.asked_at >= d.starts and q.asked_at < d.ends
      left join orders o on o.id = q.order_id and o.deleted_at is null left join users u on u.id = q.client_id
    where ${same(sql`q.kind`, kind)} and ${same(sql`q.origin`, origin)} and ${same(sql`q.destination`, destination)}
      and ${sameId(sql`q.user_id`, userId)}`,
  'on-time': ({ days }, { origin, destination, carrierId }) => sql`
    select s.id, null::int as order_id, s.id as sailing_id, s.reference, null as kind, coalesce(k.name, '') as who,
      s.port_of_loading as origin, s.port_of_discharge as destination, s.port_ata as at, null::numeric as cbm, null::numeric as usd,
      ${DAYS_LATE} as days,
      case when first.value is null then 'No first ETA' when ${DAYS_LATE} <= 0 then 'On time' else 'Late' end as state
    from ${ofDays({ days, zone: 'UTC' })} join sailings s on s.port_ata >= d.starts and s.port_ata < d.ends and s.status <> 'cancelled'
      ${FIRST_PROMISE} left join carriers k on k.id = s.carrier_id
    where ${same(sql`s.port_of_loading`, origin)} and ${same(sql`s.port_of_discharge`, destination)}
      and ${sameId(sql`s.carrier_id`, carrierId)}`,
  milestones: (days, { came, reached }) => sql`
    select o.id, ${ofOrder}, step.at, o.shipment_volume as cbm, o.estimated_transportation as usd, step.days, step.reached::text as state
    from (${stepsOf(days)}) step join orders o on o.id = step.order_id ${LANE}
    where ${same(sql`step.came_from::text`, came)} and ${same(sql`step.reached::text`, reached)}`,
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
    items: items.map(({ origin, destination, ...row }, at) => {
      const { originName, destinationName } = laneOf([origin, destination], places)
      const state = name === 'milestones' ? showMilestone(row.state) : row.state
      return { ...row, id: `${row.id}-${rest.currentPageNumber}-${at}`, originName, destinationName, state }
    }),
  }
}
