import { type RawBuilder, sql } from 'kysely'
import { STATUS_LABELS } from '#contract/codes/order-codes.ts'
import { type BehindFilters, type BehindName, NOBODY } from '#contract/reports/behind.ts'
import {
  DAYS_LATE,
  type Days,
  DESTINATION,
  FIRST_PROMISE,
  LANE,
  LIVE,
  ORIGIN,
  ofDays,
  rowsWithin,
  stepsOf,
} from './count-days.ts'

const same = (column: RawBuilder<unknown>, value: string | undefined) =>
  value === undefined ? sql`true` : sql`${column} = ${value === NOBODY ? '' : value}`
/** Ids are compared as such, so that their indexes are used. */
const sameId = (column: RawBuilder<unknown>, value: string | undefined) =>
  value === undefined ? sql`true` : value === NOBODY ? sql`${column} is null` : sql`${column} = ${Number(value)}::int`

/** The condition of a state, a constant; all rows without a state. */
const where = (state: string | undefined, conditions: Record<string, string>) =>
  sql.raw(conditions[state ?? ''] ?? 'true')

/** Days at which the ages of AGES begin. */
const AGE_DAYS = [0, 1, 3, 7, 30]
const daysBack = (days: number) => sql`now() - make_interval(days => ${sql.lit(days)})`
/** Items that have been open for so long, by the index of an age; all without one. */
function ofAge(age: string | undefined) {
  if (age === undefined) return sql`true`
  const [least = 0, most] = AGE_DAYS.slice(Number(age))
  const young = most === undefined ? sql`true` : sql`a.since >= ${daysBack(most)}`
  return least === 0 ? young : sql`a.since < ${daysBack(least)} and ${young}`
}

const status = sql`(array[${sql.join(STATUS_LABELS.map((label) => sql.lit(label)))}])[o.status + 1]`
const ofOrder = sql`o.id as order_id, null::int as sailing_id, o.tracking_code as reference, null as kind, o.company_name as who,
  ${ORIGIN} as origin, ${DESTINATION} as destination`
const noCargo = sql`null::numeric as cbm, null::numeric as usd`
const noQuote = sql`null::json as quote`
/** The order of a row, if it was not deleted; `reference` is what the row is called. */
const ofItsOrder = (
  reference = sql`o.tracking_code`,
) => sql`case when o.deleted_at is null then o.id end as order_id, null::int as sailing_id, ${reference} as reference,
  null as kind, coalesce(o.company_name, '') as who, ${ORIGIN} as origin, ${DESTINATION} as destination`

type Rows = (days: Days, filters: BehindFilters) => RawBuilder<unknown>

/** Details of `quotes q`: who asked, and the answer. */
const QUOTE = sql`json_build_object('askedBy', asker.username, 'apiKey', k.name, 'times', q.times,
  'weight', (q.inputs ->> 'weight')::numeric, 'answeredAt', to_char(q.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'lines', coalesce(q.answer -> 'lines', '[]'), 'rates', q.answer -> 'rates', 'missing', q.answer ->> 'missing', 'bookedUsd', q.booked_price)`

const volume: Rows = (days, { state, origin, destination, userId }) => sql`
  select o.id, ${ofOrder}, o.created_at as at, o.shipment_volume as cbm, o.estimated_transportation as usd, null::int as days, ${status} as state, ${noQuote}
  from ${rowsWithin('orders', 'created_at', days)} ${LANE}
    ${userId === undefined ? sql`` : sql`join order_prices booking on booking.order_id = o.id and ${sameId(sql`booking.user_id`, userId)}`}
  where ${same(ORIGIN, origin)} and ${same(DESTINATION, destination)}
    and ${where(state, { 'not-cancelled': 'o.status <> 1', cancelled: 'o.status = 1' })}`

const quotes: Rows = (days, { state, kind, origin, destination, userId }) => sql`
  select q.id, o.id as order_id, null::int as sailing_id, o.tracking_code as reference, q.kind, coalesce(u.company_name, '') as who,
    q.origin, q.destination, q.asked_at as at, (q.inputs ->> 'volume')::numeric as cbm, q.price as usd, null::int as days,
    case when q.booked_at is not null then 'Booked' when q.price is not null then 'Not booked'
      else coalesce(q.answer ->> 'missing', 'Awaiting a price') end as state, ${QUOTE} as quote
  from ${rowsWithin('quotes', 'asked_at', days, sameId(sql`user_id`, userId))}
    left join orders o on o.id = q.order_id and o.deleted_at is null left join users u on u.id = q.client_id
    left join users asker on asker.id = q.user_id left join api_keys k on k.id = q.api_key_id
  where ${same(sql`q.kind`, kind)} and ${same(sql`q.origin`, origin)} and ${same(sql`q.destination`, destination)}
    and ${where(state, { priced: 'q.price is not null', booked: 'q.booked_at is not null' })}`

const punctual = sql`case when first.value is null then 'No first ETA' when ${DAYS_LATE} <= 0 then 'On time' else 'Late' end`

const arrivals: Rows = ({ days }, { state, origin, destination, carrierId }) => {
  const aboard = state === 'aboard'
  const what = aboard
    ? sql`o.id, o.id as order_id, null::int as sailing_id, o.tracking_code as reference, null as kind, o.company_name as who`
    : sql`s.id, null::int as order_id, s.id as sailing_id, s.reference, null as kind, coalesce(k.name, '') as who`
  return sql`
    select ${what}, s.port_of_loading as origin, s.port_of_discharge as destination, s.port_ata as at, ${noCargo},
      ${DAYS_LATE} as days, ${punctual} as state, ${noQuote}
    from ${rowsWithin('sailings', 'port_ata', { days, everywhere: true }, sameId(sql`carrier_id`, carrierId))}
      ${FIRST_PROMISE} left join carriers k on k.id = s.carrier_id
      ${aboard ? sql`join loadings l on l.sailing_id = s.id join orders o on o.id = l.order_id and ${LIVE}` : sql``}
    where ${same(sql`s.port_of_loading`, origin)} and ${same(sql`s.port_of_discharge`, destination)}
      and (${where(state, { promised: 'first.value is not null' })}) and (${state !== 'on-time'} or ${DAYS_LATE} <= 0)`
}

const milestones: Rows = (days, { came, reached }) => sql`
  select o.id, ${ofOrder}, step.at, o.shipment_volume as cbm, o.estimated_transportation as usd, step.days, step.reached::text as state, ${noQuote}
  from (${stepsOf(days)}) step join orders o on o.id = step.order_id ${LANE}
  where ${same(sql`step.came_from::text`, came)} and ${same(sql`step.reached::text`, reached)}`

/** Events that members of staff set. */
const events: Rows = (days, { userId }) => sql`
  select e.id, ${ofItsOrder()}, e.created_at as at, ${noCargo}, null::int as days, e.event_name as state, ${noQuote}
  from ${rowsWithin('order_events', 'created_at', days, sameId(sql`user_id`, userId))}
    join users u on u.id = e.user_id and u.role <> array['ROLE_USER'] join orders o on o.id = e.order_id ${LANE}`

const OPEN_NOW = 'a.resolved_at is null and a.waived_reason is null'
/** Items from before the end of the period that were still open then. */
const OPEN_THEN =
  'a.since < span.ends and (a.resolved_at is null or a.resolved_at >= span.ends) and (a.waived_at is null or a.waived_at >= span.ends)'

/** Waiting items are read from the indexes of open items alone. */
function queue({ days }: Days, state: string): RawBuilder<unknown> {
  if (state === 'now') return sql`attention a where ${sql.raw(OPEN_NOW)}`
  if (state === 'overdue') return sql`attention a where ${sql.raw(OPEN_NOW)} and a.due_at < now()`
  return sql`(
      select min(starts) as starts, max(ends) as ends from ${ofDays({ days })}
    ) span cross join lateral (
      select * from attention where resolved_at is null union all select * from attention where resolved_at >= span.starts
    ) a where ${where(state, {
      opened: 'a.since >= span.starts and a.since < span.ends',
      closed: 'a.resolved_at < span.ends',
      open: OPEN_THEN,
    })}`
}

const workload: Rows = (days, { state = 'opened', rule, age, userId }) =>
  state === 'events'
    ? events(days, { userId })
    : sql`
  select a.id, ${ofItsOrder(sql`coalesce(o.tracking_code, a.detail ->> 'reference')`)}, ${state === 'closed' ? sql`a.resolved_at` : sql`a.since`} as at, ${noCargo},
    floor(extract(epoch from coalesce(a.resolved_at, now()) - a.since) / 86400)::int as days, a.rule as state, ${noQuote},
    case when a.resolved_at is not null then 'done' when a.waived_reason is not null then 'waived' else 'open' end as outcome
  from (
    select a.* from ${queue(days, state)} and ${same(sql`a.rule`, rule)} and ${sameId(sql`a.in_charge_id`, userId)} and ${ofAge(age)}
  ) a left join orders o on o.id = a.order_id ${LANE}`

/** The rows that the figures of a report count, newest first by `at` and `id`. */
export const ROWS: Record<BehindName, Rows> = { volume, quotes, 'on-time': arrivals, milestones, workload }
