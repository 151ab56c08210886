import { createHash } from 'node:crypto'
import { TRADE_TERMS_LABELS } from '#contract/codes/order-codes.ts'
import { formatDate, formatMoney } from '#contract/lib/format.ts'
import { drawCartonLabel, drawPallets } from '#demo/blog/pictures.ts'
import type { Rows } from '#demo/lib/insert-rows.ts'
import { writePdf } from '#demo/lib/pdf.ts'
import { createRandom } from '#demo/lib/random.ts'
import { placeName } from '#demo/reference/places.ts'
import { VESSELS } from '#demo/reference/vessels.ts'
import type { FileStore } from '#server/files/files.ts'
import type { NumberedEntry } from './order-rows.ts'
import type { DocumentPlan } from './planned-order.ts'

const AT_ONCE = 32

/** Writes the file of every document and returns the rows; documents of one entry share its time. */
export async function storeDocuments(files: FileStore, entries: readonly NumberedEntry[]): Promise<Rows<'documents'>> {
  const random = createRandom('documents')
  const [photos, label] = await Promise.all([Promise.all([0, 1, 2].map(drawPallets)), drawCartonLabel()])
  const content = ({ kind }: DocumentPlan, entry: NumberedEntry) =>
    kind === 'photo' ? random.pick(photos) : kind === 'label' ? label : writePaper(kind, entry)
  const planned = entries.flatMap((entry) => entry.entry.documents.map((document) => ({ document, entry })))
  const made = planned.map(({ document, entry }, at) => {
    const data = content(document, entry)
    const id = random.uuid()
    const row = {
      id: at + 1,
      name: document.name,
      contentType: contentType(document.name),
      size: data.length,
      sha256: createHash('sha256').update(data).digest(),
      storageKey: `documents/${id.slice(0, 2)}/${id}`,
      categoryId: document.categoryId,
      uploadedBy: entry.entry.userId,
      orderId: entry.order.id,
      orderEventId: entry.id,
      createdAt: entry.entry.setAt,
      openedAt: entry.entry.setAt,
    }
    return { row, data }
  })
  for (let from = 0; from < made.length; from += AT_ONCE) {
    await Promise.all(made.slice(from, from + AT_ONCE).map(({ row, data }) => files.write(row.storageKey, data)))
  }
  return made.map(({ row }) => row)
}

function contentType(name: string): string {
  if (name.endsWith('.jpg')) return 'image/jpeg'
  return name.endsWith('.png') ? 'image/png' : 'application/pdf'
}

const HEADINGS = {
  invoice: 'Commercial invoice',
  packingList: 'Packing list',
  confirmation: 'Booking confirmation',
  billOfLading: 'House bill of lading (copy, not negotiable)',
  arrivalNotice: 'Arrival notice',
  customs: 'Notice of customs exam',
}

function writePaper(kind: keyof typeof HEADINGS, { order, entry }: NumberedEntry): Buffer {
  const { shipment, voyage, hashSum, customCode } = order
  const { supplier, client, volume, weight, goods, value, terms } = shipment
  const vessel = VESSELS[voyage.vesselId - 1]?.[0] ?? ''
  const day = (date: Date) => formatDate(date.toISOString())
  const route = [
    `Vessel and voyage: ${vessel} / ${voyage.voyage}`,
    `Port of loading: ${placeName(shipment.loading)}, departure ${day(voyage.estimatedDeparture)}`,
    `Port of discharge: ${placeName(voyage.portOfDischarge)}, arrival ${day(voyage.estimatedPortArrival)}`,
    `Place of delivery: ${placeName(voyage.placeOfDelivery)}`,
  ]
  const cargo = [
    `Goods: ${goods}`,
    `Cartons: ${Math.ceil(volume / 0.07)}`,
    `Gross weight: ${weight} kg`,
    `Volume: ${volume} CBM`,
  ]
  const parties = [
    `Shipper: ${supplier ? `${supplier.company}, ${supplier.address}` : 'to be advised'}`,
    `Consignee: ${client.company}, ${client.address}`,
  ]
  const lines = {
    invoice: [...parties, '', ...cargo, `Total value: ${value === null ? 'see attached list' : formatMoney(value)}`],
    packingList: [...parties, '', ...cargo, 'Cartons numbered from 1, marked with the order number.'],
    confirmation: [`Terms: ${TRADE_TERMS_LABELS[terms]}`, ...parties, '', ...route, '', ...cargo],
    billOfLading: [...parties, '', ...route, '', ...cargo, 'Freight prepaid. Shipper’s load, stow and count.'],
    arrivalNotice: [...parties, '', ...route, '', ...cargo, 'Free time: five days after the cargo is available.'],
    customs: [`Consignee: ${client.company}`, '', ...cargo, '', 'Selected for an exam of the cargo and its documents.'],
  }[kind]
  return writePdf(HEADINGS[kind], [`Shipment: ${hashSum}${customCode}`, `Date: ${day(entry.date)}`, '', ...lines])
}
