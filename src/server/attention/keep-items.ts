import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

/** Orders that one statement refreshes: their rows are locked for as long as it takes. */
const BATCH = 500
/** The advisory lock of the job: one instance at a time. */
const LOCK = 6_201_031

const refresh = (db: Db, ids: readonly number[]) => sql`select refresh_attention(${ids})`.execute(db)

async function refreshAll(db: Db, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += BATCH) await refresh(db, ids.slice(at, at + BATCH))
}

/** Refreshes the items that concern no order, and those of mail. */
async function refreshOthers(db: Db): Promise<void> {
  await sql`select refresh_attention_of_no_order()`.execute(db)
  await sql`select refresh_client_mail(null)`.execute(db)
}

const staleOrders = async (db: Db): Promise<number[]> =>
  (await sql<{ ids: number[] }>`select stale_attention() as ids`.execute(db)).rows[0]?.ids ?? []

/**
 * Opens items that time has made due, and follows changed values of rules. Returns the number of orders whose
 * items changed. Any other change keeps its items itself, in its own transaction (migration 0028).
 */
export async function keepItems(db: Db): Promise<number> {
  const ids = await staleOrders(db)
  await refreshAll(db, ids)
  await refreshOthers(db)
  return ids.length
}

/** Runs `keepItems`, unless another instance is running it. */
export const keepItemsAlone = (db: Db): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(tx)
    return rows[0]?.mine ? keepItems(db) : 0
  })

/** Days for which done items are kept. */
const KEPT_DAYS = 400

/** Deletes old items that are done. Returns how many. */
export async function sweepItems(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from attention where id = any(array(
      select id from attention where resolved_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)}) limit 5000))`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Findings of a rebuild. */
export interface Rebuilt {
  orders: number
  opened: number
  closed: number
  open: number
}

/** Rebuilds all items from their causes. Claims, snoozes and waivers stay with their items. */
export async function rebuildItems(db: Db): Promise<Rebuilt> {
  const found = await sql<{ last: number; ids: number[] }>`
    select (select coalesce(max(id), 0) from attention) as last, array(
      select id from orders where status = 0 and deleted_at is null
      union select order_id from attention where resolved_at is null and order_id is not null order by 1
    ) as ids`.execute(db)
  const { last = 0, ids = [] } = found.rows[0] ?? {}
  const { rows: started } = await sql<{ at: string }>`select clock_timestamp()::timestamptz(3) as at`.execute(db)
  await refreshAll(db, ids)
  await refreshOthers(db)
  await sql`select recount_attention()`.execute(db)
  const { rows } = await sql<Omit<Rebuilt, 'orders'>>`
    select count(*) filter (where id > ${last})::int as opened,
      count(*) filter (where resolved_at >= ${started[0]?.at}::timestamptz)::int as closed,
      count(*) filter (where resolved_at is null)::int as open from attention`.execute(db)
  return { orders: ids.length, opened: 0, closed: 0, open: 0, ...rows[0] }
}
