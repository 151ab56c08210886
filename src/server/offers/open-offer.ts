import { sql } from 'kysely'
import type { Offer, OfferQuestion } from '#contract/offers/offers.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { hashToken, isToken } from '#server/http/tokens.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { offerReads } from './read-offers.ts'

/** What a link leads to: an offer, or that it shows none any more. */
export type OpenedOffer = { shows: true; offer: Offer } | { shows: false }

const GONE = new Set<Offer['state']>(['draft', 'withdrawn', 'replaced'])

/**
 * The offer of a link; null for a link that never was. A link that was revoked or is too old, and an offer that was
 * withdrawn or replaced, show nothing. Reads only: scanners open every link of a mail.
 */
export async function openOffer(db: Db, token: string, clock: { timeZone: string }): Promise<OpenedOffer | null> {
  if (!isToken(token)) return null
  const link = await db
    .selectFrom('offerLinks')
    .select(['offerId', sql<boolean>`revoked_at is null and expires_at > now()`.as('works')])
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirst()
  if (!link) return null
  if (!link.works) return { shows: false }
  const offer = await offerReads(db, clock).find(db, link.offerId)
  return GONE.has(offer.state) ? { shows: false } : { shows: true, offer }
}

/** Notes that somebody pressed a button on the page of an offer, the first time only. */
export async function markSeen(tx: Tx, offerId: number): Promise<void> {
  await tx
    .updateTable('offers')
    .set({ seenAt: sql`now()` })
    .where('id', '=', offerId)
    .where('seenAt', 'is', null)
    .execute()
}

/** Keeps a question, or the wish for a new price, until staff deal with it. */
export async function askAboutOffer(
  tx: Tx,
  question: { offerId: number; kind: 'question' | 'new-price'; name?: string; message?: string },
): Promise<void> {
  await tx.insertInto('offerQuestions').values(question).execute()
}

/** What was asked about an offer, newest first. */
export const questionsOf = (db: Db, offerId: number): Promise<OfferQuestion[]> =>
  db
    .selectFrom('offerQuestions')
    .select(['id', 'kind', 'name', 'message', 'askedAt', 'closedAt'])
    .where('offerId', '=', offerId)
    .orderBy('id', 'desc')
    .limit(200)
    .execute()

/** Marks what was asked about an offer as dealt with. */
export async function closeQuestions(tx: Tx, offerId: number, actor: Actor): Promise<void> {
  await tx
    .updateTable('offerQuestions')
    .set({ closedAt: sql`now()` })
    .where('offerId', '=', offerId)
    .where('closedAt', 'is', null)
    .execute()
  await recordAudit(tx, actor, { action: 'offer.close-questions', entity: 'offers', entityId: offerId })
}
