import { sql } from 'kysely'
import { keysOf } from '#contract/lib/record-of.ts'
import { lockBulkOrder } from '#server/bulk/bulk-orders.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { type Carried, takeCarriedBack } from '#server/orders/events/carry.ts'
import type { StoredItem, StoredRun } from '#server/runs/run-kind.ts'
import { type Receipt, readReceipts, restoreReceipt } from '#server/sailings/receipts.ts'
import type { Services } from '#server/services.ts'

/** What a call recorded in an order before its run sets the event: the undo of the run takes it back. */
export interface Recorded {
  receipt?: { before: Receipt; after: Receipt }
  carried?: readonly Carried[]
}

/** A row whose order got a fact from the call that started the run. */
export interface RecordedItem {
  recorded?: Recorded
}

const CHANGED = 'The receipt was changed since'

/** What the call recorded in the order of a row; nothing in runs that were started by themselves. */
export const recordedBy = ({ input }: Pick<StoredItem, 'input'>): Recorded => (input as RecordedItem).recorded ?? {} // as startEventRun stored it

/** Whether a run began with recorded facts, so that it can be undone although no row was done. */
export const hasRecorded = ({ input }: Pick<StoredRun, 'input'>): boolean => 'recorded' in (input as object)

/** Why the receipt of an order stays; null if nobody changed it. An unloaded order has none to take back. */
export async function changedReceipt(tx: Tx, orderId: number, { receipt }: Recorded): Promise<string | null> {
  if (!receipt) return null
  const now = (await readReceipts(tx, [orderId])).get(orderId)
  return now && keysOf(now).some((field) => now[field] !== receipt.after[field]) ? CHANGED : null
}

/** Takes back what the call recorded in an order, which must be locked. */
export async function takeRecordedBack(
  tx: Tx,
  services: Services,
  { orderId, recorded: { receipt, carried = [] } }: { orderId: number; recorded: Recorded },
  actor: Actor,
): Promise<void> {
  if (receipt) await restoreReceipt(tx, { orderId, ...receipt }, actor)
  await takeCarriedBack(tx, services, { orderId, carried }, actor)
}

/**
 * Takes back what the call recorded in orders that the run did not reach, or could not do. Returns which
 * receipts stay; null if none does.
 */
export async function takeUnreachedBack(
  tx: Tx,
  services: Services,
  run: StoredRun,
  actor: Actor,
): Promise<string | null> {
  const { rows } = await sql<{ orderId: number; input: RecordedItem }>`
    select order_id, input from run_items where run_id = ${run.id} and order_id is not null
      and state in ('failed', 'skipped') and input ? 'recorded' order by order_id`.execute(tx)
  let stay = 0
  for (const { orderId, input } of rows) {
    const order = await lockBulkOrder(tx, orderId)
    if (!order || order.deleted) continue
    const recorded = input.recorded ?? {}
    if (await changedReceipt(tx, orderId, recorded)) stay++
    else await takeRecordedBack(tx, services, { orderId, recorded }, actor)
  }
  if (stay === 0) return null
  return stay === 1
    ? 'The receipt of 1 order was changed since, and stays.'
    : `The receipts of ${stay} orders were changed since, and stay.`
}
