import type { z } from 'zod'
import type { BulkKind, OrderSelection, RUN_INPUTS } from '#contract/runs/start-run.ts'
import type { Picked } from '#web/model/bulk/picked.ts'

export type InputOf<K extends BulkKind> = z.input<(typeof RUN_INPUTS)[K]>

/** A request for a run: kind, input and selection. */
export interface Asked<K extends BulkKind = BulkKind> {
  kind: K
  input: InputOf<K>
  selection: OrderSelection
}

/** The selection in a call: orders in the version that was seen, or all that match. */
export function selectionOf({ orders, all }: Picked): OrderSelection {
  if (all) return { filters: all.filters, search: all.search }
  return {
    orders: [...orders.values()].map(({ id, updatedAt, lastEventEntryId }) => ({ id, updatedAt, lastEventEntryId })),
  }
}
