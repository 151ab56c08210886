import type pg from 'pg'
import { MAX_CHANGES, PRESENCE_SECONDS } from '#contract/live/live.ts'
import type { ChangeRow } from './events.ts'
import type { Present } from './presence.ts'

/** A position among the changes: everything up to this row of this transaction has been told. */
export interface Position {
  xid: bigint
  id: bigint
}

/** One look for changes. Read from the primary: replicas have none of it. */
export interface Look {
  /** The oldest running transaction. Nothing is added below it any more. */
  horizon: bigint
  /**
   * Time since which changes are complete; null if a crash emptied the table and no reader has started it
   * again.
   */
  born: string | null
  /** The last change that cannot be told yet, since older transactions may add more before it. */
  waiting: number | null
  /** Changes committed since the horizon before; one more than can be told if there are too many. */
  rows: ChangeRow[]
  present: Present[]
}

/** The changes that match a condition, in the order in which they are told. */
const rowsWhere = (condition: string) => `
  (select coalesce(json_agg(found), '[]') from (
    select c.xid::text as xid, c.id, c.entity, c.entity_id as "entityId", coalesce(c.order_id, m.order_id) as "orderId",
      c.user_id as "userId", u.username as name, c.session_id as "sessionId", c.kind
    from changes c left join users u on u.id = c.user_id left join mails m on c.entity = 'mails' and m.id = c.entity_id
    where ${condition} order by c.xid, c.id limit ${MAX_CHANGES + 1}
  ) found) as rows`

const HORIZON = 'pg_snapshot_xmin(pg_current_snapshot())'

/** Condition of tabs heard of lately. A time far ahead means that the clock was set back. */
const HERE = `p.seen_at between now() - interval '${PRESENCE_SECONDS} s' and now() + interval '${PRESENCE_SECONDS} s'`

const LOOK = `
  select ${HORIZON}::text as horizon, (select born::text from changes_kept) as born,
    (select max(id) from changes where xid >= ${HORIZON}) as waiting,
    ${rowsWhere(`c.xid >= $1::text::xid8 and c.xid < ${HORIZON}`)},
    (select coalesce(json_agg(found), '[]') from (
      select p.session_id as "sessionId", p.user_id as "userId", u.username as name, p.entity, p.entity_id as "entityId", p.mode, p.part
      from presence p join users u on u.id = p.user_id
      where ${HERE} order by u.username, u.id, p.mode, p.tab
    ) found) as present`

/** Looks for changes committed since `from`, a horizon; if that is null, only for the current horizon. */
export async function look(pool: pg.Pool, from: bigint | null): Promise<Look> {
  const { rows } = await pool.query<Omit<Look, 'horizon'> & { horizon: string }>(LOOK, [from?.toString() ?? null])
  const [found] = rows
  if (!found) throw new Error('The database answered nothing')
  return { ...found, horizon: BigInt(found.horizon) }
}

/** Begins anew after a crash of the database: changes are complete from now on. */
export const beginAnew = (pool: pg.Pool) => pool.query('insert into changes_kept default values on conflict do nothing')

const RESUME = `
  select ${HORIZON}::text as horizon, swept::text as swept,
    ${rowsWhere('(c.xid, c.id) > ($1::text::xid8, $2::text::bigint) and c.xid < $3::text::xid8')}
  from changes_kept`

/**
 * Changes committed between a position and a horizon; null if unknown: some may have been removed, or the
 * position is another database's.
 */
export async function resume(pool: pg.Pool, { xid, id }: Position, until: bigint): Promise<ChangeRow[] | null> {
  const values = [xid, id, until].map(String)
  const { rows } = await pool.query<{ horizon: string; swept: string; rows: ChangeRow[] }>(RESUME, values)
  const [found] = rows
  return found && xid > BigInt(found.swept) && xid <= BigInt(found.horizon) ? found.rows : null
}

const MOST = 2n ** 63n - 1n

/** The position that an event id names ('4711.12'); null for any other text. */
export function positionOf(eventId: string): Position | null {
  const [, xid = '', id = ''] = /^(\d{1,19})\.(\d{1,19})$/.exec(eventId) ?? []
  if (xid === '') return null
  const position = { xid: BigInt(xid), id: BigInt(id) }
  return position.xid <= MOST && position.id <= MOST ? position : null
}
