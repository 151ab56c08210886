import { startOfDay } from '#demo/lib/days.ts'
import { createRandom } from '#demo/lib/random.ts'
import type { EventKey } from '#demo/reference/events.ts'
import type { DemoOrder } from './planned-order.ts'

export const CLAUSES = [
  '<p>Subject to space and equipment at the time of loading.</p>',
  '<p>Cargo that arrives after the cut-off ships on the next sailing.</p><ul><li>Gross weight and dimensions on every carton</li><li>No wooden packing without ISPM 15 marks</li></ul>',
  '<p>Rates are valid for the sailing named above. <strong>Customs exams, storage and demurrage are passed on at cost.</strong></p>',
]

export type Confirmation = ReturnType<typeof confirmationRows>[number]

/** Booking confirmations of the orders that have one: plans for all, actual dates for what has happened. */
export function confirmationRows(orders: readonly DemoOrder[]) {
  const random = createRandom('confirmations')
  return orders.flatMap(({ id, voyage, shipment, entries, confirmed, sailingId }) => {
    if (!confirmed) return []
    const happened = (...events: EventKey[]) => entries.some(({ event }) => events.includes(event))
    const departed = happened('departed')
    const vessel = departed || random.chance(0.85) || sailingId !== undefined
    return {
      orderId: id,
      placeOfReceipt: shipment.receipt,
      portOfLoading: shipment.loading,
      portOfDischarge: voyage.portOfDischarge,
      placeOfDelivery: voyage.placeOfDelivery,
      cargoReadyAt: voyage.cargoReadyAt,
      cargoCutOffAt: voyage.cargoCutOffAt,
      documentationCutOffAt: voyage.documentationCutOffAt,
      estimatedTimeOfDepartureAt: voyage.estimatedDeparture,
      actualTimeOfDepartureAt: departed ? voyage.departure : null,
      portEstimatedTimeOfArrivalAt: voyage.estimatedPortArrival,
      portActualTimeOfArrivalAt: happened('arrived') ? voyage.portArrival : null,
      placeEstimatedTimeOfArrivalAt: voyage.estimatedPlaceArrival,
      placeActualTimeOfArrivalAt: happened('atCfs', 'importCleared') ? startOfDay(voyage.placeArrival) : null,
      vesselId: vessel ? voyage.vesselId : null,
      vesselVoyage: vessel ? voyage.voyage : '',
      bookingClauses: random.chance(0.6) ? random.pick(CLAUSES) : '',
      updatedAt: entries.at(-1)?.setAt ?? voyage.confirmedAt,
    }
  })
}
