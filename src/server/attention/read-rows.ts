import { type RawBuilder, sql } from 'kysely'
import { type AttentionPage, type AttentionRow, CLAIM_HOURS } from '#contract/attention/attention.ts'
import { GROUPED_RULES } from '#contract/attention/rules.ts'
import { PAGE_SIZES } from '#contract/lib/envelope.ts'
import type { Db } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { paginate } from '#server/resource/paginate.ts'
import { peopleOf } from './owners.ts'
import {
  askedAt,
  besidePage,
  countRules,
  IS_OPEN,
  IS_SNOOZED,
  inOrder,
  isSnoozed,
  pageOf,
  type QueueFilter,
  readItems,
  whereOf,
} from './read-items.ts'

/**
 * Another item of the same row as `item`: about the same order, in the same person's queue, and of the rule if
 * one is asked for.
 */
const isOfRow = ({ rule }: QueueFilter, other: string, item: string) =>
  sql.raw(`${other}.order_id = ${item}.order_id and ${other}.in_charge_id is not distinct from ${item}.in_charge_id
  and ${other}.resolved_at is null and ${other}.waived_reason is null${rule === null ? '' : ` and ${other}.rule = ${item}.rule`}`)

/**
 * Whether another item of the same row is in the list as well: snoozed like the list, and claimed by the
 * person asked for.
 */
const isListed = ({ claimedBy, snoozed }: QueueFilter, other: string) =>
  sql`(${isSnoozed(other)} is true) = ${sql.lit(snoozed)} ${
    claimedBy === null
      ? sql``
      : sql`and ${sql.raw(`${other}.claimed_by`)} = ${claimedBy}
          and ${sql.raw(`${other}.claimed_at`)} > now() - make_interval(hours => ${sql.lit(CLAIM_HOURS)})`
  }`

/** Whether an item comes before another one in the queue. */
const isBefore = (item: string, other: string) =>
  sql.raw(`(-${item}.severity, ${item}.due_at, ${item}.id) < (-${other}.severity, ${other}.due_at, ${other}.id)`)

/**
 * Whether an item of the list is the first of its row there. An item that the database has marked as first
 * needs no look at the others.
 */
function isFirst(filter: QueueFilter, item = 'a', other = 'b'): RawBuilder<unknown> {
  const follows = sql.raw(`${item}.${filter.rule === null ? 'follows' : 'follows_in_rule'}`)
  return sql`(not ${follows} or not exists (
    select from attention ${sql.raw(other)} where ${isOfRow(filter, other, item)} and ${isListed(filter, other)}
      and ${isBefore(other, item)}))`
}

/** Condition of an item `c` of the same part of the queue that is dealt with together with `a`. */
const isOfGroup = (filter: QueueFilter) =>
  sql`c.rule = a.rule and c.group_key = a.group_key and ${whereOf(filter, 'c')}`

/** Whether a row stands for its group, as the first of it: rows that are dealt with by themselves always do. */
const isHead = (filter: QueueFilter) => sql`(a.group_key is null or not exists (
  select from attention c where ${isOfGroup(filter)} and ${isBefore('c', 'a')} and ${isFirst(filter, 'c', 'd')}))`

/** A list of rows, or of groups with a row for each. */
interface Listing extends QueueFilter {
  grouped: boolean
}

/** Whether an item of the list has a place of its own there. */
const hasPlace = ({ grouped, ...filter }: Listing) =>
  grouped ? sql`${isFirst(filter)} and ${isHead(filter)}` : isFirst(filter)

const ofRule = ({ rule }: QueueFilter) => (rule === null ? sql`` : sql`and a.rule = ${rule}`)

/**
 * The number of rows. Claimed or snoozed rows are counted; otherwise it is the kept total without rows whose
 * items are all snoozed.
 */
async function countRows(db: Db, filter: QueueFilter): Promise<number> {
  const { owner, rule, claimedBy, snoozed, group = null } = filter
  const counted = async (rows: RawBuilder<{ n: number }>) => (await rows.execute(db)).rows[0]?.n ?? 0
  if (claimedBy !== null || snoozed || group !== null)
    return counted(
      sql`select count(*)::int as n from attention a where ${whereOf(filter)} and ${isFirst(filter)} ${ofRule(filter)}`,
    )
  const whose =
    owner === null ? sql`true` : owner === 'none' ? sql`in_charge_id = 0` : sql`in_charge_id = any(${peopleOf(owner)})`
  const kept = rule === null ? sql`orders` : sql`rule_orders`
  return counted(sql`
    select (coalesce((select sum(${kept}) from attention_totals where ${whose} ${rule === null ? sql`` : sql`and rule = ${rule}`}), 0) - (
      select count(distinct (coalesce(a.order_id, -a.id), a.in_charge_id)) from attention a
      where ${IS_OPEN} and ${IS_SNOOZED} ${ofRule(filter)}
        and ${owner === null ? sql`true` : owner === 'none' ? sql`a.in_charge_id is null` : sql`a.in_charge_id = any(${peopleOf(owner)})`}
        and not exists (select from attention b where ${isOfRow(filter, 'b', 'a')} and ${isSnoozed('b')} is not true)
    ))::int as n ${sql.raw(PLANNED)}`)
}

/** The number of rows that stand behind the first of their group. */
async function countFollowers(db: Db, filter: QueueFilter): Promise<number> {
  const rule = filter.rule === null ? sql`a.rule = any(${[...GROUPED_RULES]}::text[])` : sql`a.rule = ${filter.rule}`
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n - 1), 0)::int as n from (
      select count(*) as n from attention a
      where a.group_key is not null and ${rule} and ${whereOf(filter)} and ${isFirst(filter)} group by a.rule, a.group_key
    ) groups`.execute(db)
  return rows[0]?.n ?? 0
}

/** The number of places of a list. */
async function countPlaces(db: Db, { grouped, ...filter }: Listing): Promise<number> {
  const [rows, followers] = await Promise.all([countRows(db, filter), grouped ? countFollowers(db, filter) : 0])
  return rows - followers
}

/** The place of a page: the first item of its row, the other listed ones of its order, and its group. */
interface Place {
  id: number
  others: number[]
  group: AttentionRow['group']
}

/** The group of an item: all that is dealt with together in this part of the queue, beyond the page too. */
const groupOf = (filter: QueueFilter) => sql`case when a.group_key is not null then (
  select json_build_object('id', a.group_key, 'items', json_agg(
    json_build_object('id', c.id, 'orderId', c.order_id, 'trackingCode', o.tracking_code, 'asked', ${askedAt('c')}) order by ${inOrder('c')}))
  from attention c join orders o on o.id = c.order_id where ${isOfGroup(filter)} having count(distinct c.order_id) > 1) end`

/** The sizes of pages that are planned once: everybody opens them. */
const USUAL: readonly number[] = PAGE_SIZES.slice(0, 2)

/**
 * Ids of a page's rows: the first item of each, and the other listed items of its order. Each connection
 * plans the first page once: everybody opens it.
 */
async function readPlaces(db: Db, listing: Listing, page: { limit: number; offset: number }): Promise<Place[]> {
  const { grouped, ...filter } = listing
  const { claimedBy, snoozed, group = null } = filter
  const usual = page.offset === 0 && USUAL.includes(page.limit) && claimedBy === null && !snoozed && group === null
  const { rows } = await sql<Place>`
    select a.id, array(
      select b.id from attention b where ${isOfRow(filter, 'b', 'a')} and b.id <> a.id and ${isListed(filter, 'b')}
      order by ${inOrder('b')}) as others, ${grouped ? groupOf(filter) : sql`null::json`} as "group"
    from attention a where a.id = any(array(${pageOf(filter, { ...page, which: hasPlace(listing) })})) order by ${inOrder('a')} ${usual ? sql.raw(PLANNED) : sql``}`.execute(
    db,
  )
  return rows
}

async function readPage(db: Db, listing: Listing, page: { limit: number; offset: number }): Promise<AttentionRow[]> {
  const places = await readPlaces(db, listing, page)
  const items = await readItems(
    db,
    places.flatMap(({ id, others }) => [id, ...others]),
  )
  const known = (id: number) => items.get(id) ?? []
  return places.flatMap(({ id, others, group }) => {
    const item = items.get(id)
    return item ? [{ ...item, others: others.flatMap(known), group }] : []
  })
}

/**
 * A page of the queue with one row for all items of an order in one person's queue: its first item, with the
 * others wherever they would be. The total counts rows; the counts by rule are of items. A `grouped` list has
 * one place for all rows that are dealt with together, that of the first, and its total counts places.
 */
export async function listRows(
  db: Db,
  query: { page: number; perPage: number },
  listing: Listing,
): Promise<AttentionPage> {
  const { grouped: _, ...filter } = listing
  const [counts, page] = await Promise.all([
    countRules(db, { ...filter, group: null }),
    paginate(
      query,
      () => countPlaces(db, listing),
      (limit, offset) => readPage(db, listing, { limit, offset }),
    ),
  ])
  return { ...page, ...(await besidePage(db, filter, counts)) }
}
