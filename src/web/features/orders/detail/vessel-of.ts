import type { Order } from '#contract/orders/orders.ts'

/** Vessel and voyage of an order, by its sailing or by its confirmation; '' while there is none. */
export function vesselOf(order: Order | undefined): string {
  const { sailing = null, bookingConfirmation: confirmation = null } = order ?? {}
  const [vessel, voyage] = sailing
    ? [sailing.vessel, sailing.voyage]
    : [confirmation?.vessel?.name, confirmation?.vesselVoyage]
  return [vessel, voyage].filter(Boolean).join(' ')
}
