import { OrderStatus, STATUS_LABELS } from '#contract/codes/order-codes.ts'
import { NAME_FROM } from '#contract/search/search.ts'
import type { Wanted } from '#contract/search/shapes.ts'
import { beginsWith, forAnyLimit, termsOf } from './statements.ts'
import { BY_ID, BY_LAST_FOUR, COMPANY, matchedBy, SUPPLIER } from './term-kinds.ts'

/** An order as SQL finds it. */
export interface OrderRow {
  id: number
  title: string
  companyName: string
  cityName: string
  cartageName: string
  status: number
  /** The kind of the term. */
  kind: number
  rank: number
}

// Deleted orders have no terms; one that is deleted at this moment may.
const SHOWN = `o.id, o.tracking_code as title, o.company_name, o.city_name, o.cartage_name, o.status`
const LIVE = 'o.deleted_at is null'
/** An order has several terms of the same beginning: so many rows give enough orders. */
const TERMS_AN_ORDER = 4
/** Orders in progress come first among this many of one number or name, the newest. */
const NEWEST = 60
const OPEN_FIRST = `o.status <> ${OrderStatus.IN_PROGRESS}`

const byNumber = forAnyLimit(
  (most) => `
with typed as materialized (select $3::int as id, $4::text as four),
exact as materialized (
  select search_term(raw) collate "C" as term, min(rank) as rank
  from (select json_array_elements_text($1::json) as raw, 0 as rank union all select json_array_elements_text($5::json), 1) x
  group by 1
), begun as materialized (${termsOf('$2')}),
hits as (
  select t.rank, h.kind::int as kind, h.order_id, t.term
  from exact t, generate_series(1, 12) as k, lateral (
    select x.kind, x.order_id from order_terms x where x.term = t.term and x.kind = k order by x.order_id desc limit ${NEWEST}
  ) h
  where t.term <> ''
  union all
  select 0, ${BY_ID}, t.id, '' from typed t where t.id is not null
  union all
  select 1, ${BY_LAST_FOUR}, h.id, ''
  from typed t, lateral (
    select o.id from orders o where o.custom_code = t.four and ${LIVE} order by o.id desc limit ${most}
  ) h
  where t.four <> ''
  union all
  select 1, h.kind::int, h.order_id, h.term
  from begun t, lateral (
    select x.kind, x.order_id, x.term from order_terms x where ${beginsWith('x.term', 't.term')} and x.term <> t.term
    order by x.term, x.kind, x.order_id limit ${most * TERMS_AN_ORDER}
  ) h
), best as (select distinct on (order_id) * from hits order by order_id, rank, kind, term)
select ${SHOWN}, b.kind, b.rank
from best b join orders o on o.id = b.order_id and ${LIVE}
order by b.rank, b.kind, ${OPEN_FIRST}, b.term, o.id desc limit ${most}`,
)

/**
 * Orders by their numbers, exact ones first: text and values of the statement. Ids and codes only by equality
 * and by range.
 */
export const ordersByNumber = (
  { numbers, words, starts, id, lastFour }: Wanted,
  limit: number,
): [string, unknown[]] => [
  byNumber(limit),
  [JSON.stringify(numbers), JSON.stringify(starts), id, lastFour, JSON.stringify(words)],
]

/** More names than this are too many to tell apart: the shortest count. */
const MOST_NAMES = 10

const byName = forAnyLimit(
  (most) => `
with typed as materialized (
  select '=' || term as whole, '%' || term || '%' as pattern from (select search_term($1) collate "C" as term offset 0) x
  where length(term) >= ${NAME_FROM} or octet_length(term) > length(term)
), named as materialized (
  select n.term from typed t, order_names n where n.term like t.pattern
  order by n.term = t.whole desc, starts_with(n.term, t.whole) desc, length(n.term), n.term limit ${MOST_NAMES}
), hits as (
  select h.order_id, min(h.kind)::int as kind
  from named n, unnest('{${SUPPLIER},${COMPANY}}'::smallint[]) as k, lateral (
    select x.order_id, x.kind from order_terms x where x.term = n.term and x.kind = k order by x.order_id desc limit ${NEWEST}
  ) h
  group by h.order_id order by h.order_id desc limit ${NEWEST}
)
select ${SHOWN}, h.kind, 2 as rank from hits h join orders o on o.id = h.order_id and ${LIVE}
order by ${OPEN_FIRST}, o.id desc limit ${most}`,
)

/** Orders whose supplier or company has this in its name: those in progress first, then the newest. */
export const ordersByName = ({ name }: Wanted, limit: number): [string, unknown[]] => [byName(limit), [name]]

const lane = ({ cityName, cartageName }: OrderRow) => [cityName, cartageName].filter(Boolean).join(' → ')

/** What the box shows of an order. */
export const shownOrder = (row: OrderRow) => ({
  id: row.id,
  kind: 'order' as const,
  title: row.title,
  detail: [row.companyName, lane(row), STATUS_LABELS[row.status] ?? ''].filter(Boolean).join(' · '),
  matched: matchedBy(row.kind),
  rank: row.rank,
})
