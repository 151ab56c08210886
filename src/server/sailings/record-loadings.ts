import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit, recordEach } from '#server/resource/audit.ts'
import type { LockedOrder } from './lock-sailing.ts'

/** The place and state of an order, as the trail keeps them. */
export interface LoadingTrail {
  sailingId?: number | null
  containerId?: number | null
  reason?: string | null
  receivedAt?: string | null
  pieces?: number | null
  weightKg?: number | null
  volumeCbm?: number | null
}

const FIELDS = ['sailingId', 'containerId', 'reason', 'receivedAt', 'pieces', 'weightKg', 'volumeCbm']

/** The event, and its sailing. */
interface Happened {
  verb: 'load' | 'move' | 'unload' | 'roll' | 'receive'
  sailingId: number
  /** Further values for the trail of the sailing. */
  more?: { reason?: string; toSailingId?: number }
}

/**
 * Records in the trail of each order where it is now, and in the trail of the sailing which orders they are.
 */
export async function recordLoadings(
  tx: Tx,
  actor: Actor,
  { verb, sailingId, more = {} }: Happened,
  orders: readonly Pick<LockedOrder, 'id' | 'loading'>[],
  afterOf: (order: Pick<LockedOrder, 'id' | 'loading'>) => LoadingTrail,
): Promise<void> {
  if (orders.length === 0) return
  const changes = orders.map((order) => {
    const after = afterOf(order)
    const was: Record<string, unknown> = order.loading ?? {}
    const before = Object.fromEntries(Object.keys(after).map((key) => [key, was[key] ?? null]))
    return { action: `order.${verb}`, entity: 'orders', entityId: order.id, before, after }
  })
  await recordEach(tx, actor, changes, FIELDS)
  const after = { orders: orders.map(({ id }) => id), ...more }
  const event = { action: `sailing.${verb}`, entity: 'sailings', entityId: sailingId, after }
  await recordAudit(tx, actor, event, ['orders', 'reason', 'toSailingId'])
}
