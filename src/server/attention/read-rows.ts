import { type RawBuilder, sql } from 'kysely'
import { type AttentionPage, type AttentionRow, CLAIM_HOURS } from '#contract/attention/attention.ts'
import { PAGE_SIZES } from '#contract/lib/envelope.ts'
import type { Db } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { paginate } from '#server/resource/paginate.ts'
import {
  besidePage,
  countRules,
  IS_OPEN,
  IS_SNOOZED,
  inOrder,
  isSnoozed,
  pageOf,
  peopleOf,
  type QueueFilter,
  readItems,
  whereOf,
} from './read-items.ts'

/**
 * Another item `b` of the same row: about the same order, in the same person's queue, and of the rule if one
 * is asked for.
 */
const SAME_ROW = ({
  rule,
}: QueueFilter) => sql`b.order_id = a.order_id and b.in_charge_id is not distinct from a.in_charge_id
  and b.resolved_at is null and b.waived_reason is null ${rule === null ? sql`` : sql`and b.rule = a.rule`}`

/**
 * Whether another item `b` of the same row is in the list as well: snoozed like the list, and claimed by the
 * person asked for.
 */
const isListed = ({ claimedBy, snoozed }: QueueFilter) =>
  sql`(${isSnoozed('b')} is true) = ${sql.lit(snoozed)} ${
    claimedBy === null
      ? sql``
      : sql`and b.claimed_by = ${claimedBy} and b.claimed_at > now() - make_interval(hours => ${sql.lit(CLAIM_HOURS)})`
  }`

/**
 * Whether an item of the list is the first of its row there. An item that the database has marked as first
 * needs no look at the others.
 */
function isFirst(filter: QueueFilter): RawBuilder<unknown> {
  const { rule } = filter
  return sql`(not ${rule === null ? sql`a.follows` : sql`a.follows_in_rule`} or not exists (
    select from attention b where ${SAME_ROW(filter)} and ${isListed(filter)}
      and (-b.severity, b.due_at, b.id) < (-a.severity, a.due_at, a.id)))`
}

const ofRule = ({ rule }: QueueFilter) => (rule === null ? sql`` : sql`and a.rule = ${rule}`)

/**
 * The number of rows. Claimed or snoozed rows are counted; otherwise it is the kept total without rows whose
 * items are all snoozed.
 */
async function countRows(db: Db, filter: QueueFilter): Promise<number> {
  const { owner, rule, claimedBy, snoozed } = filter
  const counted = async (rows: RawBuilder<{ n: number }>) => (await rows.execute(db)).rows[0]?.n ?? 0
  if (claimedBy !== null || snoozed)
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
        and not exists (select from attention b where ${SAME_ROW(filter)} and ${isSnoozed('b')} is not true)
    ))::int as n ${sql.raw(PLANNED)}`)
}

/**
 * Ids of a page's rows: the first item of each, and the other listed items of its order. Each connection
 * plans the first page once: everybody opens it.
 */
async function readIds(
  db: Db,
  filter: QueueFilter,
  page: { limit: number; offset: number },
): Promise<[number, number[]][]> {
  const { claimedBy, snoozed } = filter
  const usual = page.offset === 0 && page.limit === PAGE_SIZES[0] && claimedBy === null && !snoozed
  const { rows } = await sql<{ id: number; others: number[] }>`
    select a.id, array(
      select b.id from attention b where ${SAME_ROW(filter)} and b.id <> a.id and ${isListed(filter)}
      order by ${inOrder('b')}) as others
    from attention a where a.id = any(array(${pageOf(filter, { ...page, which: isFirst(filter) })})) order by ${inOrder('a')} ${usual ? sql.raw(PLANNED) : sql``}`.execute(
    db,
  )
  return rows.map(({ id, others }) => [id, others])
}

async function readPage(db: Db, filter: QueueFilter, page: { limit: number; offset: number }): Promise<AttentionRow[]> {
  const ids = await readIds(db, filter, page)
  const items = await readItems(db, ids.flat(2))
  const known = (id: number) => items.get(id) ?? []
  return ids.flatMap(([first, others]) => {
    const item = items.get(first)
    return item ? [{ ...item, others: others.flatMap(known) }] : []
  })
}

/**
 * A page of the queue with one row for all items of an order in one person's queue: its first item, with the
 * others wherever they would be. The total counts rows; the counts by rule are of items.
 */
export async function listRows(
  db: Db,
  query: { page: number; perPage: number },
  filter: QueueFilter,
): Promise<AttentionPage> {
  const [counts, page] = await Promise.all([
    countRules(db, filter),
    paginate(
      query,
      () => countRows(db, filter),
      (limit, offset) => readPage(db, filter, { limit, offset }),
    ),
  ])
  return { ...page, ...(await besidePage(db, filter, counts)) }
}
