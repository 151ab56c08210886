import { MODE_LABELS, TRADE_TERMS_LABELS } from '#contract/codes/order-codes.ts'
import { CLOCK_LABELS } from '#contract/free-time/free-time-codes.ts'
import { formatDate, formatMoney, formatPhone, formatQuantity, formatZoned } from '#contract/lib/format.ts'
import type { AttachedKind } from '#contract/made-documents/made-documents.ts'
import { CONFIRMATION_DAYS, CONFIRMATION_LABELS } from '#contract/orders/confirmation.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { guessPieces } from './guess-pieces.ts'
import type { OrderData } from './order-data.ts'
import type { Fact, Labels, Paper, PaperTable, Section } from './paper.ts'

const isDay = (key: string) => CONFIRMATION_DAYS.some((day) => day === key)

/**
 * Facts of the booking confirmation, by their fields. Times are on the clock of the setting TIME_ZONE, and
 * say so.
 */
function confirmed({ confirmation, timeZone }: OrderData, ...keys: (keyof typeof CONFIRMATION_LABELS)[]): Fact[] {
  return keys.map((key) => {
    const value = confirmation?.[key] ?? ''
    const isTime = key === 'cargoReadyAt' || key === 'cargoCutOffAt' || key === 'documentationCutOffAt'
    if (isDay(key)) return [CONFIRMATION_LABELS[key], formatDate(value, 'UTC')]
    if (isTime) return [CONFIRMATION_LABELS[key], formatZoned(value, timeZone)]
    return [CONFIRMATION_LABELS[key], value]
  })
}

const kilograms = (value: number | null) => (value === null ? '' : `${formatQuantity(value)} kg`)
const cubic = (value: number | null) => (value === null ? '' : `${formatQuantity(value)} CBM`)

/** Figures as measured, else as booked. */
const weightOf = ({ order, loading }: OrderData) => loading?.weightKg ?? order.shipmentWeight
const volumeOf = ({ order, loading }: OrderData) => loading?.volumeCbm ?? order.shipmentVolume

const lines = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join('\n')

const consignee = ({ order }: OrderData, title = 'Consignee') => ({
  title,
  text: lines(order.companyName, order.companyAddress, order.yourName, formatPhone(order.phone), order.email),
})
const shipper = ({ order }: OrderData) => ({
  title: 'Shipper',
  text: lines(
    order.companyNameShipper,
    order.companyAddressShipper,
    order.namePersonCharge,
    formatPhone(order.phoneShipper),
    order.emailShipper,
  ),
})

const shipment = (data: OrderData): Section => ({
  title: 'Shipment',
  facts: [
    ['Mode', MODE_LABELS[data.order.transportationMode] ?? ''],
    ['Trade terms', TRADE_TERMS_LABELS[data.order.shipmentTradeTerms] ?? ''],
    ['Origin', data.order.cityName],
    ['Destination', data.order.cartageName],
    ['Your reference', data.order.shipmentPurchase],
    ['Amazon Ref ID', data.order.amazonRefId],
    ['Shipment ID (PO)', data.order.shipmentId],
  ],
})

/** Where and until when the cargo can be had for nothing, and whom to ask. */
const pickUp = ({ pickUp: found, company }: OrderData): Section => ({
  title: 'Pick-up',
  facts: [
    ['Place', lines(found.place, found.address)],
    ['Code of the place', found.code],
    ['Opening hours', found.hours],
    ['Contact', found.contact],
    ['Pick-up number', found.number],
    [
      found.clock
        ? `Last free day, ${CLOCK_LABELS[found.clock].replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`
        : 'Last free day',
      formatDate(found.lastFreeDay, 'UTC'),
    ],
    ['Questions to', found.inCharge && [found.inCharge, company.contact[0]].filter(Boolean).join(', ')],
  ],
})

/** The cargo as a bill of lading lists it; packages as counted, else as the description of goods names them. */
function cargoTable(data: OrderData): PaperTable {
  const { order, loading } = data
  const columns: [PaperTable['columns'][number], string][] = [
    [
      { title: 'Marks and numbers', width: 104 },
      lines(formatTrackingCode(order.trackingCode), order.shipmentPurchase, loading?.container),
    ],
    [{ title: 'Description of goods', width: '*' }, order.shipmentDescription],
    [{ title: 'Gross weight', width: 60, right: true }, kilograms(weightOf(data))],
    [{ title: 'Measurement', width: 60, right: true }, cubic(volumeOf(data))],
  ]
  const packages = loading?.pieces ?? guessPieces(order.shipmentDescription)
  if (packages) columns.splice(1, 0, [{ title: 'Packages', width: 44, right: true }, String(packages)])
  return { columns: columns.map(([column]) => column), rows: [columns.map(([, text]) => text)], total: null }
}

const perTon = (minimum: number) => `per revenue ton, minimum ${minimum}`
const perShipment = () => 'per shipment'

/** How each charge is reckoned, in words, by the code of its line; the formula stays on our own screens. */
const BASES: Record<string, (minimumTons: number) => string> = {
  precarriage: perTon,
  origin: perTon,
  ocean: perTon,
  oncarriage: perTon,
  fba: perShipment,
  insurance: () => 'of the insured value: 110 % of CIF',
  customs: perShipment,
}

/** Days for which the price of a quote holds. */
const VALID_DAYS = 14

/** What a quote holds for, and how it is reckoned. */
const conditions = ({ minimumTons, price }: OrderData) => ({
  title: 'Conditions',
  text: lines(
    `Valid for ${VALID_DAYS} days from the date above.`,
    price?.lines.length
      ? `A revenue ton is 1 CBM or 1,000 kg, whichever is more; at least ${minimumTons} is charged.`
      : '',
    'Duties, taxes and storage are not included.',
  ),
})

/** Numbers by which carrier, warehouse and customs know the shipment, and what is to be paid where it is known. */
const bills = ({ order, loading, price }: OrderData): Section => ({
  title: 'Bills',
  facts: [
    ['House bill', formatTrackingCode(order.trackingCode)],
    ['Master bill', loading?.masterBill ?? ''],
    ['Amount due', price ? `USD ${formatMoney(price.booked).slice(1)}` : ''],
  ],
})

/**
 * The price lines. With a manual rate one more, so that they add up to the total; alone where nothing was
 * calculated.
 */
function priceTable({ price, minimumTons }: OrderData): PaperTable {
  const { lines: charges, booked } = price ?? { lines: [], booked: 0 }
  const cents = charges.reduce((sum, { amount }) => sum - Math.round(amount * 100), Math.round(booked * 100))
  const rows = charges.map(({ code, label, amount }) => [label, BASES[code]?.(minimumTons) ?? '', formatMoney(amount)])
  const agreed = rows.length === 0 ? 'Agreed rate' : 'Adjustment to the agreed rate'
  return {
    columns: [
      { title: 'Charge', width: '*' },
      { title: 'Basis', width: 200 },
      { title: 'USD', width: 90, right: true },
    ],
    rows: cents === 0 ? rows : [...rows, [agreed, '', formatMoney(cents / 100)]],
    total: ['Total', '', formatMoney(booked)],
  }
}

/** Freight is collect: the client who booked it is the consignee. A bill is issued where and when the cargo is shipped. */
const issue = ({ confirmation }: OrderData): Section => ({
  title: 'Issue',
  facts: [
    ['Freight', 'Collect'],
    ['Place of issue', confirmation?.portOfLoading ?? ''],
    ['Date of issue', formatDate(confirmation?.actualTimeOfDepartureAt, 'UTC') || 'On departure'],
  ],
})

const route = (data: OrderData, ...more: (keyof typeof CONFIRMATION_LABELS)[]): Section => ({
  title: 'Route',
  facts: [
    ...confirmed(data, 'vessel', 'vesselVoyage'),
    ['Carrier', data.loading?.carrier ?? ''],
    ...confirmed(data, 'placeOfReceipt', 'portOfLoading', 'portOfDischarge', 'placeOfDelivery', ...more),
    ['Container', data.loading?.container ?? ''],
    ['Seal', data.loading?.seal ?? ''],
  ],
  grid: true,
})

const clauses = ({ clauses: text }: OrderData) => ({ title: 'Terms', text })

type Parts = Partial<Pick<Paper, 'parties' | 'sections' | 'table' | 'texts' | 'toSign' | 'draft'>>

/** The parts of each document, besides those of all. */
const PARTS: Record<AttachedKind, (data: OrderData) => Parts & { title: string }> = {
  'booking-confirmation': (data) => ({
    title: 'Booking confirmation',
    parties: [consignee(data), shipper(data)],
    sections: [
      route(data, 'estimatedTimeOfDepartureAt', 'portEstimatedTimeOfArrivalAt', 'placeEstimatedTimeOfArrivalAt'),
      { title: 'Deadlines', facts: confirmed(data, 'cargoReadyAt', 'cargoCutOffAt', 'documentationCutOffAt') },
      shipment(data),
    ],
    table: cargoTable(data),
    texts: [{ title: 'Booking clauses', text: data.bookingClauses }, clauses(data)],
  }),
  'arrival-notice': (data) => ({
    title: 'Arrival notice',
    parties: [consignee(data), shipper(data)],
    sections: [
      route(
        data,
        'actualTimeOfDepartureAt',
        'portEstimatedTimeOfArrivalAt',
        'portActualTimeOfArrivalAt',
        'placeEstimatedTimeOfArrivalAt',
      ),
      bills(data),
      pickUp(data),
      shipment(data),
    ],
    table: cargoTable(data),
    texts: [{ title: 'Bank details', text: data.company.bankLines }, clauses(data)],
  }),
  'delivery-order': (data) => ({
    title: 'Delivery order',
    parties: [consignee(data), { title: 'Deliver to', text: data.order.cartageName }, shipper(data)],
    sections: [route(data, 'portActualTimeOfArrivalAt'), shipment(data)],
    table: cargoTable(data),
    texts: [{ title: 'Release', text: 'Please release the cargo above to the bearer of this order.' }, clauses(data)],
    toSign: { title: 'Received in good order', lines: ['Name', 'Date', 'Signature'] },
  }),
  'house-bill': (data) => ({
    title: 'House bill of lading',
    parties: [shipper(data), consignee(data), { title: 'Notify party', text: consignee(data).text }],
    sections: [
      route(data, 'estimatedTimeOfDepartureAt'),
      { ...bills(data), facts: bills(data).facts.slice(0, 2) },
      issue(data),
    ],
    table: cargoTable(data),
    texts: [{ title: 'Draft', text: 'For your approval. Not negotiable, and no document of title.' }],
    draft: true,
  }),
  quote: (data) => ({
    title: 'Quote',
    parties: [consignee(data, 'Prepared for')],
    sections: [
      shipment(data),
      {
        title: 'Cargo',
        facts: [
          // Figures as booked: measured ones do not change the price.
          ['Weight', kilograms(data.order.shipmentWeight)],
          ['Volume', cubic(data.order.shipmentVolume)],
          ['Description of goods', data.order.shipmentDescription],
          ['Transit time', data.transitDays ? `about ${data.transitDays} days` : ''],
        ],
      },
    ],
    table: priceTable(data),
    texts: [conditions(data), { title: 'Bank details', text: data.company.bankLines }, clauses(data)],
  }),
}

/** The data that a document about an order prints. */
export function paperOf(kind: AttachedKind, data: OrderData): Paper {
  const {
    title,
    parties = [],
    sections = [],
    table = null,
    texts = [],
    toSign = null,
    draft = false,
  } = PARTS[kind](data)
  return {
    form: 'paper',
    title,
    number: formatTrackingCode(data.order.trackingCode),
    company: data.company,
    parties: parties.filter(({ text }) => text !== ''),
    sections: sections
      .map(({ facts, ...section }) => ({ ...section, facts: facts.filter(([, value]) => value !== '') }))
      .filter(({ facts }) => facts.length > 0),
    table,
    texts: texts.filter(({ text }) => text !== ''),
    toSign,
    draft,
    landscape: false,
  }
}

/** The data that the labels of an order print. */
export const labelsOf = (data: OrderData, pieces: number): Labels => ({
  form: 'labels',
  company: data.company.name,
  trackingCode: data.order.trackingCode,
  pieces,
  from: lines(data.order.companyNameShipper, data.order.cityName),
  to: lines(data.order.companyName, data.order.cartageName),
  facts: (
    [
      ['PO', data.order.shipmentPurchase],
      ['Amazon', [data.order.shipmentId, data.order.amazonRefId].filter(Boolean).join(' / ')],
      ['Vessel', [data.confirmation?.vessel, data.confirmation?.vesselVoyage].filter(Boolean).join(' ')],
    ] satisfies Fact[]
  ).filter(([, value]) => value !== ''),
})
