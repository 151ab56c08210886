import type { z } from 'zod'
import { differingFields } from '#contract/sailings/follow.ts'
import type { LoadingReply, receivedInput, takeOverInput } from '#contract/sailings/loadings.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Services } from '#server/services.ts'
import { confirmedValues, valuesOf, writeConfirmations } from './follow-confirmations.ts'
import { type LockedOrder, lockSailing, requireUnderWay } from './lock-sailing.ts'
import { recordLoadings } from './record-loadings.ts'
import { endedReason, type Judged, judge, notAboard, replyOf } from './row-results.ts'

type Input = { sailingId: number } & Pick<z.output<typeof receivedInput>, 'orderIds' | 'at' | 'measured'>

/** Milliseconds by which clocks may differ. */
const CLOCK_SKEW = 60_000

/**
 * Throws 400 for a time in the future, and for figures of an order that the call does not name, or names
 * twice.
 */
function check({ orderIds, at, measured = [] }: Input): void {
  if (at && Date.parse(at) > Date.now() + CLOCK_SKEW) throw invalid({ at: 'This time is still to come' })
  const stray = measured.findIndex(({ orderId }) => !orderIds.includes(orderId))
  if (stray >= 0) throw invalid({ [`measured.${stray}.orderId`]: 'This order is not among those received' })
  const ids = measured.map(({ orderId }) => orderId)
  const again = ids.findIndex((id, at) => ids.indexOf(id) < at)
  if (again >= 0) throw invalid({ [`measured.${again}.orderId`]: 'This order was measured twice' })
}

/** Values of an order that is received now, or whose receipt is taken back. */
function receiptOf({ at, measured = [] }: Input, now: string) {
  const figures = new Map(measured.map(({ orderId, ...rest }) => [orderId, rest]))
  return ({ id, loading }: Pick<LockedOrder, 'id' | 'loading'>) => {
    if (at === null) return { receivedAt: null, pieces: null, weightKg: null, volumeCbm: null }
    const { pieces = null, weightKg = null, volumeCbm = null } = figures.get(id) ?? loading ?? {}
    return { receivedAt: at ?? loading?.receivedAt ?? now, pieces, weightKg, volumeCbm }
  }
}

/**
 * Marks cargo as received by the CFS, with what it measured; figures of an earlier receipt stay unless new
 * ones come. Measured figures count towards the capacity from then on and never change a price. Returns what
 * became of each order, and those that were received with their earlier loadings. Throws 404, 400, 409.
 */
export async function receiveOrders(tx: Tx, input: Input, actor: Actor): Promise<Judged> {
  check(input)
  const sailing = await lockSailing(tx, input.sailingId)
  requireUnderWay(sailing)
  const { items, orders } = await judge(tx, input.orderIds, [notAboard(sailing), endedReason])
  const receipt = receiptOf(input, new Date().toISOString())
  await tx
    .insertInto('loadings')
    .values(orders.map((order) => ({ orderId: order.id, sailingId: sailing.id, position: 0, ...receipt(order) })))
    .onConflict((conflict) =>
      conflict.column('orderId').doUpdateSet(({ ref }) => ({
        receivedAt: ref('excluded.receivedAt'),
        pieces: ref('excluded.pieces'),
        weightKg: ref('excluded.weightKg'),
        volumeCbm: ref('excluded.volumeCbm'),
      })),
    )
    .execute()
  await recordLoadings(tx, actor, { verb: 'receive', sailingId: sailing.id }, orders, receipt)
  return { items, orders }
}

/** Writes values of the sailing into booking confirmations that differ. Throws 404, 409. */
export async function takeOver(
  tx: Tx,
  _: Services,
  { sailingId, orderIds, fields }: { sailingId: number } & z.output<typeof takeOverInput>,
  actor: Actor,
): Promise<LoadingReply> {
  const sailing = await lockSailing(tx, sailingId)
  const { items, orders } = await judge(tx, orderIds, [notAboard(sailing), endedReason])
  const confirmed = await confirmedValues(
    tx,
    orders.map(({ id }) => id),
  )
  const next = valuesOf(sailing)
  const changes = orders.map(({ id: orderId }) => {
    const before = confirmed.get(orderId) ?? null
    const taken = differingFields(before, next).filter((field) => fields?.includes(field) ?? true)
    return { orderId, before, values: Object.fromEntries(taken.map((field) => [field, next[field]])) }
  })
  await writeConfirmations(tx, actor, changes)
  return replyOf(tx, sailingId, items)
}
