import { sql } from 'kysely'
import { TRACKING_LINK_DAYS } from '#contract/tracking/tracking-links.ts'
import type { Tx } from '#server/db/client.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { HIDDEN, personalUrl } from './secret-links.ts'

/** A reader's own link to the tracking page, as the database keeps it. */
export interface OwnLink {
  tokenHash: Buffer
  email: string
  /** Whether its page shows the documents that were sent to the client. */
  documents: boolean
  /** Whether the reader asked for it. */
  renewal: boolean
  /** The link in copies of the mail. */
  publicUrl: string
}

/**
 * Puts a link of its own into the texts of a mail that was composed with a hidden one; null if it has none.
 */
export function giveOwnLink<Texts extends { html: string; text: string }>(
  composed: Texts,
  appUrl: string,
): { texts: Texts; tokenHash: Buffer } | null {
  const hidden = personalUrl(appUrl, HIDDEN)
  if (!composed.html.includes(hidden) && !composed.text.includes(hidden)) return null
  const token = newToken()
  const fill = (text: string) => text.replaceAll(hidden, personalUrl(appUrl, token))
  const texts = { ...composed, html: fill(composed.html), text: fill(composed.text) }
  return { texts, tokenHash: hashToken(token) }
}

/** SQL: adds the link of a mail, `mail`, about an order. */
export const insertOwnLink = ({ tokenHash, email, documents, renewal }: OwnLink, orderId: number) => sql`
  insert into tracking_links (token_hash, order_id, mail_id, email, documents, renewal, expires_at)
  select ${tokenHash}::bytea, ${orderId}::int, mail.id, ${email}::text, ${documents}::boolean, ${renewal}::boolean,
    now() + make_interval(days => ${TRACKING_LINK_DAYS}) from mail`

/** Replaces the link of a mail that was composed again; null removes it. */
export async function replaceOwnLink(tx: Tx, mail: { id: number; orderId: number }, link: OwnLink | null) {
  await tx.deleteFrom('trackingLinks').where('mailId', '=', mail.id).execute()
  if (link) await sql`with mail as (select ${mail.id}::int as id) ${insertOwnLink(link, mail.orderId)}`.execute(tx)
}
