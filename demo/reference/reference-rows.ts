import { addDays } from '#demo/lib/days.ts'
import type { Rows } from '#demo/lib/insert-rows.ts'
import { CLIENTS } from '#demo/people/clients.ts'
import { FIRST_CLIENT } from '#demo/people/staff.ts'
import { contactOf, suppliersOf } from '#demo/people/suppliers.ts'
import { CARRIERS } from './carriers.ts'
import { CARTAGES } from './cartages.ts'
import { DEPOTS, type DeliveryTime, depotId, LOCATIONS, originsOf } from './depots.ts'
import { DESTINATION_PLACES } from './destination-places.ts'
import { RATES } from './destinations.ts'
import { DOCUMENT_REQUIREMENTS } from './document-requirements.ts'
import { HINTS } from './hints.ts'
import { MAIL_ADDRESSES } from './mail-addresses.ts'
import { CITIES, PORTS, placeId } from './places.ts'
import { VESSELS } from './vessels.ts'

/** Numbers rows from 1 and dates them before the first order. */
function numbered<T extends object>(now: Date, list: readonly T[]) {
  const stamps = { createdAt: addDays(now, -480), updatedAt: addDays(now, -420) }
  return list.map((row, at) => ({ id: at + 1, ...row, ...stamps }))
}

/** Rows of the reference tables, in an order that satisfies their references. */
export function referenceRows(now: Date, deliveryTimes: readonly DeliveryTime[]) {
  const places = (list: typeof PORTS) =>
    numbered(
      now,
      list.map(([code, name]) => ({ code, name })),
    )
  const ports: Rows<'ports'> = places(PORTS)
  const cities: Rows<'cities'> = places(CITIES)
  const vessels: Rows<'vessels'> = numbered(
    now,
    VESSELS.map(([name, imoNumber]) => ({ name, imoNumber })),
  )
  const carriers: Rows<'carriers'> = numbered(now, CARRIERS)
  const destinationPlaces: Rows<'places'> = numbered(now, DESTINATION_PLACES)
  const depots: Rows<'depots'> = numbered(
    now,
    DEPOTS.map(({ name, code, tier, fees: [depotFixed, depotVar, depotVarMin] }) => ({
      name,
      code,
      tier,
      status: true,
      visibility: true,
      depotFixed,
      depotVar,
      depotVarMin,
    })),
  )
  const depotOrigins: Rows<'depotOrigins'> = DEPOTS.flatMap((depot, at) =>
    originsOf(depot).map((originId) => ({ depotId: at + 1, originId })),
  )
  const cartages: Rows<'cartages'> = numbered(
    now,
    CARTAGES.map(({ name, categoryId, dest, status, exclusion }) => ({ name, categoryId, dest, status, exclusion })),
  )
  const freight: Rows<'freight'> = numbered(now, RATES)
  const locations: Rows<'locations'> = numbered(
    now,
    LOCATIONS.map(({ city, port, fees: [precarFixed, precarVar, precarVarMin] }) => ({
      cityId: placeId(CITIES, city),
      depotId: depotId(port),
      visibility: true,
      precarFixed,
      precarVar,
      precarVarMin,
    })),
  )
  return {
    ports,
    cities,
    vessels,
    carriers,
    destinationPlaces,
    depots,
    depotOrigins,
    cartages,
    freight,
    locations,
    deliveryTimes: [...deliveryTimes],
    mailAddresses: numbered(now, MAIL_ADDRESSES),
    hints: numbered(now, HINTS),
    documentRequirements: numbered(now, DOCUMENT_REQUIREMENTS),
  }
}

/** Suppliers saved by clients. */
export function shipperRows(now: Date): Rows<'shippers'> {
  const saved = CLIENTS.flatMap((_, at) => suppliersOf(at).map((supplier) => ({ userId: FIRST_CLIENT + at, supplier })))
  return numbered(
    now,
    saved.map(({ userId, supplier }) => {
      const { email, phone, note } = contactOf(supplier)
      return {
        userId,
        companyName: supplier.company,
        companyAddress: supplier.address,
        email,
        phone,
        nameOfThePersonInCharge: supplier.person,
        additionalInformation: note,
      }
    }),
  )
}
