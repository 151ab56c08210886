import type { MissingField, OrderKind } from '#contract/made-documents/made-documents.ts'
import { CONFIRMATION_LABELS } from '#contract/orders/confirmation.ts'
import { FULL_ORDER_LABELS } from '#contract/orders/order-fields.ts'
import { COMPANY_LABELS } from '#contract/system/company.ts'
import type { PrintedCompany } from './paper.ts'

/** Fields of the booking confirmation of which one is enough. */
type OneOf = (keyof typeof CONFIRMATION_LABELS)[]

interface Needs {
  confirmation: OneOf[]
  order: ('shipmentDescription' | 'shipmentWeight' | 'shipmentVolume')[]
  price?: true
  pieces?: true
}

const ports: OneOf[] = [['portOfLoading'], ['portOfDischarge']]
const vessel: OneOf[] = [['vessel'], ['vesselVoyage']]

const NEEDS: Record<OrderKind, Needs> = {
  'booking-confirmation': { confirmation: [...ports, ['cargoCutOffAt'], ['estimatedTimeOfDepartureAt']], order: [] },
  'arrival-notice': {
    confirmation: [...vessel, ['portOfDischarge'], ['portEstimatedTimeOfArrivalAt', 'portActualTimeOfArrivalAt']],
    order: [],
  },
  'delivery-order': {
    confirmation: [...vessel, ['portOfDischarge'], ['placeOfDelivery']],
    order: ['shipmentDescription'],
  },
  'house-bill': {
    confirmation: [...vessel, ...ports],
    order: ['shipmentDescription', 'shipmentWeight', 'shipmentVolume'],
  },
  quote: { confirmation: [], order: ['shipmentWeight', 'shipmentVolume'], price: true },
  labels: { confirmation: [], order: [], pieces: true },
}

/** Missing facts about the forwarder, which every document prints. */
export function missingOfCompany({ name, address }: Pick<PrintedCompany, 'name' | 'address'>): MissingField[] {
  const missing: MissingField[] = []
  if (name === '') missing.push({ field: 'company.name', label: COMPANY_LABELS.name })
  if (address === '') missing.push({ field: 'company.address', label: 'Company address' })
  return missing
}

/** What decides whether a document about an order can be made. */
export interface NeededData {
  company: Pick<PrintedCompany, 'name' | 'address'>
  confirmation: Partial<Record<OneOf[number], unknown>> | null
  order: Record<Needs['order'][number], unknown>
  price: unknown
}

/** Fields without which a document cannot be made, in the names of an order's fields. */
export function missingOf(kind: OrderKind, data: NeededData, pieces: number | null): MissingField[] {
  const needs = NEEDS[kind]
  const missing = missingOfCompany(data.company)
  for (const anyOf of needs.confirmation) {
    const [first] = anyOf
    if (first && !anyOf.some((key) => data.confirmation?.[key]))
      missing.push({ field: `bookingConfirmation.${first}`, label: CONFIRMATION_LABELS[first] })
  }
  for (const key of needs.order)
    if (data.order[key] === null || data.order[key] === '')
      missing.push({ field: key, label: FULL_ORDER_LABELS[key] ?? key })
  if (needs.price && !data.price) missing.push({ field: 'price', label: 'A price' })
  if (needs.pieces && pieces === null) missing.push({ field: 'pieces', label: 'Number of pieces' })
  return missing
}
