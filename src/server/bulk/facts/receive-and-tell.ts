import type { z } from 'zod'
import type { ReceivedReply, receivedInput } from '#contract/sailings/loadings.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { LockedOrder } from '#server/sailings/lock-sailing.ts'
import { type Receipt, readReceipts } from '#server/sailings/receipts.ts'
import { receiveOrders } from '#server/sailings/receive-orders.ts'
import { replyOf } from '#server/sailings/row-results.ts'
import type { Services } from '#server/services.ts'
import { startEventRun } from './start-event-run.ts'

type Input = { sailingId: number } & z.output<typeof receivedInput>

const NONE: Receipt = { receivedAt: null, pieces: null, weightKg: null, volumeCbm: null }

const receiptOf = ({ loading }: LockedOrder): Receipt => {
  const { receivedAt, pieces, weightKg, volumeCbm } = loading ?? NONE
  return { receivedAt, pieces, weightKg, volumeCbm }
}

/**
 * Receives orders and, with `eventId`, starts the run that sets this event, dated like the receipt, for those
 * that were received. Throws 404, 400, 409.
 */
export async function receiveAndTell(
  tx: Tx,
  _: Services,
  { eventId, emailTemplateId, comment, ...receipt }: Input,
  actor: Actor,
): Promise<ReceivedReply> {
  const { items, orders } = await receiveOrders(tx, receipt, actor)
  const reply = async () => replyOf(tx, receipt.sailingId, items)
  if (!eventId) return { ...(await reply()), run: null }
  const after = await readReceipts(
    tx,
    orders.map(({ id }) => id),
  )
  const date = receipt.at ?? new Date().toISOString()
  const recorded = orders.map((order) => {
    const before = receiptOf(order)
    return {
      orderId: order.id,
      again: before.receivedAt !== null,
      recorded: { receipt: { before, after: after.get(order.id) ?? before } },
    }
  })
  const run = await startEventRun(tx, { told: { eventId, emailTemplateId, comment, date }, orders: recorded }, actor)
  return { ...(await reply()), run }
}
