import { sql } from 'kysely'
import { formatAt } from '#contract/lib/format.ts'
import { CLIENT_DELETED } from '#contract/runs/runs.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudits } from '#server/resource/audit.ts'
import type { BatchItem, BatchUndone } from '#server/runs/run-kind.ts'
import type { Services } from '#server/services.ts'
import { findByIndexes, firstChange } from './undo-orders.ts'

interface Found {
  id: number
  deleted: boolean
  changed: boolean
  by: string | null
  at: string | null
  orders: boolean
  used: boolean
}

/** What insertClients stored. */
const resultOf = ({ result }: BatchItem) => result as { clientId: number; version: string }

/** The clients of these rows as they are now, locked, with the first change since the import. */
async function readSince(tx: Tx, items: readonly BatchItem[]): Promise<Map<number, Found>> {
  const given = items.map(resultOf)
  const ids = given.map(({ clientId }) => clientId)
  await sql`select id from users where id = any(${ids}) order by id for update`.execute(tx)
  const { rows } = await sql<Found>`
    select c.id, c.deleted_at is not null as deleted, c.updated_at is distinct from v.version as changed, since.by, since.at,
      exists (select from orders where user_id = c.id) as orders,
      exists (select from shippers where user_id = c.id) or exists (select from sessions where user_id = c.id)
        or exists (select from audit_entries where user_id = c.id) or exists (select from mails where user_id = c.id) as used
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as v ("clientId" integer, version timestamptz)
      join users c on c.id = v."clientId"
      left join lateral (${firstChange(sql`('clients')`, sql`c.id`)}) since on true`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Why a client stays; null if nobody has touched it. */
function whyItStays({ deleted, changed, by, at, orders, used }: Found, timeZone: string): string | null {
  if (deleted) return CLIENT_DELETED
  if (orders) return 'it has orders'
  if (by && at) return `changed by ${by} ${formatAt(at, timeZone)}`
  if (used) return 'the account has been used'
  return changed ? 'changed by someone else' : null
}

/** Removes imported clients that nobody has touched since, and that have no orders. The others stay. */
export async function undoClients(
  tx: Tx,
  { config }: Services,
  items: readonly BatchItem[],
  actor: Actor,
): Promise<BatchUndone[]> {
  await findByIndexes(tx)
  const found = await readSince(tx, items)
  const undone = items.map((item) => {
    const client = found.get(resultOf(item).clientId)
    return { item, reason: client ? whyItStays(client, config.timeZone) : CLIENT_DELETED }
  })
  const gone = undone.flatMap(({ item, reason }) => (reason === null ? [resultOf(item).clientId] : []))
  if (gone.length > 0) {
    await tx.deleteFrom('users').where('id', 'in', gone).execute()
    await recordAudits(tx, actor, { action: 'client.undo-import', entity: 'clients', entityIds: gone })
  }
  return undone.map(({ item, reason }) => ({ position: item.position, reason }))
}
