import { NOT_CONFIRMED } from '#contract/orders/bookings.ts'
import { CONFIRMATION_PLACES } from '#contract/orders/confirmation.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'

/**
 * Copies the confirmed places and the clauses of an earlier order to a new one; dates, vessel and voyage
 * belong to that shipment only. Does nothing without an earlier order. Throws 400 at `confirmationOf`.
 */
export async function copyConfirmation(tx: Tx, from: number | null, to: number): Promise<void> {
  if (from === null) return
  const kept = [...CONFIRMATION_PLACES, 'bookingClauses'] as const
  const earlier = await tx
    .selectFrom('confirmations as c')
    .innerJoin('orders as o', 'o.id', 'c.orderId')
    .select(kept.map((key) => `c.${key}` as const))
    .where('c.orderId', '=', from)
    .where('o.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!earlier) throw invalid({ confirmationOf: NOT_CONFIRMED })
  await tx
    .insertInto('confirmations')
    .values({ ...earlier, orderId: to })
    .execute()
}
