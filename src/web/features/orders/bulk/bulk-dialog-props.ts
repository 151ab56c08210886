import type { PickedOrder } from '#web/model/bulk/picked.ts'

export interface BulkDialogProps {
  /** The number of selected orders. */
  count: number
  /** Selected orders that are known by name. */
  orders: readonly PickedOrder[]
  onClose: () => void
}
