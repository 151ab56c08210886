import type { LoadingReply } from '#contract/sailings/loadings.ts'
import type { Tx } from '#server/db/client.ts'
import { conflictWarnings, sailingSide } from './conflicts.ts'
import { fitWarnings } from './fit.ts'

type Warned = Parameters<typeof fitWarnings>[2]['sailing'] & { id: number }

/** Warnings about orders that were put on a sailing: those that do not fit, and those told of another voyage. */
export async function loadWarnings(
  tx: Tx,
  orderIds: readonly number[],
  { sailing, timeZone }: { sailing: Warned; timeZone: string },
): Promise<LoadingReply['warnings']> {
  const misfits = await fitWarnings(tx, orderIds, { sailing, timeZone })
  return [...misfits, ...(await conflictWarnings(tx, orderIds, await sailingSide(tx, sailing.id)))]
}
