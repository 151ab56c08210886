import { type RawBuilder, sql } from 'kysely'
import type { Filters } from '#contract/lib/filters.ts'
import { ORDER_FILTERS } from '#contract/orders/list/order-filters.ts'
import { CODE_LENGTH, parseOrderSearch, parseTrackingCode } from '#contract/orders/tracking-code.ts'
import {
  amongNames,
  type Condition,
  EVERY_ID,
  type FilterClock,
  type FilterColumns,
  type FilterEnds,
  type IdRange,
} from '#server/resource/filters/columns.ts'
import { filterConditions } from '#server/resource/filters/conditions.ts'
import { foreknown } from '#server/resource/filters/foreknown.ts'
import { foundConditions } from '#server/resource/filters/found-conditions.ts'
import type { Narrowed } from '#server/resource/filters/narrowed.ts'

const ID: RawBuilder<unknown> = sql`o.id`

/** Of the other side of a join as well, which the planner does not conclude. */
const between = (column: string, { first, last }: IdRange) =>
  first === EVERY_ID.first && last === EVERY_ID.last
    ? sql<boolean>`true`
    : sql<boolean>`${sql.raw(column)} between ${first} and ${last}`

const ofConfirmation = (condition: Condition, ids: IdRange, id = ID) =>
  sql<boolean>`exists (select from confirmations c
    where c.order_id = ${id} and ${between('c.order_id', ids)} and ${condition})`

/** A member of staff `s` who cannot look after anything any more. */
const GONE = "num_nonnulls(s.disabled_at, s.deleted_at) > 0 and s.role <> array['ROLE_USER']"

/** Ids of orders that nobody looks after. */
const NOT_IN_CHARGE = `select n.id from orders n where n.deleted_at is null and n.in_charge_id is null
  union all select n.id from users s join orders n on n.in_charge_id = s.id and n.deleted_at is null where ${GONE}`

const LIVE = { table: 'orders', alias: 'o', live: 'o.deleted_at is null' }

/** Where orders with a value begin and end, by the index of live orders that has this column and the id. */
const ends = (column: string, by: FilterEnds['by'] = 'value'): FilterEnds => ({
  by,
  table: 'orders x',
  live: 'x.deleted_at is null',
  value: `x.${column}`,
  id: 'x.id',
})
const endsOfConfirmations = (column: string): FilterEnds => ({
  by: 'week',
  table: 'confirmations x',
  live: `x.${column} is not null`,
  value: `x.${column}`,
  id: 'x.order_id',
})
const WAITING = 'resolved_at is null and waived_reason is null and order_id is not null'

/** Where the value of each filter is, for `orders o`. */
const COLUMNS: FilterColumns<typeof ORDER_FILTERS> = {
  status: { sql: 'o.status', type: 'smallint', listed: true, required: true, ends: ends('status') },
  event: { sql: 'o.last_event_id', listed: true, ends: ends('last_event_id') },
  inCharge: {
    sql: 'o.in_charge_id',
    listed: true,
    ends: ends('in_charge_id'),
    // As screens show it: a disabled account looks after nothing.
    presence: {
      empty: `o.id in (${NOT_IN_CHARGE})`,
      filled: `o.in_charge_id is not null and not exists (select from users s where s.id = o.in_charge_id and ${GONE})`,
    },
  },
  attention: {
    sql: 'a.rule',
    type: 'text',
    ends: { by: 'id', table: 'attention x', live: WAITING, value: 'x.rule', id: 'x.order_id' },
    rows: { from: 'attention a', id: 'a.order_id', live: `a.${WAITING.replaceAll(' and ', ' and a.')}` },
    within: (condition, ids, id = ID) =>
      sql<boolean>`exists (select from attention a
        where a.order_id = ${id} and a.order_id is not null and ${between('a.order_id', ids)} and a.resolved_at is null and a.waived_reason is null and ${condition})`,
  },
  origin: {
    ...amongNames({ table: 'orders', column: 'city_name', alias: 'o', live: 'n.deleted_at is null' }),
    presence: { empty: "o.city_name = ''", filled: "o.city_name > ''" },
  },
  destination: { sql: 'o.shipment_destination' },
  company: {
    sql: 'n.name',
    among: { column: 'o.company_name', type: 'text', select: 'select n.name from company_names n where' },
    presence: { empty: "o.company_name = ''", filled: "o.company_name > ''" },
  },
  client: {
    sql: ['u.username', 'u.company_name'],
    among: { column: 'o.user_id', type: 'integer', select: 'select u.id from users u where' },
    // Every order has a client.
    presence: {
      empty: "o.user_id = any(array(select u.id from users u where u.username = '' and u.company_name = ''))",
      filled: "o.user_id <> all(array(select u.id from users u where u.username = '' and u.company_name = ''))",
    },
  },
  sailing: {
    sql: 'l.sailing_id',
    rows: { from: 'loadings l', id: 'l.order_id', live: 'true' },
    within: (condition, ids, id = ID) =>
      sql<boolean>`exists (select from loadings l
        where l.order_id = ${id} and ${between('l.order_id', ids)} and ${condition})`,
  },
  eta: {
    sql: 'c.port_estimated_time_of_arrival_at',
    within: ofConfirmation,
    rows: { from: 'confirmations c', id: 'c.order_id', live: 'true' },
    oneRow: true,
    ends: endsOfConfirmations('port_estimated_time_of_arrival_at'),
  },
  cutOff: {
    sql: 'c.cargo_cut_off_at',
    within: ofConfirmation,
    rows: { from: 'confirmations c', id: 'c.order_id', live: 'true' },
    oneRow: true,
    ends: endsOfConfirmations('cargo_cut_off_at'),
  },
  created: { sql: 'o.created_at', required: true, ends: ends('created_at', 'week') },
  lastUpdate: { sql: 'o.last_event_time', ends: ends('last_event_time', 'week') },
  milestone: { sql: 'o.last_milestone', type: 'milestone', listed: true, ends: ends('last_milestone') },
  mode: { sql: 'o.transportation_mode', type: 'smallint', required: true },
  tradeTerms: {
    sql: 'o.shipment_trade_terms',
    type: 'smallint',
    listed: true,
    required: true,
    ends: ends('shipment_trade_terms'),
  },
  volume: { sql: 'o.shipment_volume' },
}

/** What orders are narrowed by. */
export interface OrderNarrowing {
  where: Filters
  search: string
  codes?: readonly string[] | undefined
  ids?: readonly number[] | undefined
  /** Orders up to this one. */
  asOfId?: number | undefined
}

/** The largest id there can be. */
const MAX_ID = 2_147_483_647

/** The id that digits may be; 0 for none. An id has no leading zero. */
export const idIn = (digits: string) => (digits.startsWith('0') || Number(digits) > MAX_ID ? 0 : Number(digits))

/** What was typed into the search, as `searchOrders` understands it. */
function searchCondition(typed: string): Condition {
  const wanted = parseOrderSearch(typed)
  if (wanted === '') return sql<boolean>`false`
  if (/^\d/.test(wanted)) return sql<boolean>`(o.id = ${idIn(wanted)} or o.custom_code = ${wanted})`
  if (wanted.length === CODE_LENGTH) return sql<boolean>`o.tracking_code = ${wanted}`
  return sql<boolean>`(o.tracking_code >= ${wanted} and o.tracking_code < ${`${wanted}~`})`
}

/** Live orders that meet everything. */
export function narrowedOrders(narrowing: OrderNarrowing, clock: FilterClock): Narrowed {
  const { where, search, codes, ids, asOfId } = narrowing
  const conditions: Condition[] = []
  if (search !== '') conditions.push(searchCondition(search))
  if (codes) conditions.push(sql<boolean>`o.tracking_code = any(${codes.map(parseTrackingCode)}::text[])`)
  if (ids) conditions.push(sql<boolean>`o.id = any(${ids}::int[])`)
  if (asOfId !== undefined) conditions.push(sql<boolean>`o.id <= ${asOfId}`)
  const asList = { ...LIVE, from: 'orders o' }
  return {
    ...asList,
    conditions: [...filterConditions(ORDER_FILTERS, COLUMNS, where, clock), ...conditions],
    found: [...foundConditions(ORDER_FILTERS, COLUMNS, where, { ...LIVE, ...clock }), ...conditions],
    async foreseen(db) {
      const known = await foreknown(db, ORDER_FILTERS, COLUMNS, where, { ...LIVE, ...clock })
      const asked = { ...LIVE, ...clock, known }
      return {
        ...asList,
        conditions: [...filterConditions(ORDER_FILTERS, COLUMNS, where, clock, known), ...conditions],
        found: [...foundConditions(ORDER_FILTERS, COLUMNS, where, asked), ...conditions],
        ids: known.ids,
      }
    },
  }
}
