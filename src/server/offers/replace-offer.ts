import type { Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'
import { lockOfferIn } from './lock-offer.ts'
import { nextReference } from './next-reference.ts'
import { writeOptions } from './offer-store.ts'
import { repriceOptions } from './price-options.ts'
import { offerReads } from './read-offers.ts'

/**
 * Makes a draft in place of an offer: LCL options at today's prices, typed prices as they were. The offer stays until
 * the draft is sent. Returns the draft's id. Throws 404, and 409 for a draft, an accepted or a replaced offer.
 */
export async function replaceOffer(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  id: number,
  actor: Actor,
): Promise<number> {
  const before = await lockOfferIn(tx, id, ['sent', 'expired', 'declined', 'withdrawn'])
  const { options, replacedById } = await offerReads(tx, config).find(tx, id)
  if (replacedById !== null) throw new AppError(409, 'This offer has a draft that replaces it.')
  const reference = await nextReference(tx, config.timeZone)
  const { clientId, orderId, name, company, email, ownerId, note } = before
  const draft = await tx
    .insertInto('offers')
    .values({ clientId, orderId, name, company, email, ownerId, note, reference, replacesId: id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeOptions(tx, draft.id, await repriceOptions(tx, options))
  const after = { reference, replacesId: id }
  await recordAudit(
    tx,
    actor,
    { action: 'offer.create', entity: 'offers', entityId: draft.id, after },
    Object.keys(after),
  )
  return draft.id
}
