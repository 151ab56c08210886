import { type RawBuilder, sql } from 'kysely'
import type { FreeTime } from '#contract/free-time/free-times.ts'
import type { Db } from '#server/db/client.ts'

/** Columns of clocks `t` (sql/shown.sql) as callers receive them. */
const COLUMNS = sql`t.id, t.container_id,
  case when t.container_id is not null then json_build_object('id', t.container_id, 'number', t.container_number) end as container,
  t.order_id, t.clock, t.start_basis, t.starts_on, t.days, t.unit, t.first_day, t.computed_free_day, t.said_free_day, t.said_by,
  t.said_note, t.last_free_day, t.by_hand, t.source,
  case when t.rule_id is not null then json_build_object('id', t.rule_id, 'name', t.rule_name) end as rule,
  case when t.place_id is not null then json_build_object('id', t.place_id, 'name', t.place_name) end as place,
  t.note, t.ended_on, t.end_basis, t.last_free_day - least(t.today, t.ended_on) as days_left,
  case when t.accrued is not null then json_build_object('amount', t.accrued, 'currency', t.currency, 'perDay', t.per_day) end as accrued,
  t.updated_at`

/** The order in which clocks are shown: by container, the terminal's first. */
const ORDER = sql`t.container_id, array_position(array['storage', 'demurrage', 'rail', 'detention'], t.clock)`

async function readWhere(db: Db, where: RawBuilder<unknown>): Promise<FreeTime[]> {
  const { rows } =
    await sql<FreeTime>`select ${COLUMNS} from shown_free_times t where ${where} order by ${ORDER}`.execute(db)
  return rows
}

/**
 * Clocks that an order has to mind: the storage of an LCL order, those of an FCL order's containers. Those of a
 * container of groupage are the sailing's.
 */
export const freeTimesOfOrder = (db: Db, orderId: number): Promise<FreeTime[]> =>
  readWhere(
    db,
    sql`t.id = any(array(
    select id from free_times where order_id = ${orderId}
    union all select f.id from free_times f join containers k on k.id = f.container_id where k.order_id = ${orderId}))`,
  )

/** Clocks of these containers. */
export const freeTimesOfContainers = (db: Db, ids: readonly number[]): Promise<FreeTime[]> =>
  readWhere(db, sql`t.container_id = any(${ids}::integer[])`)

/**
 * Clocks of a sailing: those of its containers and of those of FCL orders aboard, and the storage of its LCL orders;
 * with a container, only those of that one.
 */
export const freeTimesOfSailing = (db: Db, sailingId: number, containerId: number | null = null): Promise<FreeTime[]> =>
  readWhere(
    db,
    sql`t.id = any(array(
    select f.id from free_times f join containers k on k.id = f.container_id where k.sailing_id = ${sailingId}
    union all select f.id from loadings l join containers k on k.order_id = l.order_id join free_times f on f.container_id = k.id
      where l.sailing_id = ${sailingId}
    union all select f.id from loadings l join free_times f on f.order_id = l.order_id where l.sailing_id = ${sailingId}))
    and (${containerId}::integer is null or t.container_id = ${containerId}::integer)`,
  )
