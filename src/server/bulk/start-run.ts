import type { Run } from '#contract/runs/runs.ts'
import type { OrderRun } from '#contract/runs/start-run.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { fieldsUnder } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { createRun, type NewItem } from '#server/runs/create-run.ts'
import { readRun } from '#server/runs/read-runs.ts'
import type { Services } from '#server/services.ts'
import type { Planned, Seen } from './bulk-kind.ts'
import { BULK } from './bulk-kinds.ts'
import { type Selected, selectedOrders } from './selected-orders.ts'

/** The effect of the run. Throws 400 at the fields, with `input.` before them. */
export async function planRun(db: Db, { kind, input }: Pick<OrderRun, 'kind' | 'input'>): Promise<Planned> {
  try {
    return await BULK[kind].plan(db, input)
  } catch (error) {
    throw fieldsUnder('input', error)
  }
}

function itemOf({ judge }: Planned, { order, version, lastEventEntryId }: Selected): NewItem {
  const { skipped, reason } = judge(order)
  const seen: Seen = { lastEventEntryId, confirmedAt: order?.confirmedAt ?? null }
  return { orderId: order?.id ?? null, version, input: { seen }, ...(skipped && { skipped: reason ?? '' }) }
}

/** Starts a run over a selection of orders. Returns the run. Throws 400 at the fields. */
export async function startRun(
  tx: Tx,
  { config }: Services,
  { kind, input, selection, userId }: OrderRun & { userId: number },
  actor: Actor,
): Promise<Run> {
  const planned = await planRun(tx, { kind, input })
  const { title, plan } = planned
  const selected = await selectedOrders(tx, selection, { userId, timeZone: config.timeZone })
  const items = selected.map((order) => itemOf(planned, order))
  return readRun(tx, await createRun(tx, { kind, title, input: { plan }, items }, actor))
}
