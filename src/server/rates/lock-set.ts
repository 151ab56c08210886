import type { RateSetState } from '#contract/rates/rate-sets.ts'
import { rateSets } from '#contract/rates/rate-sets.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError, notFound } from '#server/errors.ts'

/** Locks a set until the transaction ends. Throws 404, and 409 in any other than these states. */
export async function lockSet(tx: Tx, id: number, states: readonly RateSetState[]) {
  const set = await tx.selectFrom('rateSets').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!set) throw notFound(rateSets.name)
  if (!states.includes(set.state)) throw new AppError(409, `This rate set is ${set.state}.`)
  return set
}
export type LockedSet = Awaited<ReturnType<typeof lockSet>>

/** States in which a set can still be written. */
export const OPEN_STATES = ['draft', 'scheduled'] as const
