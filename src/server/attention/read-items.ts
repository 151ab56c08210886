import { type RawBuilder, sql } from 'kysely'
import { type AttentionItem, type AttentionPage, CLAIM_HOURS } from '#contract/attention/attention.ts'
import type { RuleCode } from '#contract/attention/rules.ts'
import type { Db } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { paginate } from '#server/resource/paginate.ts'
import { nextCutOffOf } from './figures.ts'
import { type Owner, ordersOf, peopleOf } from './owners.ts'

/** A part of the queue. */
export interface QueueFilter {
  rule: RuleCode | null
  /** Whose items. */
  owner: Owner
  claimedBy: number | null
  snoozed: boolean
  /** The items of one group of the rule; absent for all. */
  group?: string | null
}

/** Condition of open, unwaived items, as in the indexes. */
const isOpen = (item: string) => sql.raw(`${item}.resolved_at is null and ${item}.waived_reason is null`)
export const IS_OPEN = isOpen('a')

/** Condition of items with a valid claim. */
const isClaimed = (item: string) => sql.raw(`${item}.claimed_at > now() - make_interval(hours => ${CLAIM_HOURS})`)
export const IS_CLAIMED = isClaimed('a')

/**
 * Condition of a snoozed item: until the chosen time, but no longer than to a due time that lay ahead then.
 * An item that was overdue already stays away for the whole time.
 */
export const isSnoozed = (item: string) =>
  sql.raw(`(${item}.snoozed_until > now()
  and (${item}.due_at is null or ${item}.due_at <= ${item}.snoozed_at or ${item}.due_at > now()))`)
export const IS_SNOOZED = isSnoozed('a')

const person = (id: string, alias: string) => sql`(select json_build_object('id', p.id, 'name', p.username)
  from users p where p.id = ${sql.ref(id)}) as ${sql.ref(alias)}`

/** The last mail to the shipper of an item's order, unless it was cancelled. */
const lastAsking = (item: string, what: string) =>
  sql.raw(`(select ${what} from mails m where m.order_id = ${item}.order_id and m.kind = 'cargo-asked'
    and not exists (select from mail_deliveries d where d.mail_id = m.id and d.state = 'cancelled')
    order by m.id desc limit 1)`)

/** The requirement of an item about a paper, while it is asked for. */
const askedPaper = (item: string, what: string) =>
  sql.raw(`(select ${what} from order_requirements r where r.id = ${item}.subject::integer and r.state = 'requested')`)

/** When somebody was last asked for what an item misses; null if nobody was, or if an answer came. */
export const askedAt = (item: string) => sql`case ${sql.raw(item)}.rule
  when 'document' then ${askedPaper(item, 'iso_utc(r.requested_at)')}
  when 'cargo-cut-off' then ${lastAsking(item, 'iso_utc(m.created_at)')} end`

/** The last mail that asked for what an item misses: when, whom and by whom; null as in `askedAt`. */
const ASKED = sql`case a.rule
  when 'document' then ${askedPaper(
    'a',
    `json_build_object('at', iso_utc(r.requested_at), 'to', r.requested_to, 'by', (
      select json_build_object('id', p.id, 'name', p.username) from upload_links l join users p on p.id = l.created_by
      where l.order_id = r.order_id and r.id = any(l.requirement_ids) order by l.id desc limit 1))`,
  )}
  when 'cargo-cut-off' then ${lastAsking(
    'a',
    `json_build_object('at', iso_utc(m.created_at),
      'to', (select d.address from mail_deliveries d where d.mail_id = m.id and d.role = 'to' order by d.id limit 1),
      'by', (select json_build_object('id', p.id, 'name', p.username) from users p where p.id = m.created_by))`,
  )} end as asked`

const COLUMNS = sql`a.id, a.rule, a.subject, a.severity, a.since, a.due_at, a.detail, a.order_id,
  o.tracking_code, o.last_milestone, coalesce(o.company_name, '') as company_name, coalesce(o.username, '') as username,
  coalesce(o.city_name, '') as city_name, coalesce(o.cartage_name, '') as cartage_name,
  ${person('a.in_charge_id', 'in_charge')},
  (select json_build_object('id', s.id, 'reference', s.reference, 'vessel', v.name, 'voyage', s.voyage)
    from sailings s join vessels v on v.id = s.vessel_id
    where s.id = case when a.order_id is not null then (select l.sailing_id from loadings l where l.order_id = a.order_id)
      when a.rule = 'carrier-differs' then (a.detail ->> 'sailingId')::integer end) as sailing,
  ${ASKED},
  case when a.order_id is null then 1 else (select count(*)::int from attention b
    where b.order_id = a.order_id and b.resolved_at is null and b.waived_reason is null
      and (${isSnoozed('b')} is true) = (${IS_SNOOZED} is true)) end as things,
  case when ${IS_CLAIMED} then a.claimed_at end as claimed_at,
  (select json_build_object('id', p.id, 'name', p.username) from users p where p.id = a.claimed_by and ${IS_CLAIMED}) as claimed_by,
  case when ${IS_SNOOZED} then a.snoozed_until end as snoozed_until,
  (select json_build_object('id', p.id, 'name', p.username) from users p where p.id = a.snoozed_by and ${IS_SNOOZED}) as snoozed_by,
  a.waived_reason, a.waived_at, ${person('a.waived_by', 'waived_by')}`

/** Items `a` as callers receive them, selected by the rest of a statement. */
async function readRows(db: Db, rest: RawBuilder<unknown>): Promise<AttentionItem[]> {
  const { rows } = await sql<AttentionItem>`
    select ${COLUMNS} from attention a left join orders o on o.id = a.order_id ${rest}`.execute(db)
  return rows
}

/**
 * These items, open or not, by their ids. Each connection plans the statement once: planning takes ten times
 * as long as reading a page.
 */
export async function readItems(db: Db, ids: readonly number[]): Promise<Map<number, AttentionItem>> {
  const rows = await readRows(db, sql`where a.id = any(${ids}) ${sql.raw(PLANNED)}`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** These items, in this order. */
export async function readInOrder(db: Db, ids: readonly number[]): Promise<AttentionItem[]> {
  const found = await readItems(db, ids)
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The order of the queue, as its indexes have it: the most urgent first, and of those the longest due. */
export const inOrder = (alias: string) => sql.raw(`${alias}.severity desc, ${alias}.due_at, ${alias}.id`)

/** Open items of an order, including snoozed and waived ones, in the order of the queue. */
export const itemsOfOrder = (db: Db, orderId: number): Promise<AttentionItem[]> =>
  readRows(db, sql`where a.order_id = ${orderId} and a.resolved_at is null order by ${inOrder('a')}`)

/** Condition of the items `a`, or of another name, in a part of the queue, of any rule. */
export function whereOf({ owner, claimedBy, snoozed, group = null }: QueueFilter, item = 'a') {
  const inCharge = sql.raw(`${item}.in_charge_id`)
  const parts = [
    isOpen(item),
    owner === null ? null : owner === 'none' ? sql`${inCharge} is null` : sql`${inCharge} = any(${peopleOf(owner)})`,
    claimedBy === null ? null : sql`${sql.raw(`${item}.claimed_by`)} = ${claimedBy} and ${isClaimed(item)}`,
    snoozed ? isSnoozed(item) : sql`${isSnoozed(item)} is not true`,
    group === null ? null : sql`${sql.raw(`${item}.group_key`)} = ${group}`,
  ].filter((part) => part !== null)
  return sql.join(parts, sql` and `)
}

type Counts = AttentionPage['counts']

/**
 * Open items that are not snoozed, as sums over the rows of `waiting`: the kept totals without the snoozed
 * items.
 */
const WAITING = sql`(
  select in_charge_id, rule, n from attention_totals
  union all
  select coalesce(a.in_charge_id, 0), a.rule, -1 from attention a where ${IS_OPEN} and ${IS_SNOOZED}
) waiting`

const positive = (rows: readonly { rule: RuleCode; n: number }[]): Counts =>
  Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ rule, n }) => [rule, n]))

/** Number of items by rule. Claimed or snoozed items are counted by their index, all others by the totals. */
export async function countRules(db: Db, filter: QueueFilter): Promise<Counts> {
  const { owner, claimedBy, snoozed } = filter
  const few = claimedBy !== null || snoozed
  const whose =
    owner === null ? sql`true` : owner === 'none' ? sql`in_charge_id = 0` : sql`in_charge_id = any(${peopleOf(owner)})`
  const { rows } = await sql<{ rule: RuleCode; n: number }>`
    select rule, ${few ? sql`count(*)::int` : sql`sum(n)::int`} as n
    from ${few ? sql`attention a where ${whereOf(filter)}` : sql`${WAITING} where ${whose}`} group by rule ${few ? sql`` : sql.raw(PLANNED)}`.execute(
    db,
  )
  return positive(rows)
}

export const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, n) => sum + (n ?? 0), 0)

/**
 * Ids of a page in the order of the queue, each part in that of its index: for several people, the beginning
 * of each queue is read and sorted. `which` narrows it further.
 */
export function pageOf(
  filter: QueueFilter,
  { limit, offset, which = sql`true` }: { limit: number; offset: number; which?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { owner, rule, claimedBy, snoozed, group = null } = filter
  // The limit is part of the text: a plan for any limit would sort the whole queue.
  const page = sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`
  if (group !== null)
    return sql`select a.id from attention a where ${whereOf(filter)} and ${which} and a.rule = ${rule}
      order by ${inOrder('a')} ${page}`
  if (rule !== null && (owner === null || claimedBy !== null || snoozed))
    // The rule is a range and part of the order: with an equal sign, the index of all rules looks as good,
    // where items that are not urgent come last.
    return sql`select a.id from attention a where ${whereOf(filter)} and ${which} and a.rule between ${rule} and ${rule}
      order by a.rule, ${inOrder('a')} ${page}`
  if (owner === null || claimedBy !== null || snoozed)
    return sql`select a.id from attention a where ${whereOf(filter)} and ${which} order by ${inOrder('a')} ${page}`
  const ofRule = rule === null ? sql`` : sql`and a.rule = ${rule}`
  const first = (whose: RawBuilder<unknown>) => sql`select a.id, a.severity, a.due_at from attention a
    where ${whose} and ${whereOf({ ...filter, owner: null })} and ${which} ${ofRule}
    order by a.in_charge_id, ${inOrder('a')} limit ${sql.lit(limit + offset)}`
  if (owner === 'none')
    return sql`select id from (${first(sql`a.in_charge_id is null`)}) own order by ${inOrder('own')} ${page}`
  return sql`select own.id from unnest(${peopleOf(owner)}) as person
    cross join lateral (${first(sql`a.in_charge_id = person`)}) own order by ${inOrder('own')} ${page}`
}

/** A page of the queue, the most urgent first, with the number of items by rule. */
export async function listQueue(
  db: Db,
  query: { page: number; perPage: number },
  filter: QueueFilter,
): Promise<AttentionPage> {
  const { rule } = filter
  const counting = countRules(db, filter)
  const [counts, page] = await Promise.all([
    counting,
    paginate(
      query,
      async () => (rule === null ? sumOf(await counting) : ((await counting)[rule] ?? 0)),
      async (limit, offset) => {
        const { rows } = await sql<{ id: number }>`${pageOf(filter, { limit, offset })}`.execute(db)
        return readInOrder(
          db,
          rows.map(({ id }) => id),
        )
      },
    ),
  ])
  return { ...page, ...(await besidePage(db, filter, counts)) }
}

/** Number of orders in the charge of these people that were delivered and are still in progress. */
async function countDeliveredOpen(db: Db, owner: QueueFilter['owner']): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from orders o
    where o.last_milestone = 'delivered' and o.status = 0 and o.deleted_at is null and ${ordersOf(owner)}`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * The answer beside a page: the counts, the next item to come when nothing waits, and delivered orders that
 * are still in progress.
 */
export async function besidePage(db: Db, { owner, claimedBy, snoozed }: QueueFilter, counts: Counts) {
  const nothing = sumOf(counts) === 0 && claimedBy === null && !snoozed
  const [nextCutOff, deliveredOpen] = await Promise.all([
    nothing ? nextCutOffOf(db, ordersOf(owner)) : null,
    countDeliveredOpen(db, owner),
  ])
  return { counts, nextCutOff, deliveredOpen }
}

/** Number of items by rule that wait for these people, and for everybody. */
export async function countQueue(db: Db, owner: readonly number[]): Promise<{ mine: Counts; all: Counts }> {
  const { rows } = await sql<{ rule: RuleCode; n: number; mine: number }>`
    select rule, sum(n)::int as n, coalesce(sum(n) filter (where in_charge_id = any(${peopleOf(owner)})), 0)::int as mine
    from ${WAITING} group by rule`.execute(db)
  return { mine: positive(rows.map(({ rule, mine }) => ({ rule, n: mine }))), all: positive(rows) }
}
