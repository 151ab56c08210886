import { sql } from 'kysely'
import type { RuleCode } from '#contract/attention/rules.ts'
import { AGES } from '#contract/reports/reports.ts'
import type { Db } from '#server/db/client.ts'

/**
 * The queue as it is now: by rule, by age (an index of AGES), and by who is in charge; `inCharge` are orders
 * in progress.
 */
export interface OpenNow {
  rules: { rule: RuleCode; overdue: number; medianAge: number; oldestAge: number }[]
  ages: { age: number; open: number; overdue: number }[]
  people: { id: number | null; inCharge: number; waiting: number; overdue: number }[]
}

/** Days at which the ages of AGES end, longest first. */
const BOUNDS = [30, 7, 3, 1]
// A select of its own makes the array once, not for each item.
const bounds = sql`(select array[${sql.join(BOUNDS.map((days) => sql`now() - make_interval(days => ${sql.lit(days)})`))}])`
const IS_OPEN = sql`resolved_at is null and waived_reason is null`
const days = (seconds: string) => sql`round((${sql.raw(seconds)} / 86400)::numeric, 1)`

/**
 * The waiting items, from one pass over their index (`attention_open_since`). The median of a rule is the
 * item in the middle of its part of that index, or between the two there.
 */
export async function readOpen(db: Db): Promise<OpenNow> {
  const { rows } = await sql<OpenNow>`
    with waiting as materialized (
      select rule, in_charge_id, ${sql.lit(AGES.length - 1)} - width_bucket(since, ${bounds}) as age, count(*) as n,
        count(*) filter (where due_at < now()) as overdue, min(since) as oldest
      from attention where ${IS_OPEN} group by 1, 2, 3
    )
    select (
      select coalesce(json_agg(json_build_object('rule', rule, 'overdue', overdue, 'oldestAge', ${days('extract(epoch from now() - oldest)')},
        'medianAge', (
          select ${days('avg(extract(epoch from now() - since))')} from (
            select since from attention a where a.rule = each_rule.rule and ${IS_OPEN} order by since offset (n - 1) / 2 limit 2 - n % 2
          ) middle
        ))), '[]')
      from (select rule, sum(n)::bigint as n, sum(overdue) as overdue, min(oldest) as oldest from waiting group by rule) each_rule
    ) as rules, (
      select coalesce(json_agg(json_build_object('age', age, 'open', n, 'overdue', overdue)), '[]')
      from (select age, sum(n) as n, sum(overdue) as overdue from waiting group by age) each_age
    ) as ages, (
      select coalesce(json_agg(json_build_object('id', id, 'inCharge', orders, 'waiting', n, 'overdue', overdue)), '[]')
      from (
        select in_charge_id as id, sum(orders) as orders, sum(n) as n, sum(overdue) as overdue from (
          select in_charge_id, count(*) as orders, 0 as n, 0 as overdue from orders where status = 0 and deleted_at is null group by 1
          union all select in_charge_id, 0, n, overdue from waiting
        ) both_of group by 1
      ) each_person
    ) as people`.execute(db)
  return rows[0] ?? { rules: [], ages: [], people: [] }
}
