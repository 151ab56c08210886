import { type BookingConfirmation, bookingConfirmation } from '#contract/orders/confirmation.ts'
import { type Order, order } from '#contract/orders/orders.ts'
import { showSavedOrder } from '#web/features/orders/shared/save-order.ts'
import { request } from '#web/lib/api/api.ts'
import { type AskSides, saveMerging } from '#web/lib/saving/save-merging.ts'

interface SaveConfirmation {
  /** The order that editing began with. */
  base: Order
  changes: Record<string, unknown>
  ask: AskSides
}

/** Saves changes of an order's booking confirmation; keeps what others changed meanwhile, or asks. */
export async function saveConfirmation({ base, changes, ask }: SaveConfirmation): Promise<void> {
  await saveMerging<Partial<BookingConfirmation>>({
    base: base.bookingConfirmation ?? {},
    values: changes,
    ask,
    readCurrent: (data) => bookingConfirmation.safeParse(data).data ?? null,
    send: async (sent, updatedAt) => {
      const body = { ...sent, updatedAt: updatedAt ?? null }
      const saved = await request(order, `request/booking/${base.id}/confirmation/edit`, { method: 'PUT', body })
      showSavedOrder(saved)
      return saved.bookingConfirmation ?? {}
    },
  })
}
