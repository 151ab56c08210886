import { sql } from 'kysely'
import type { z } from 'zod'
import type { applied } from '#contract/papers/document-requirements.ts'
import type { Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'

/** Orders in progress that a requirement applies to, and that lack it. */
const LACKING = sql`orders o join document_requirements r
    on paper_applies(r, o.transportation_mode, o.shipment_trade_terms, goes_to_amazon(o.shipment_destination), o.custom_brokerage)
  where o.status = 0 and o.deleted_at is null
    and not exists (select from order_requirements p where p.order_id = o.id and p.requirement_id = r.id)`

/**
 * Adds a requirement to the open orders that it applies to and that lack it. With `preview`, only counts
 * them. Papers that orders already have stay as they are. Throws 404.
 */
export async function applyRequirement(
  tx: Tx,
  _: unknown,
  { id, preview }: { id: number; preview: boolean },
  actor: Actor,
): Promise<z.infer<typeof applied>> {
  const found = await tx.selectFrom('documentRequirements').select('name').where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound('Document requirement')
  if (preview) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${LACKING} and r.id = ${id}`.execute(tx)
    return { orders: rows[0]?.n ?? 0, applied: 0 }
  }
  // The orders are locked first, as in every change of one.
  await sql`select o.id from ${LACKING} and r.id = ${id} order by o.id for update of o`.execute(tx)
  const { numAffectedRows = 0n } = await sql`
    insert into order_requirements (order_id, requirement_id, name, category_id, supplier, mandatory, position, basis, offset_days, due_at)
    select o.id, r.id, r.name, r.category_id, r.supplier, r.mandatory, r.position, r.basis, r.offset_days,
      paper_due(r.basis, r.offset_days, o.created_at, (select c from confirmations c where c.order_id = o.id))
    from ${LACKING} and r.id = ${id} on conflict (order_id, requirement_id) do nothing`.execute(tx)
  const orders = Number(numAffectedRows)
  const after = { name: found.name, orders }
  const event = { action: 'document requirement.apply', entity: 'documentRequirements', entityId: id, after }
  await recordAudit(tx, actor, event, ['orders'])
  return { orders, applied: orders }
}
