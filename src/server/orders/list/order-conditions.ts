import { sql } from 'kysely'
import type { Filters } from '#contract/lib/filters.ts'
import { ORDER_FILTERS } from '#contract/orders/list/order-filters.ts'
import { CODE_LENGTH, parseOrderSearch, parseTrackingCode, parseTrackingCodes } from '#contract/orders/tracking-code.ts'
import {
  amongNames,
  type Condition,
  type FilterClock,
  type FilterColumns,
  type KnownValues,
} from '#server/resource/filters/columns.ts'
import { filterConditions } from '#server/resource/filters/conditions.ts'
import { knownValues } from '#server/resource/filters/known-values.ts'
import type { Narrowed } from '#server/resource/filters/narrowed.ts'

const ofConfirmation = (condition: Condition) =>
  sql<boolean>`exists (select from confirmations c where c.order_id = o.id and ${condition})`

/** A member of staff `s` who cannot look after anything any more. */
const GONE = "num_nonnulls(s.disabled_at, s.deleted_at) > 0 and s.role <> array['ROLE_USER']"

/** Ids of orders that nobody looks after. */
const NOT_IN_CHARGE = `select n.id from orders n where n.deleted_at is null and n.in_charge_id is null
  union all select n.id from users s join orders n on n.in_charge_id = s.id and n.deleted_at is null where ${GONE}`

/** Where the value of each filter is, for `orders o`. */
const COLUMNS: FilterColumns<typeof ORDER_FILTERS> = {
  status: { sql: 'o.status', type: 'smallint', required: true },
  event: { sql: 'o.last_event_id' },
  inCharge: {
    sql: 'o.in_charge_id',
    // As screens show it: a disabled account looks after nothing.
    presence: {
      empty: `o.id in (${NOT_IN_CHARGE})`,
      filled: `o.in_charge_id is not null and not exists (select from users s where s.id = o.in_charge_id and ${GONE})`,
    },
  },
  attention: {
    sql: 'a.rule',
    type: 'text',
    within: (condition) =>
      sql<boolean>`exists (select from attention a
        where a.order_id = o.id and a.order_id is not null and a.resolved_at is null and a.waived_reason is null and ${condition})`,
  },
  origin: {
    ...amongNames({ table: 'orders', column: 'city_name', alias: 'o', live: 'n.deleted_at is null' }),
    presence: { empty: "o.city_name = ''", filled: "o.city_name > ''" },
  },
  destination: { sql: 'o.shipment_destination' },
  company: {
    sql: 'n.folded',
    folded: true,
    among: { column: 'o.company_name', type: 'text', select: 'select n.name from company_names n where' },
    presence: { empty: "o.company_name = ''", filled: "o.company_name > ''" },
  },
  client: {
    sql: ['c.folded_name', 'c.folded_company'],
    folded: true,
    among: { column: 'o.user_id', type: 'integer', select: 'select c.user_id from client_terms c where' },
    // Every order has a client.
    presence: {
      empty: "o.user_id = any(array(select u.id from users u where u.username = '' and u.company_name = ''))",
      filled: "o.user_id <> all(array(select u.id from users u where u.username = '' and u.company_name = ''))",
    },
  },
  sailing: {
    sql: 'l.sailing_id',
    within: (condition) => sql<boolean>`exists (select from loadings l where l.order_id = o.id and ${condition})`,
  },
  eta: { sql: 'c.port_estimated_time_of_arrival_at', within: ofConfirmation, oneRow: true },
  cutOff: { sql: 'c.cargo_cut_off_at', within: ofConfirmation, oneRow: true },
  created: { sql: 'o.created_at', required: true },
  lastUpdate: { sql: 'o.last_event_time' },
  milestone: { sql: 'o.last_milestone', type: 'milestone' },
  mode: { sql: 'o.transportation_mode', type: 'smallint', required: true },
  tradeTerms: { sql: 'o.shipment_trade_terms', type: 'smallint', required: true },
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
  const several = parseTrackingCodes(typed)
  if (several) return sql<boolean>`o.tracking_code = any(${several.codes}::text[])`
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
  const list = (known?: KnownValues): Narrowed => ({
    from: 'orders o',
    alias: 'o',
    live: 'o.deleted_at is null',
    conditions: [...filterConditions(ORDER_FILTERS, COLUMNS, where, clock, known), ...conditions],
  })
  return { ...list(), known: async (db) => list(await knownValues(db, ORDER_FILTERS, COLUMNS, where)) }
}
