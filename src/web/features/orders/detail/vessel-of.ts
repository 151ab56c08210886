import type { Order } from '#contract/orders/orders.ts'

/**
 * Vessel and voyage of an order as its client was told them: by its confirmation, else by its sailing; '' while there
 * is none.
 */
export function vesselOf(order: Order | undefined): string {
  const { sailing = null, bookingConfirmation: confirmation = null } = order ?? {}
  const isTold = confirmation?.vessel || confirmation?.vesselVoyage
  const [vessel, voyage] =
    sailing && !isTold ? [sailing.vessel, sailing.voyage] : [confirmation?.vessel?.name, confirmation?.vesselVoyage]
  return [vessel, voyage].filter(Boolean).join(' ')
}
