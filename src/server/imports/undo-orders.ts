import { type RawBuilder, sql } from 'kysely'
import { formatAt } from '#contract/lib/format.ts'
import { CLIENT_DELETED, ORDER_DELETED } from '#contract/runs/runs.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudits } from '#server/resource/audit.ts'
import { recordChanges } from '#server/resource/changes.ts'
import type { BatchItem, BatchUndone } from '#server/runs/run-kind.ts'
import type { Services } from '#server/services.ts'
import { announceNothing } from './insert-orders.ts'

/** Additions to an order since its import, with the tables that hold them. */
const SINCE: readonly [what: string, exists: string][] = [
  ['it has documents', 'select from documents where order_id = o.id'],
  ['it has mails', 'select from mails where order_id = o.id'],
  ['it has notes', 'select from notes where order_id = o.id'],
  ['it is on a sailing', 'select from loadings where order_id = o.id'],
  ['it has containers', 'select from containers where order_id = o.id'],
  [
    'its papers were worked on',
    "select from order_requirements where order_id = o.id and (state <> 'open' or updated_by is not null)",
  ],
  ['its client has an upload link', 'select from upload_links where order_id = o.id'],
  ['its client has a tracking link', 'select from tracking_links where order_id = o.id'],
  ['somebody follows it', 'select from tracking_subscriptions where order_id = o.id'],
  ['it has documents', 'select from made_documents where order_id = o.id'],
  ['it is the answer to a quote', 'select from quotes where order_id = o.id'],
]
const WHAT = sql.raw(`case ${SINCE.map(([what, exists]) => `when exists (${exists}) then '${what}'`).join(' ')} end`)

interface Found {
  id: number
  deleted: boolean
  changed: boolean
  by: string | null
  at: string | null
  what: string | null
}

/**
 * Makes the planner find rows by indexes until the transaction ends. Few people write most of the trail, so
 * it expects anybody's entries on its first pages, and would read all of it for an imported client, who wrote
 * nothing.
 */
export const findByIndexes = (tx: Tx) => sql`set local enable_seqscan = off`.execute(tx)

/** The orders of these rows as they are now, locked, with the first change since the import. */
async function readSince(tx: Tx, items: readonly BatchItem[]): Promise<Map<number, Found>> {
  const ids = items.flatMap(({ orderId }) => orderId ?? [])
  await sql`select id from orders where id = any(${ids}) order by id for update`.execute(tx)
  const versions = items.map(({ orderId, result }) => ({ id: orderId, ...(result as object) })) // as insertOrders stored it
  const { rows } = await sql<Found>`
    select o.id, o.deleted_at is not null as deleted,
      (o.updated_at, o.last_event_entry_id) is distinct from (v.version, v."lastEventEntryId") as changed,
      since.by, since.at, ${WHAT} as what
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as v (id integer, version timestamptz, "lastEventEntryId" bigint)
      join orders o on o.id = v.id
      left join lateral (${firstChange(sql`('orders'), ('confirmations')`, sql`o.id`)}) since on true`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The first entry of the trail about a record that is not the import's own. */
export const firstChange = (entities: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`
  select coalesce(u.username, 'someone else') as by, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
  from (values ${entities}) e (entity)
    cross join lateral (
      select t.id, t.at, t.user_id from audit_entries t
      where t.entity = e.entity and t.entity_id = ${id} and t.action not in ('order.import', 'client.import')
      order by t.id limit 1
    ) a
    left join users u on u.id = a.user_id
  order by a.id limit 1`

/** Why an order stays; null if nobody has touched it. */
function whyItStays({ deleted, changed, by, at, what }: Found, timeZone: string): string | null {
  if (deleted) return CLIENT_DELETED
  if (by && at) return `changed by ${by} ${formatAt(at, timeZone)}`
  if (what) return what
  return changed ? 'changed by someone else' : null
}

/**
 * Removes imported orders that nobody has touched since, with everything that came with them. The others
 * stay.
 */
export async function undoOrders(
  tx: Tx,
  { config }: Services,
  items: readonly BatchItem[],
  actor: Actor,
): Promise<BatchUndone[]> {
  await findByIndexes(tx)
  const found = await readSince(tx, items)
  const undone = items.map(({ position, orderId }) => {
    const order = found.get(orderId ?? 0)
    return { position, orderId, reason: order ? whyItStays(order, config.timeZone) : ORDER_DELETED }
  })
  const gone = undone.flatMap(({ reason, orderId }) => (reason === null && orderId !== null ? [orderId] : []))
  if (gone.length > 0) {
    await announceNothing(tx)
    await tx.deleteFrom('orders').where('id', 'in', gone).execute()
    await recordAudits(tx, actor, { action: 'order.undo-import', entity: 'orders', entityIds: gone })
    await recordChanges(tx, { userId: actor.userId }, [{ entity: 'orders', entityId: null, kind: 'remove' }])
  }
  return undone.map(({ position, reason }) => ({ position, reason }))
}
