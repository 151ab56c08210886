import { createContext } from 'react'
import type { Milestone } from '#contract/reference/milestones.ts'
import type { OrderSelection } from '#contract/runs/start-run.ts'
import type { PickedOrder } from '#web/model/bulk/picked.ts'

export interface BulkDialogProps {
  /** The number of selected orders. */
  count: number
  /** Selected orders that are known by name. */
  orders: readonly PickedOrder[]
  /** The milestone of the event that is chosen at first, by what the dialog was opened for. */
  milestone?: Milestone | undefined
  onClose: () => void
}

/** The selection of a dialog that was opened elsewhere than at the list of orders; null for that of the list. */
export const BulkSelection = createContext<OrderSelection | null>(null)
