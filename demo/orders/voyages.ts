import { addDays, atHour, startOfDay } from '#demo/lib/days.ts'
import type { Random } from '#demo/lib/random.ts'
import { seaDays } from '#demo/reference/depots.ts'
import { DESTINATIONS } from '#demo/reference/destinations.ts'
import { VESSELS } from '#demo/reference/vessels.ts'
import type { Shipment } from './shipment.ts'

/** The plan of a shipment from confirmation to delivery, and its actual dates; days are 00:00 UTC. */
export interface Voyage {
  confirmedAt: Date
  /** The ready date that the supplier gave at first. */
  promisedAt: Date
  /** True if the cargo was not ready: all later dates are then those of a later sailing. */
  late: boolean
  cargoReadyAt: Date
  documentationCutOffAt: Date
  cargoCutOffAt: Date
  estimatedDeparture: Date
  departure: Date
  estimatedPortArrival: Date
  portArrival: Date
  estimatedPlaceArrival: Date
  placeArrival: Date
  deliveredAt: Date
  closedAt: Date
  vesselId: number
  voyage: string
  portOfDischarge: string
  placeOfDelivery: string
}

export function planVoyage(shipment: Shipment, random: Random): Voyage {
  const { createdAt, depot, cartage } = shipment
  const { inlandDays, ports, places } = DESTINATIONS[cartage.dest]
  const confirmedAt = atHour(addDays(createdAt, random.between(1, 2.6)), random.int(32, 72) / 4)
  const promisedAt = atHour(addDays(confirmedAt, random.int(3, 10)), 9)
  const late = random.chance(0.12)
  const cargoReadyAt = late ? addDays(promisedAt, random.int(4, 8)) : promisedAt
  const cargoCutOffAt = atHour(addDays(cargoReadyAt, random.int(2, 4)), 16)
  const estimatedDeparture = startOfDay(addDays(cargoCutOffAt, random.int(3, 4)))
  const departure = addDays(
    estimatedDeparture,
    random.weighted([
      [0, 60],
      [1, 30],
      [2, 10],
    ]),
  )
  const sea = seaDays(depot, cartage)
  const portArrival = addDays(
    departure,
    sea +
      random.weighted([
        [-1, 10],
        [0, 45],
        [1, 25],
        [3, 20],
      ]),
  )
  const placeArrival = addDays(portArrival, 2 + inlandDays + random.int(0, 2))
  const estimatedPortArrival = addDays(estimatedDeparture, sea)
  const deliveredAt = atHour(addDays(placeArrival, random.int(6, cartage.amazon ? 11 : 8)), random.int(32, 68) / 4)
  return {
    confirmedAt,
    promisedAt,
    late,
    cargoReadyAt,
    cargoCutOffAt,
    estimatedDeparture,
    departure,
    documentationCutOffAt: atHour(addDays(cargoCutOffAt, -1), 12),
    estimatedPortArrival,
    portArrival,
    placeArrival,
    deliveredAt,
    estimatedPlaceArrival: addDays(estimatedPortArrival, 3 + inlandDays),
    closedAt: atHour(addDays(deliveredAt, random.int(6, 24)), random.int(32, 68) / 4),
    vesselId: random.int(1, VESSELS.length),
    voyage: `${String(random.int(8, 142)).padStart(3, '0')}${random.weighted([
      ['E', 80],
      ['N', 20],
    ])}`,
    portOfDischarge: random.pick<string>(ports),
    placeOfDelivery: random.pick<string>(places),
  }
}
