import { sql } from 'kysely'
import type { SaidField } from '#contract/carrier-events/carrier-event-rows.ts'
import { instantAt } from '#contract/lib/zones.ts'
import type { Milestone } from '#contract/reference/milestones.ts'
import { startEventRun } from '#server/bulk/facts/start-event-run.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { ordersInProgress } from '#server/sailings/follow-confirmations.ts'

/** The milestone of each date whose event a carrier may set. */
const MILESTONES: readonly { field: SaidField; milestone: Milestone }[] = [
  { field: 'atd', milestone: 'departed' },
  { field: 'portAta', milestone: 'arrived' },
]

/** A sailing whose actual dates were written, with what it said before. */
export interface Reached {
  before: { id: number; carrierId: number | null; atd: string | null; portAta: string | null }
  dates: Partial<Record<SaidField, string | null>>
}

/** The events that carriers set: those with the lowest id of their milestone. */
async function eventsOf(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ milestone: string; id: number }>`select milestone, min(id) as id from events
    where milestone in ('departed', 'arrived') group by milestone`.execute(tx)
  return new Map(rows.map(({ milestone, id }) => [milestone, id]))
}

/**
 * Starts the runs that set the event of what sailings have reached now, for the orders aboard that do not have it, where
 * their carriers may. No mail goes out: telling the clients is a run that a person starts.
 */
export async function setCarrierEvents(
  tx: Tx,
  actor: Actor,
  { reached, timeZone }: { reached: readonly Reached[]; timeZone: string },
): Promise<void> {
  const dates = reached.flatMap(({ before, dates: written }) =>
    MILESTONES.flatMap(({ field, milestone }) => {
      const [day, was] = [written[field], field === 'atd' ? before.atd : before.portAta]
      return day && was === null && before.carrierId !== null ? [{ ...before, day, milestone }] : []
    }),
  )
  if (dates.length === 0) return
  const { rows: carriers } = await sql<{ id: number }>`select id from carriers where sets_events`.execute(tx)
  const mayOf = new Set(carriers.map(({ id }) => id))
  const set = dates.filter(({ carrierId }) => carrierId !== null && mayOf.has(carrierId))
  if (set.length === 0) return
  const events = await eventsOf(tx)
  const orders = await ordersInProgress(
    tx,
    set.map(({ id }) => id),
  )
  // A run for each: the date of its event is that of its sailing.
  for (const { id: sailingId, day, milestone } of set) {
    const eventId = events.get(milestone)
    const aboard = orders.filter((each) => each.sailingId === sailingId)
    if (eventId === undefined || aboard.length === 0) continue
    const date = new Date(instantAt(Date.parse(day), timeZone)).toISOString()
    const told = { eventId, date, comment: '', emailTemplateId: null }
    const items = aboard.map(({ id }) => ({ orderId: id, recorded: { carried: [] }, again: true }))
    await startEventRun(tx, { told, orders: items }, actor)
  }
}
