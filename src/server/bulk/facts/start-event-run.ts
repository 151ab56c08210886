import { sql } from 'kysely'
import type { Run } from '#contract/runs/runs.ts'
import { HAS_EVENT, RUN_INPUTS } from '#contract/runs/start-run.ts'
import type { Told } from '#contract/sailings/told.ts'
import type { Seen } from '#server/bulk/bulk-kind.ts'
import { EVENT } from '#server/bulk/kinds/event-kind.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { createRun, type NewItem } from '#server/runs/create-run.ts'
import { readRun } from '#server/runs/read-runs.ts'
import type { Recorded, RecordedItem } from './recorded.ts'

/** An event, dated like the fact that was recorded, and the orders in which it was. */
export interface RecordedFact {
  told: Told & { eventId: number; date: string }
  /** `again` marks an order that had the fact before: its event is not set twice. */
  orders: readonly { orderId: number; recorded: Recorded; again?: boolean }[]
}

/**
 * Starts the run that sets the event of a fact which the same transaction recorded in these orders, with them
 * locked. An order whose last event changes before its row fails: somebody else told its client. Undoing the
 * run takes the fact back too. Returns the run. Throws 400 at `eventId`, `emailTemplateId`.
 */
export async function startEventRun(tx: Tx, { told, orders }: RecordedFact, actor: Actor): Promise<Run> {
  const { eventId, date, comment = '', emailTemplateId = null } = told
  const { title, plan } = await EVENT.plan(tx, RUN_INPUTS.event.parse({ eventId, date, comment, emailTemplateId }))
  const ids = orders.map(({ orderId }) => orderId)
  const rows = await tx
    .selectFrom('orders as o')
    .leftJoin('confirmations as c', 'c.orderId', 'o.id')
    .select(['o.id', 'o.lastEventEntryId', 'c.updatedAt as confirmedAt'])
    .select(
      sql<boolean>`exists (select from order_events e
        where e.order_id = o.id and e.event_id = ${eventId} and e.withdrawn_at is null)`.as('has'),
    )
    .where('o.id', 'in', ids.length > 0 ? ids : [0])
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  const items = orders.map(({ orderId, recorded, again = false }): NewItem => {
    const { lastEventEntryId, has, confirmedAt = null } = found.get(orderId) ?? {}
    const seen: Seen = { lastEventEntryId, confirmedAt }
    const input = { seen, recorded } satisfies RecordedItem & { seen: Seen }
    return { orderId, input, ...(again && has && { skipped: HAS_EVENT }) }
  })
  return readRun(tx, await createRun(tx, { kind: 'event', title, input: { plan, recorded: true }, items }, actor))
}
