import { TransportationMode } from '#contract/codes/order-codes.ts'
import { originKind } from '#contract/orders/origin.ts'
import type { Rows } from '#demo/lib/insert-rows.ts'
import { createRandom, type Random } from '#demo/lib/random.ts'
import type { TemplateKey } from '#demo/mail/mail-templates.ts'
import { contactOf } from '#demo/people/suppliers.ts'
import { eventOf } from '#demo/reference/events.ts'
import { originColumns } from '#server/orders/origins.ts'
import type { DemoOrder, Entry } from './planned-order.ts'

/** An entry with its id: entries are numbered in the order in which they were set. */
export interface NumberedEntry {
  id: number
  order: DemoOrder
  entry: Entry
}

export function numberEntries(orders: readonly DemoOrder[]): NumberedEntry[] {
  const all = orders.flatMap((order) => order.entries.map((entry) => ({ order, entry })))
  all.sort((one, other) => one.entry.setAt.getTime() - other.entry.setAt.getTime() || one.order.id - other.order.id)
  return all.map(({ order, entry }, at) => ({ id: at + 1, order, entry }))
}

export type OrderRow = ReturnType<typeof orderRows>[number]

/** Orders with their last event; the entry is linked once both exist. */
export function orderRows(orders: readonly DemoOrder[]) {
  const random = createRandom('order texts')
  return orders.map((order) => ({
    id: order.id,
    hashSum: order.hashSum,
    customCode: order.customCode,
    status: order.status,
    ...contact(order, random),
    ...shipper(order),
    ...amazon(order, random),
    ...quote(order),
    ...references(order, random),
    ...lastEvent(order),
  }))
}

function contact({ shipment: { client, userId } }: DemoOrder, random: Random) {
  return {
    userId,
    username: client.person,
    yourName: client.person,
    email: client.email,
    phone: client.phone,
    companyName: client.company,
    companyAddress: client.address,
    additionalInfo: random.chance(0.12) ? random.pick(CONTACT_NOTES) : '',
  }
}
const CONTACT_NOTES = [
  'Office hours 9 to 5',
  'Please email, hard to reach by phone in the morning',
  'Second contact: the warehouse, ext. 2',
]

function shipper({ shipment: { supplier } }: DemoOrder) {
  const found = supplier && contactOf(supplier)
  return {
    companyNameShipper: supplier?.company ?? '',
    companyAddressShipper: supplier?.address ?? '',
    namePersonCharge: supplier?.person ?? '',
    emailShipper: found?.email ?? '',
    phoneShipper: found?.phone ?? '',
    additionalInformationShipper: found?.note ?? '',
  }
}

function amazon({ shipment: { cartage, client, mode } }: DemoOrder, random: Random) {
  const known = cartage.amazon && mode === TransportationMode.LCL
  const [reference, shipmentId] = [random.letters(4) + random.digits(4), `FBA15${random.letters(3)}${random.digits(4)}`]
  const merchantName = known && random.chance(0.4) ? client.company : ''
  return { amazonRefId: known ? reference : '', shipmentId: known ? shipmentId : '', merchantName }
}

function quote({ shipment }: DemoOrder) {
  const { mode, terms, originId, originName, cartage, cartageId, volume, weight, value, insurance, brokerage } =
    shipment
  return {
    ...{
      transportationMode: mode,
      shipmentTradeTerms: terms,
      shipmentDestination: cartageId,
      ...originColumns(originKind({ transportationMode: mode, shipmentTradeTerms: terms }), originId),
    },
    cityName: originName,
    cartageName: cartage.name,
    shipmentVolume: volume,
    shipmentWeight: weight,
    estimatedTransportation: shipment.price?.booked ?? null,
    shipmentValue: value,
    cargoInsurance: insurance,
    customBrokerage: brokerage,
  }
}

const WISHES = [
  'Please keep the cartons upright.',
  'Pallets of 48 x 40 inches, no higher than 72 inches.',
  'We need the goods before the season starts. Please book the next sailing.',
  'Please call the warehouse a day before delivery.',
  'The supplier only speaks Chinese.',
]
const MESSAGES = [
  'What would one 40-foot high cube cost to the door, including customs?',
  'Two containers a month from spring. Please quote a three-month rate.',
  'Ready in three weeks. Is there a sailing around that time?',
]

function references({ shipment: { mode, goods, volume, createdAt }, confirmed }: DemoOrder, random: Random) {
  const cartons = Math.ceil(volume / 0.07)
  const wish = mode === TransportationMode.FCL ? random.pick(MESSAGES) : random.chance(0.2) ? random.pick(WISHES) : ''
  return {
    shipmentDescription: `${goods}, ${cartons} cartons`,
    shipmentPurchase:
      mode === TransportationMode.LCL && random.chance(0.7)
        ? `PO-${createdAt.getUTCFullYear()}-${random.digits(4)}`
        : '',
    suppliersInvoiceNumber:
      mode === TransportationMode.LCL && confirmed && random.chance(0.5)
        ? `${random.letters(2)}${random.digits(6)}`
        : '',
    otherReferenceUsed: random.chance(0.1) ? `${random.letters(3)}-${random.digits(3)}` : '',
    additionalInformation: wish,
    createdAt,
  }
}

function lastEvent({ entries }: DemoOrder) {
  const last = entries.at(-1)
  if (!last) throw new Error('An order without an event')
  const { id, name, publicStatus } = eventOf(last.event)
  return {
    lastEventId: id,
    lastEventName: name,
    lastEventPublicStatus: publicStatus,
    lastEventTime: last.date,
    updatedAt: last.setAt,
  }
}

export function entryRows(
  entries: readonly NumberedEntry[],
  templates: ReadonlyMap<TemplateKey, { id: number; title: string }>,
): Rows<'orderEvents'> {
  return entries.map(({ id, order, entry }) => {
    const { id: eventId, name, publicStatus, template, milestone } = eventOf(entry.event)
    const sent = entry.mailed && template ? templates.get(template) : undefined
    return {
      id,
      orderId: order.id,
      eventId,
      eventName: name,
      eventPublicStatus: publicStatus,
      milestone,
      date: entry.date,
      comment: entry.comment,
      userId: entry.userId,
      createdAt: entry.setAt,
      emailTemplateId: sent?.id ?? null,
      emailTemplateTitle: sent?.title ?? null,
    }
  })
}

export function priceRows(orders: readonly DemoOrder[]): Rows<'orderPrices'> {
  return orders.flatMap(({ id, shipment: { mode, price, createdAt }, entries }) =>
    mode === TransportationMode.FCL || !price
      ? []
      : {
          orderId: id,
          inputs: JSON.stringify(price.inputs),
          lines: JSON.stringify(price.lines),
          manual: price.manual,
          ...{ calculated: price.calculated, booked: price.booked, userId: entries[0]?.userId ?? null, createdAt },
        },
  )
}
