import { sql } from 'kysely'
import { ROTATION_HOURS, type WebhookDelivery } from '#contract/integrations/webhooks.ts'
import type { Page } from '#contract/lib/envelope.ts'
import { tellOwner } from '#server/accounts/notices/tell-owner.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { countRows } from '#server/resource/count-rows.ts'
import { type ListQuery, paginate } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'

const base = (db: Db) =>
  db
    .selectFrom('webhookDeliveries as d')
    .select(['d.id', 'd.webhookId', 'd.orderId', 'd.body', 'd.createdAt'])
    .select([
      sql<string>`'msg_' || d.message_id`.as('messageId'),
      sql<WebhookDelivery['event']>`d.event`.as('event'),
      sql<WebhookDelivery['state']>`d.state`.as('state'),
      sql<WebhookDelivery['attempts']>`d.attempts`.as('attempts'),
      // Nobody knows the time of a delivery that its run holds.
      sql<string | null>`case when d.state = 'waiting' and d.due_at < 'infinity' then d.due_at::timestamptz(3) end`.as(
        'nextAt',
      ),
    ])

async function requireWebhook(db: Db, id: number) {
  const found = await db.selectFrom('webhooks').select(['id', 'active']).where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound('Webhook')
  return found
}

/** A page of the deliveries to a webhook, newest first. Throws 404. */
export async function listDeliveries(db: Db, webhookId: number, query: ListQuery): Promise<Page<WebhookDelivery>> {
  await requireWebhook(db, webhookId)
  return paginate(
    query,
    () => countRows(db, sql`webhook_deliveries where webhook_id = ${webhookId}`),
    (limit, offset) =>
      base(db).where('d.webhookId', '=', webhookId).orderBy('d.id', 'desc').limit(limit).offset(offset).execute(),
  )
}

/**
 * Sends a delivery again, now, with the same id. Throws 404; 409 while its webhook is switched off, or it is
 * being sent.
 */
export async function replayDelivery(
  tx: Tx,
  _: Services,
  { id }: { id: number },
  actor: Actor,
): Promise<WebhookDelivery> {
  const found = await tx
    .selectFrom('webhookDeliveries')
    .select(['webhookId', sql<boolean>`coalesce(claimed_until > now(), false)`.as('sending')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound('Delivery')
  const { active } = await requireWebhook(tx, found.webhookId)
  if (!active) throw new AppError(409, 'This webhook is switched off.')
  if (found.sending) throw new AppError(409, 'This delivery is being sent. Try again in a minute.')
  // A held delivery stays held: its event may still be undone.
  await sql`
    update webhook_deliveries set due_at = now(), updated_at = now(), claimed_until = null,
      tries = case when state = 'waiting' then tries else 0 end, state = 'waiting'
    where id = ${id} and (state <> 'waiting' or tries > 0)`.execute(tx)
  const after = { delivery: id }
  await recordAudit(
    tx,
    actor,
    { action: 'webhook.replay', entity: 'webhooks', entityId: found.webhookId, after },
    Object.keys(after),
  )
  return base(tx).where('d.id', '=', id).executeTakeFirstOrThrow()
}

/** Gives a webhook a new secret; the old one signs too for a day. Throws 404. */
export async function rotateSecret(
  tx: Tx,
  services: Services,
  { id }: { id: number },
  actor: Actor,
): Promise<{ secret: string }> {
  const rotated = await tx
    .updateTable('webhooks')
    .set({
      secret: sql`default`,
      previousSecret: sql`secret`,
      previousUntil: sql`now() + make_interval(hours => ${ROTATION_HOURS}::int)`,
    })
    .where('id', '=', id)
    .returning('secret')
    .executeTakeFirst()
  if (!rotated) throw notFound('Webhook')
  await recordAudit(tx, actor, { action: 'webhook.rotate', entity: 'webhooks', entityId: id })
  await tellOwner(tx, services, 'webhook-rotated', { by: actor })
  return rotated
}
