import type { Milestone } from '#contract/reference/milestones.ts'
import type { TemplateKey } from '#demo/mail/mail-templates.ts'

export type EventKey = (typeof EVENTS)[number]['key']

/**
 * The steps of an ocean file, with depot, CFS and FBA steps; the id of each is its position in the list, from
 * 1.
 */
export const EVENTS = [
  event('received', 'Booking Received', 'We received your booking', null, 'booked'),
  event('confirmed', 'Booking Confirmed', 'Your booking is confirmed', 'confirmation', 'confirmed'),
  event('notReady', 'Cargo Not Ready', 'Waiting for the cargo at the supplier', 'cargoNotReady', 'on-hold'),
  event('pickUp', 'Pick-Up Scheduled', 'Pick-up from the supplier is scheduled', 'pickUp', null),
  event('atDepot', 'Received at Origin Depot', 'Cargo received at the origin warehouse', 'atDepot', 'received'),
  event('exportCleared', 'Export Customs Cleared', 'Export customs cleared', null, null),
  event('loaded', 'Loaded on Vessel', 'On board', null, 'loaded'),
  event('departed', 'Departed', 'Departed from the port of loading', 'departure', 'departed'),
  event('inTransit', 'In Transit', 'At sea', null, null),
  event('arrived', 'Arrived at Port', 'Arrived at the port of discharge', 'arrival', 'arrived'),
  event('discharged', 'Discharged', 'Unloaded from the vessel', 'arrival', 'discharged'),
  event('atCfs', 'At Destination CFS', 'At the destination warehouse', null, 'stripped'),
  event('importCleared', 'Import Customs Cleared', 'Import customs cleared', null, 'customs-released'),
  event('exam', 'Customs Exam', 'Being processed by customs', 'customsExam', 'customs-exam'),
  event('available', 'Available for Pick-Up', 'Available for pick-up', 'available', 'available'),
  event('appointment', 'FBA Appointment Booked', 'Delivery appointment with Amazon booked', 'appointment', null),
  event('outForDelivery', 'Out for Delivery', 'Out for delivery', 'appointment', 'out-for-delivery'),
  event('delivered', 'Delivered', 'Delivered', 'delivered', 'delivered'),
  event('closed', 'Closed', 'Shipment completed', null, null),
] as const

function event<K extends string>(
  key: K,
  name: string,
  publicStatus: string,
  template: TemplateKey | null,
  milestone: Milestone | null,
) {
  return { key, name, publicStatus, template, milestone }
}

const ids = new Map<EventKey, number>(EVENTS.map(({ key }, at) => [key, at + 1]))

/** The id of an event, its name and texts. */
export function eventOf(key: EventKey) {
  const id = ids.get(key) ?? 0
  const found = EVENTS[id - 1]
  if (!found) throw new Error(`No event ${key}`)
  return { id, ...found }
}

/** Comments that staff and the CSR sometimes add to an event. */
export const COMMENTS: Partial<Record<EventKey, readonly string[]>> = {
  received: ['Booked by phone.', 'Client asks for the earliest sailing.', 'First booking with this supplier.'],
  confirmed: [
    'Space confirmed with the carrier.',
    'Supplier informed of the cut-off.',
    'Next sailing is full, booked on the one after.',
  ],
  notReady: [
    'Supplier needs five more days for packing.',
    'Cartons are not labelled yet.',
    'Waiting for the inspection report.',
  ],
  pickUp: ['Truck between 13:00 and 16:00.', 'Tail lift needed.', 'Driver will call the supplier an hour before.'],
  atDepot: [
    'All cartons in good order.',
    'Two cartons re-taped.',
    'Measured 0.1 CBM more than booked.',
    'Pallets wrapped at the depot.',
  ],
  exportCleared: ['Released without inspection.'],
  departed: ['Sailed one day late.', 'Left on schedule.'],
  inTransit: ['Bad weather on the route, arrival may slip by a day.', 'On schedule.'],
  arrived: ['Waiting for a berth.', 'Berthed in the morning.'],
  atCfs: ['Container unloaded, cargo counted.', 'Free time ends in five days.'],
  exam: [
    'X-ray exam, two to four working days.',
    'Tailgate exam, fees to follow.',
    'Documents requested: product photos and a packing list.',
  ],
  importCleared: ['Duties paid.', 'Released by customs.'],
  available: ['Please bring the delivery order.', 'Free time of five days from today.'],
  appointment: ['Appointment at 7:30.', 'Second slot; the first was refused.'],
  delivered: ['Signed for in good order.', 'One carton short, claim opened.', 'Delivered, one pallet exchanged.'],
  closed: ['Invoice sent.', 'Proof of delivery filed.'],
}

/** Comments on the last event of a cancelled order. */
export const CANCELLATIONS: readonly string[] = [
  'Cancelled by the client: the supplier cannot deliver in time.',
  'Cancelled by the client: shipping by air instead.',
  'Cancelled: no reply from the supplier for two weeks.',
  'Cancelled by the client: merged with the next order.',
]
