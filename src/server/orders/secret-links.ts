import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { sameMailbox } from '#server/http/security/mailbox-key.ts'
import { hashToken } from '#server/http/tokens.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { lockOrder } from './lock-order.ts'

/** New links that a reader can ask for, in 24 hours. */
const RENEWALS_A_DAY = 2

type LinkTable = 'upload_links' | 'tracking_links'

/** SQL: the row with this secret, if its order `o` and their client `u` were not deleted. */
export const bySecret = (column: 'l.tokenHash' | 't.tokenHash', token: string) =>
  sql<boolean>`${sql.ref(column)} = ${hashToken(token)} and o.deleted_at is null and u.deleted_at is null`

/** Records an event of a link in the trail of its order. */
async function recordLink(tx: Tx, actor: Actor, action: string, orderId: number, after: object): Promise<void> {
  await recordAudit(tx, actor, { action, entity: 'orders', entityId: orderId, after }, Object.keys(after))
}

/**
 * Revokes a link of an order; revoking it twice changes nothing. Its page says so from now on. Throws 404.
 */
export const revokeLink =
  (table: LinkTable, action: string) =>
  async (tx: Tx, _: unknown, { orderId, linkId }: { orderId: number; linkId: number }, actor: Actor): Promise<void> => {
    await lockOrder(tx, orderId)
    const { rows } = await sql<{ email: string | null }>`
      update ${sql.table(table)} set revoked_at = coalesce(revoked_at, now())
      where id = ${linkId} and order_id = ${orderId} returning email`.execute(tx)
    const [revoked] = rows
    if (!revoked) throw notFound('Link')
    await recordLink(tx, actor, action, orderId, { requestedTo: revoked.email })
  }

/** A link, with the address that got it. */
interface Link {
  orderId: number
  email: string
}

interface Renewing<L extends Link, Refusal> {
  table: LinkTable
  action: string
  /** SQL: which rows of the table were asked for by their readers. */
  asked: RawBuilder<unknown>
  /** Finds the link; null for one whose reader must not get another. */
  open: (db: Db) => Promise<L | null>
  /** Why no new one is sent; null if it is. */
  refusal: (link: L) => Refusal | null
  /** Mails the new one. Returns what the trail says beside the address. */
  mail: (link: L) => Promise<object>
}

/** What became of the wish for a new link, beside the refusals of its kind. */
export type Renewal = 'sent' | 'enough' | 'dead'

/**
 * Mails a new link to the address of one that does not work any more: at most twice in 24 hours. Says nothing
 * of the order.
 */
export async function renewLink<L extends Link, Refusal>(
  tx: Tx,
  actor: Actor,
  { table, action, asked, open, refusal, mail }: Renewing<L, Refusal>,
): Promise<Renewal | Refusal> {
  const seen = await open(tx)
  if (!seen) return 'dead'
  await lockOrder(tx, seen.orderId)
  const link = await open(tx)
  if (!link) return 'dead'
  const refused = refusal(link)
  if (refused !== null) return refused
  const { orderId, email } = link
  const { rows } = await sql<{ email: string }>`
    select email from ${sql.table(table)} where order_id = ${orderId} and email is not null and ${asked}
      and created_at > now() - interval '24 hours'`.execute(tx)
  if (rows.filter((each) => sameMailbox(each.email, email)).length >= RENEWALS_A_DAY) return 'enough'
  await recordLink(tx, actor, action, orderId, { ...(await mail(link)), requestedTo: email })
  return 'sent'
}
