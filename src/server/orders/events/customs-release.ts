import { sql } from 'kysely'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'

/** Sets or empties when customs released an order. The order must be locked. */
export async function writeCustomsRelease(
  tx: Tx,
  { orderId, from, to }: { orderId: number; from: string | null; to: string | null },
  actor: Actor,
): Promise<void> {
  await tx
    .insertInto('releases')
    .values({ orderId, customsReleasedAt: to })
    .onConflict((conflict) =>
      conflict
        .column('orderId')
        .doUpdateSet({ customsReleasedAt: to, updatedAt: sql`next_version(releases.updated_at)` }),
    )
    .execute()
  const change = { before: { customsReleasedAt: from }, after: { customsReleasedAt: to } }
  const event = { action: 'order.release-change', entity: 'orders', entityId: orderId, ...change }
  await recordAudit(tx, actor, event, ['customsReleasedAt'])
}
