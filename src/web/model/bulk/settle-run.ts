import { type Run, type RunItem, STOPPED } from '#contract/runs/runs.ts'
import { readItems } from '#web/features/runs/shared/run-calls.ts'
import { reasonWords } from '#web/features/runs/shared/run-words.ts'
import { namedOrder, type Picked, type PickedOrder, picked, shown, shownScope } from './picked.ts'

/** An order that a run names: as it is on screen, else by its name. */
function orderOf(item: RunItem): PickedOrder[] {
  const { orderId } = item
  if (orderId === null) return []
  return [shown.get().find(({ id }) => id === orderId) ?? namedOrder(orderId, item)]
}

/**
 * The selection after a run on it: orders that it did are no longer selected; those it could not do stay,
 * with the reason, and so do those ticked meanwhile. `left` are the orders that it could not do.
 */
export function settle(
  before: Picked,
  { id, finishedAt }: Pick<Run, 'id' | 'finishedAt'>,
  left: readonly RunItem[],
): Picked {
  const of = before.run?.of ?? null
  const meanwhile = of ? [...before.orders.values()].filter((order) => !of.has(order.id)) : []
  const stays = left.flatMap(orderOf).map((order) => before.orders.get(order.id) ?? order)
  return {
    ...before,
    all: null,
    orders: new Map([...stays, ...meanwhile].map((order) => [order.id, order])),
    reasons: new Map(left.map(({ orderId, reason }) => [orderId ?? 0, reasonWords(reason)])),
    run: { id, of, settled: finishedAt },
  }
}

/** The orders that a run could not do or did not reach. */
export async function readLeft({ id, state }: Run): Promise<RunItem[]> {
  const failed = await readItems(id, 'failed')
  const skipped = state === 'stopped' ? await readItems(id, 'skipped') : []
  return [...failed, ...skipped.filter(({ reason }) => reason === STOPPED)]
}

/**
 * Selects, in the list on screen, the orders that a run could not do, as they were when it was over; those
 * ticked meanwhile stay.
 */
export async function selectLeft(run: Run): Promise<void> {
  const left = await readLeft(run)
  const of = new Set(left.flatMap(({ orderId }) => orderId ?? []))
  const before = { ...picked.get(), scope: shownScope(), run: { id: run.id, of, settled: null } }
  picked.set(settle(before, run, left))
}
