import { type RawBuilder, sql } from 'kysely'
import { type AttentionItem, type AttentionPage, CLAIM_HOURS } from '#contract/attention/attention.ts'
import type { RuleCode } from '#contract/attention/rules.ts'
import type { Db } from '#server/db/client.ts'
import { paginate } from '#server/resource/paginate.ts'

/** Which part of the queue. */
export interface QueueFilter {
  rule: RuleCode | null
  /** Whose orders: those in the charge of these people and of colleagues whom they cover for, nobody's, or all. */
  owner: readonly number[] | 'none' | null
  claimedBy: number | null
  snoozed: boolean
}

/** Open and not waived: the condition of the indexes. */
const IS_OPEN = sql`a.resolved_at is null and a.waived_reason is null`

/** True while a claim holds. */
export const IS_CLAIMED = sql`a.claimed_at > now() - make_interval(hours => ${sql.lit(CLAIM_HOURS)})`

/**
 * True while an item is snoozed: until the time that was chosen, but no longer than to a due time that lay ahead then. What
 * was overdue already stays out of the way for as long as was asked.
 */
const IS_SNOOZED = sql`(a.snoozed_until > now()
  and (a.due_at is null or a.due_at <= a.snoozed_at or a.due_at > now()))`

const person = (id: string, alias: string) => sql`(select json_build_object('id', p.id, 'name', p.username)
  from users p where p.id = ${sql.ref(id)}) as ${sql.ref(alias)}`

const COLUMNS = sql`a.id, a.rule, a.subject, a.severity, a.since, a.due_at, a.detail, a.order_id,
  o.tracking_code, coalesce(o.company_name, '') as company_name, coalesce(o.username, '') as username,
  coalesce(o.city_name, '') as city_name, coalesce(o.cartage_name, '') as cartage_name,
  ${person('a.in_charge_id', 'in_charge')},
  (select json_build_object('id', s.id, 'reference', s.reference)
    from loadings l join sailings s on s.id = l.sailing_id where l.order_id = a.order_id) as sailing,
  case when a.order_id is null then 1 else (select count(*)::int from attention b
    where b.order_id = a.order_id and b.resolved_at is null and b.waived_reason is null) end as things,
  case when ${IS_CLAIMED} then a.claimed_at end as claimed_at,
  (select json_build_object('id', p.id, 'name', p.username) from users p where p.id = a.claimed_by and ${IS_CLAIMED}) as claimed_by,
  case when ${IS_SNOOZED} then a.snoozed_until end as snoozed_until,
  (select json_build_object('id', p.id, 'name', p.username) from users p where p.id = a.snoozed_by and ${IS_SNOOZED}) as snoozed_by,
  a.waived_reason, a.waived_at, ${person('a.waived_by', 'waived_by')}`

async function readRows(db: Db, rest: RawBuilder<unknown>): Promise<AttentionItem[]> {
  const { rows } = await sql<AttentionItem>`
    select ${COLUMNS} from attention a left join orders o on o.id = a.order_id ${rest}`.execute(db)
  return rows
}

/** These items, open or not, by their ids. */
export async function readItems(db: Db, ids: readonly number[]): Promise<Map<number, AttentionItem>> {
  const rows = await readRows(db, sql`where a.id = any(${ids})`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What is open about an order, snoozed and waived items included; the most urgent first. */
export const itemsOfOrder = (db: Db, orderId: number): Promise<AttentionItem[]> =>
  readRows(
    db,
    sql`where a.order_id = ${orderId} and a.resolved_at is null order by a.severity desc, a.due_at nulls last, a.id`,
  )

function whereOf({ owner, claimedBy, snoozed }: QueueFilter) {
  const parts = [
    IS_OPEN,
    owner === null
      ? null
      : owner === 'none'
        ? sql`a.in_charge_id is null`
        : sql`a.in_charge_id = any(array(select unnest(covered_users(id)) from unnest(${[...owner]}::int[]) as id))`,
    claimedBy === null ? null : sql`a.claimed_by = ${claimedBy} and ${IS_CLAIMED}`,
    snoozed ? IS_SNOOZED : sql`${IS_SNOOZED} is not true`,
  ].filter((part) => part !== null)
  return sql.join(parts, sql` and `)
}

type Counts = AttentionPage['counts']

async function countRules(db: Db, where: RawBuilder<unknown>): Promise<Counts> {
  const { rows } = await sql<{ rule: RuleCode; n: number }>`
    select a.rule, count(*)::int as n from attention a where ${where} group by a.rule`.execute(db)
  return Object.fromEntries(rows.map(({ rule, n }) => [rule, n]))
}

const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, n) => sum + (n ?? 0), 0)

/** A page of the queue, what is due longest first, and how many items there are of each rule. */
export async function listQueue(
  db: Db,
  query: { page: number; perPage: number },
  filter: QueueFilter,
): Promise<AttentionPage> {
  const where = whereOf(filter)
  const { rule } = filter
  const counting = countRules(db, where)
  const [counts, page] = await Promise.all([
    counting,
    paginate(
      query,
      async () => (rule === null ? sumOf(await counting) : ((await counting)[rule] ?? 0)),
      (limit, offset) =>
        readRows(
          db,
          sql`where ${where} ${rule === null ? sql`` : sql`and a.rule = ${rule}`}
            order by a.due_at, a.id limit ${limit} offset ${offset}`,
        ),
    ),
  ])
  return { ...page, counts }
}

/** How many items wait for these people, and for everybody, by rule. */
export async function countQueue(db: Db, owner: readonly number[]): Promise<{ mine: Counts; all: Counts }> {
  const filter = { rule: null, claimedBy: null, snoozed: false }
  const [mine, all] = await Promise.all([
    countRules(db, whereOf({ ...filter, owner })),
    countRules(db, whereOf({ ...filter, owner: null })),
  ])
  return { mine, all }
}
