import { type RawBuilder, sql } from 'kysely'
import type { MailIn } from '#contract/mail-in/mail-in.ts'
import type { MailInState } from '#contract/mail-in/mail-in-codes.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { recordChanges } from '#server/resource/changes.ts'
import { type LockedMail, lockMail, requireFree } from './lock-mail.ts'
import { readMailIn } from './read-mail-in.ts'

/** Writes columns of a mail, and its version. */
export async function writeMail(tx: Tx, id: number, set: RawBuilder<unknown>): Promise<void> {
  await sql`update mail_in set ${set}, updated_at = next_version(updated_at) where id = ${id}`.execute(tx)
}

/** Tells whoever follows the mail, or its order. */
export const tellOfMail = (tx: Tx, actor: Actor, { id, orderId }: Pick<LockedMail, 'id' | 'orderId'>, kind: string) =>
  recordChanges(tx, actor, [{ entity: 'mailIn', entityId: id, orderId, kind }])

/** Records what was done with a mail. */
export const auditMail = (
  tx: Tx,
  actor: Actor,
  id: number,
  verb: string,
  change: { before?: object; after?: object } = {},
) =>
  recordAudit(tx, actor, { action: `mail-in.${verb}`, entity: 'mailIn', entityId: id, ...change }, [
    ...['state', 'orders', 'sailingId', 'file', 'document', 'orderId', 'mailId'],
  ])

type Verb<Input = { id: number }> = (tx: Tx, services: unknown, input: Input, actor: Actor) => Promise<MailIn>

/**
 * Claims a mail for the caller; a new one is open from then on. Claiming compares and sets: the second caller reads
 * who has it. Throws 404, 409.
 */
export const claimMail: Verb = async (tx, _, { id }, actor) => {
  const mail = await lockMail(tx, id)
  requireFree(mail, actor.userId)
  const state: MailInState = mail.state === 'new' ? 'open' : mail.state
  await writeMail(tx, id, sql`claimed_by = ${actor.userId}, claimed_at = now(), state = ${state}`)
  await tellOfMail(tx, actor, mail, 'claim')
  return readMailIn(tx, id)
}

/** Releases the caller's claim. Throws 404, 409. */
export const releaseMail: Verb = async (tx, _, { id }, actor) => {
  const mail = await lockMail(tx, id)
  requireFree(mail, actor.userId)
  await writeMail(tx, id, sql`claimed_by = null, claimed_at = null`)
  await tellOfMail(tx, actor, mail, 'release')
  return readMailIn(tx, id)
}

/** Puts a mail out of the way until a time; null brings it back. Throws 404. */
export const snoozeMail: Verb<{ id: number; until: string | null }> = async (tx, _, { id, until }, actor) => {
  const mail = await lockMail(tx, id)
  await writeMail(tx, id, sql`snoozed_until = ${until}`)
  await tellOfMail(tx, actor, mail, 'snooze')
  return readMailIn(tx, id)
}

/** Closes or ignores a mail. Throws 404, 409. */
const end =
  (state: 'closed' | 'ignored', verb: string): Verb =>
  async (tx, _, { id }, actor) => {
    const mail = await lockMail(tx, id)
    requireFree(mail, actor.userId)
    await writeMail(tx, id, sql`state = ${state}`)
    await auditMail(tx, actor, id, verb, { before: { state: mail.state }, after: { state } })
    return readMailIn(tx, id)
  }
export const closeMail = end('closed', 'close')
export const ignoreMail = end('ignored', 'ignore')

const NEVER_OPEN: Partial<Record<string, string>> = {
  bounce: 'This reports that a mail was not delivered: there is nothing to answer.',
  own: 'This mail was sent by us: there is nothing to answer.',
}

/** Opens a mail again that was closed, ignored or answered; others stay. Throws 404; 409 for reports and our own. */
export const reopenMail: Verb = async (tx, _, { id }, actor) => {
  const mail = await lockMail(tx, id)
  const refusal = NEVER_OPEN[mail.automatic ?? '']
  if (refusal) throw new AppError(409, refusal)
  if (mail.state !== 'new' && mail.state !== 'open') {
    await writeMail(tx, id, sql`state = 'open', reopened = true`)
    await auditMail(tx, actor, id, 'reopen', { before: { state: mail.state }, after: { state: 'open' } })
  }
  return readMailIn(tx, id)
}
