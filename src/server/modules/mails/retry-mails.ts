import { sql } from 'kysely'
import type { z } from 'zod'
import { MailKind, type retriedMails, type retryFailedInput } from '#contract/mails/mails.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { retryDeliveries } from '#server/mail/outbox.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { holding, readMail } from './read-mails.ts'

/** Mails that one call sends again at most. */
const BATCH = 200

async function retry(tx: Tx, deliveryIds: readonly number[], actor: Actor): Promise<number[]> {
  const mails = await retryDeliveries(tx, deliveryIds)
  for (const entityId of mails) await recordAudit(tx, actor, { action: 'mail.retry', entity: 'mails', entityId })
  return mails
}

/** Sends what of a mail failed, or was not sent, again. Throws 404; 409 when there is nothing of it to send. */
export async function retryMail(db: Db, id: number, actor: Actor) {
  const { deliveries, kind } = await readMail(db, id)
  const again = deliveries.filter(({ state }) => state === 'failed' || state === 'unsent')
  if (again.length === 0) throw new AppError(409, 'Nothing of this mail has failed.')
  const ids = again.map((delivery) => delivery.id)
  const mails = await db.transaction().execute((tx) => retry(tx, ids, actor))
  if (mails.length === 0) {
    const why = kind === MailKind.PASSWORD_RESET ? 'its text is no longer kept' : 'the client was deleted'
    throw new AppError(409, `This mail cannot be sent again: ${why}.`)
  }
  return readMail(db, id)
}

/** Sends failed mails again, the newest first: one batch, in one transaction. What fails again meanwhile is not met twice. */
export async function retryFailed(
  db: Db,
  { search, before }: z.output<typeof retryFailedInput>,
  actor: Actor,
): Promise<z.infer<typeof retriedMails>> {
  const found = sql`${search === '' ? sql`true` : holding(search)} and ${before === null ? sql`true` : sql`mails.id < ${before}`}`
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from mails where ${found} and exists (
        select 1 from mail_deliveries d where d.mail_id = mails.id and d.state = 'failed'
      ) order by id desc limit ${BATCH}`.execute(tx)
    const mails = rows.map(({ id }) => id)
    // Once they are locked it shows whether somebody else was quicker.
    const failed = await tx
      .selectFrom('mailDeliveries')
      .select('id')
      .where('mailId', '=', sql<number>`any(${mails})`)
      .where('state', '=', 'failed')
      .orderBy('id')
      .forUpdate()
      .execute()
    const retried = await retry(
      tx,
      failed.map(({ id }) => id),
      actor,
    )
    return { count: retried.length, next: mails.length < BATCH ? null : (mails.at(-1) ?? null) }
  })
}
