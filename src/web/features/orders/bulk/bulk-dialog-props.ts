import type { PickedOrder } from '#web/model/bulk/picked.ts'

export interface BulkDialogProps {
  /** How many orders are selected. */
  count: number
  /** Those of them that are known by name. */
  orders: readonly PickedOrder[]
  onClose: () => void
}
