import { sql } from 'kysely'
import type { Tx } from '#server/db/client.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { nextVersion } from '#server/resource/versions.ts'

const NOBODY = { userId: null, impersonatorId: null, ip: '', requestId: '' }

/**
 * Switches off a webhook that fails for good: its waiting deliveries are cancelled, administrators and the
 * queue are told.
 */
export async function disableWebhook(
  tx: Tx,
  id: number,
  reason: string,
  tell: (tx: Tx, webhook: { url: string; reason: string }) => Promise<void>,
): Promise<void> {
  const found = await tx
    .updateTable('webhooks')
    .set({ active: false, disabledReason: reason, updatedAt: nextVersion() })
    .where('id', '=', id)
    .where('active', '=', sql<boolean>`true`)
    .returning('url')
    .executeTakeFirst()
  if (!found) return
  const change = { before: { active: true }, after: { active: false, reason } }
  await recordAudit(tx, NOBODY, { action: 'webhook.disable', entity: 'webhooks', entityId: id, ...change }, [
    'active',
    'reason',
  ])
  await tell(tx, { url: found.url, reason })
}
