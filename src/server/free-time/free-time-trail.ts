import { FREE_TIME_LABELS, type FreeTime } from '#contract/free-time/free-times.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordEach } from '#server/resource/audit.ts'

/** Whose clocks they are: a container's, with the FCL order to which it belongs, or those of an LCL order. */
export interface Subject {
  containerId: number | null
  orderId: number | null
}

const FIELDS = keysOf(FREE_TIME_LABELS)

/** The values of a clock that the trail keeps. */
const trailOf = ({ note, clock: _, container: __, ...row }: FreeTime) => ({ ...row, freeTimeNote: note })

/**
 * Records each clock that changed, in the trail of its order, or of its container where that has several orders. The
 * entry names clock and container.
 */
export async function recordFreeTimes(
  tx: Tx,
  {
    subjects,
    before,
    after,
  }: { subjects: readonly Subject[]; before: readonly FreeTime[]; after: readonly FreeTime[] },
  actor: Actor,
): Promise<void> {
  const now = new Map(after.map((row) => [row.id, row]))
  const then = new Map(before.map((row) => [row.id, row]))
  const events = [...new Set([...then.keys(), ...now.keys()])].flatMap((id) => {
    const [was, is] = [then.get(id), now.get(id)]
    const row = is ?? was
    if (!row || was?.updatedAt === is?.updatedAt) return []
    const subject = subjects.find(({ containerId, orderId }) =>
      row.containerId === null ? orderId === row.orderId : containerId === row.containerId,
    )
    const ofOrder = subject?.orderId ?? null
    const named = { clock: row.clock, ...(row.container && { container: row.container.number }) }
    const change = { ...(was && { before: trailOf(was) }), after: { ...(is && trailOf(is)), ...named } }
    return ofOrder === null
      ? [{ action: 'container.free-times', entity: 'containers', entityId: row.containerId, ...change }]
      : [{ action: 'order.free-times', entity: 'orders', entityId: ofOrder, ...change }]
  })
  await recordEach(tx, actor, events, FIELDS)
}
