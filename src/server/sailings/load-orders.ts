import type { z } from 'zod'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import type { LoadingReply, loadInput } from '#contract/sailings/loadings.ts'
import { loadedOn } from '#contract/sailings/sailing-codes.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Services } from '#server/services.ts'
import { followTo, valuesOf } from './follow-confirmations.ts'
import { loadWarnings } from './load-warnings.ts'
import { containerOf, type LockedOrder, lastPosition, lockSailing, requireUnderWay } from './lock-sailing.ts'
import { recordLoadings } from './record-loadings.ts'
import { endedReason, judge, replyOf } from './row-results.ts'
import { isIn } from './sailing-status.ts'
import { containerName } from './warnings.ts'

type Input = { sailingId: number } & z.output<typeof loadInput>
type Container = NonNullable<Awaited<ReturnType<typeof containerOf>>>

const isLcl = ({ transportationMode }: LockedOrder) => transportationMode === TransportationMode.LCL

/** Refuses an order whose weight, with that of the orders before it, is too much for the container. */
function payload(container: Container) {
  let used = container.usedKg ?? 0
  return (order: LockedOrder): string | null => {
    if (!isLcl(order)) return 'FCL orders have containers of their own'
    if (order.loading?.containerId === container.id) return null
    const kg = Number((used + (order.loading?.weightKg ?? order.shipmentWeight ?? 0)).toFixed(3))
    if (kg > container.maxKg)
      return `${containerName(container)} would have ${kg} kg, above its payload of ${container.maxKg} kg`
    used = kg
    return null
  }
}

const isOn =
  (sailingId: number) =>
  ({ loading }: LockedOrder) =>
    loading?.sailingId === sailingId

/** Why an order cannot be loaded, or put into the container; asked of one order after the other, as they are loaded. */
export function reasonsToStay(
  { id, status }: Pick<Sailing, 'id' | 'status'>,
  container: Container | null,
): ((order: LockedOrder) => string | null)[] {
  const isHere = isOn(id)
  return [
    endedReason,
    (order) => (order.loading && !isHere(order) ? loadedOn(order.loading.reference) : null),
    (order) => (isHere(order) || status === 'planned' ? null : isIn(status)),
    ...(container ? [payload(container)] : []),
  ]
}

/**
 * Loads orders on a sailing; orders already on it move to the container. Values of the sailing go into their
 * booking confirmations where those are empty, with `takeOver` also where they name another voyage. Throws 404; 400 at `containerId`; 409 if not one could be
 * loaded. Orders that do not fit are loaded too, with warnings.
 */
export async function loadOrders(
  tx: Tx,
  { config }: Services,
  { sailingId, orderIds, containerId, takeOver }: Input,
  actor: Actor,
): Promise<LoadingReply> {
  const sailing = await lockSailing(tx, sailingId)
  requireUnderWay(sailing)
  const container = containerId ? await containerOf(tx, sailingId, containerId) : null
  if (container === undefined) throw invalid({ containerId: CHOOSE })
  const isHere = isOn(sailingId)
  const { items, orders } = await judge(tx, orderIds, reasonsToStay(sailing, container))
  const added = orders.filter((order) => !isHere(order))
  const moved =
    containerId === undefined ? [] : orders.filter((o) => isHere(o) && o.loading?.containerId !== containerId)
  await write(tx, { sailingId, containerId: containerId ?? null, added, moved })
  await recordLoadings(tx, actor, { verb: 'load', sailingId }, added, () => ({
    sailingId,
    containerId: containerId ?? null,
  }))
  await recordLoadings(tx, actor, { verb: 'move', sailingId }, moved, () => ({ containerId: containerId ?? null }))
  const next = valuesOf(sailing)
  await followTo(tx, actor, idsOf(added), { earlier: {}, next, takeOver })
  const { timeZone } = config
  return replyOf(tx, sailingId, items, await loadWarnings(tx, idsOf(added), { sailing, timeZone }))
}

const idsOf = (orders: readonly LockedOrder[]) => orders.map(({ id }) => id)

interface Places {
  sailingId: number
  containerId: number | null
  added: readonly LockedOrder[]
  moved: readonly LockedOrder[]
}

async function write(tx: Tx, { sailingId, containerId, added, moved }: Places): Promise<void> {
  if (moved.length > 0)
    await tx.updateTable('loadings').set({ containerId }).where('orderId', 'in', idsOf(moved)).execute()
  if (added.length === 0) return
  const last = await lastPosition(tx, sailingId)
  const rows = added.map(({ id }, index) => ({ orderId: id, sailingId, containerId, position: last + index + 1 }))
  await tx.insertInto('loadings').values(rows).execute()
}
