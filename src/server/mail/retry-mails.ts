import { sql } from 'kysely'
import type { z } from 'zod'
import { MailState } from '#contract/codes/mail-state.ts'
import { MailKind } from '#contract/mail/mail-codes.ts'
import type { Mail, retriedMails, retryFailedInput } from '#contract/mail/mails.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudits } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'
import { retryDeliveries } from './outbox.ts'
import { holding, readMail } from './read-mails.ts'

const RETRIED: readonly MailState[] = [MailState.FAILED, MailState.BOUNCED, MailState.UNSENT, MailState.CANCELLED]

/** The most mails that one call retries. */
const BATCH = 200

async function retry(tx: Tx, deliveryIds: readonly number[], actor: Actor): Promise<number[]> {
  const mails = await retryDeliveries(tx, deliveryIds)
  await recordAudits(tx, actor, { action: 'mail.retry', entity: 'mails', entityIds: mails })
  return mails
}

async function whyNot(tx: Tx, { id, kind }: Pick<Mail, 'id' | 'kind'>): Promise<string> {
  if (kind === MailKind.PASSWORD_RESET) return 'its text was erased'
  const withdrawn = await tx
    .selectFrom('mails as m')
    .innerJoin('orderEvents as e', 'e.id', 'm.orderEventId')
    .select('e.id')
    .where('m.id', '=', id)
    .where('e.withdrawnAt', 'is not', null)
    .executeTakeFirst()
  return withdrawn ? 'its event was withdrawn' : 'the client was deleted'
}

/**
 * Queues the failed, unsent and cancelled deliveries of a mail again. Returns the mail. Throws 404, and 409
 * if there are none.
 */
export async function retryMail(tx: Tx, _: Services, { id }: { id: number }, actor: Actor) {
  const { deliveries, kind } = await readMail(tx, id)
  const again = deliveries.filter(({ state }) => RETRIED.includes(state))
  if (again.length === 0) throw new AppError(409, 'No delivery of this mail has failed.')
  const ids = again.map((delivery) => delivery.id)
  const mails = await retry(tx, ids, actor)
  if (mails.length === 0) {
    throw new AppError(409, `This mail cannot be sent again: ${await whyNot(tx, { id, kind })}.`)
  }
  return readMail(tx, id)
}

/**
 * Retries one batch of failed or unsent mails, newest first. A mail that fails again in the meantime is not
 * retried twice.
 */
export async function retryFailed(
  tx: Tx,
  _: Services,
  { state = MailState.FAILED, search, before }: z.output<typeof retryFailedInput>,
  actor: Actor,
): Promise<z.infer<typeof retriedMails>> {
  const found = sql`${search === '' ? sql`true` : holding(search)} and ${before === null ? sql`true` : sql`mails.id < ${before}`}`
  const { rows } = await sql<{ id: number }>`
    select id from mails where ${found} and exists (
      select 1 from mail_deliveries d where d.mail_id = mails.id and d.state = ${state}
    ) order by id desc limit ${BATCH}`.execute(tx)
  const mails = rows.map(({ id }) => id)
  // The deliveries are read again under a lock: another call may have retried them.
  const failed = await tx
    .selectFrom('mailDeliveries')
    .select('id')
    .where('mailId', '=', sql<number>`any(${mails})`)
    .where('state', '=', state)
    .orderBy('id')
    .forUpdate()
    .execute()
  const retried = await retry(
    tx,
    failed.map(({ id }) => id),
    actor,
  )
  return { count: retried.length, next: mails.length < BATCH ? null : (mails.at(-1) ?? null) }
}
