import { expect, test } from 'vitest'
import { TEMPLATE_VARIABLES, variablesFor } from '#contract/templates/template-variables.ts'
import { type ConfirmationFacts, type OrderFacts, orderVariables, type SailingFacts } from './order-variables.ts'

const order: OrderFacts = {
  trackingCode: 'ABCD12345678',
  createdAt: '2026-11-20T23:30:00.000Z',
  status: 2,
  cityName: 'Ningbo',
  cartageName: 'ONT8',
  shipmentTradeTerms: 3,
  transportationMode: 1,
  shipmentVolume: 3.5,
  shipmentWeight: null,
  shipmentValue: 8500,
  estimatedTransportation: null,
  cargoInsurance: true,
  customBrokerage: false,
  shipmentDescription: 'Cups',
  shipmentPurchase: 'PO-1',
  amazonRefId: 'A1',
  shipmentId: 'S1',
  additionalInformation: 'Call',
  yourName: 'Anna',
  companyName: 'Berg',
  companyAddress: 'Harbour 1',
  email: 'anna@x.example',
  phone: '1604',
  additionalInfo: 'i',
  companyNameShipper: 'Kitchen Co.',
  companyAddressShipper: 'Renmin 88',
  namePersonCharge: 'Li',
  emailShipper: 'li@x.example',
  phoneShipper: '86',
  additionalInformationShipper: 'j',
}
const sailing: SailingFacts = {
  vessel: 'EVER LUCID',
  voyage: '045E',
  departure: '2026-11-20T00:00:00+00:00',
  arrival: null,
  container: 'CSQU3054383',
}
const client = {
  username: 'Anna B',
  companyName: 'B',
  companyAddress: 'H',
  email: 'a@x.example',
  phone: '1',
  canadianBusinessNumber: '9',
}
const confirmation: ConfirmationFacts = {
  vessel: 'EVER LUCID',
  vesselVoyage: '045E',
  placeOfReceipt: 'Ningbo',
  portOfLoading: 'Ningbo',
  portOfDischarge: 'Los Angeles',
  placeOfDelivery: 'Fontana',
  cargoReadyAt: '2026-11-12T09:05:00.000Z',
  cargoCutOffAt: null,
  documentationCutOffAt: null,
  estimatedTimeOfDepartureAt: '2026-11-20T00:00:00.000Z',
  actualTimeOfDepartureAt: null,
  portEstimatedTimeOfArrivalAt: null,
  portActualTimeOfArrivalAt: null,
  placeEstimatedTimeOfArrivalAt: null,
  placeActualTimeOfArrivalAt: null,
  bookingClauses: '<p>c</p>',
}
const event = { name: 'Departed', publicStatus: 'On board', date: '2026-11-21T20:05:00.000Z', comment: 'ok' }
const site = { siteUrl: 'https://site.example', timeZone: 'Asia/Shanghai' }

test('a complete order fills every variable but those of mails that reset a password, ask for papers or offer a price', () => {
  const values = orderVariables({ order, event, confirmation, sailing, client }, site)
  expect(new Set(Object.keys(values))).toEqual(
    new Set([...variablesFor(null)].filter((one) => !/^(request|offer)\./.test(one))),
  )
})

test('dates, money and codes are formatted', () => {
  const values = orderVariables({ order, event, confirmation, sailing, client }, site)
  expect(values).toMatchObject({
    'order.trackingCode': 'ABCD12345678',
    'order.createdAt': 'Nov 21 2026',
    'order.status': 'Completed',
    'order.eventDate': 'Nov 22 2026 4:05 (Asia/Shanghai)',
    'order.tradeTerms': 'Pick-Up from Supplier',
    'order.mode': 'Full Container Load',
    'order.volume': 3.5,
    'order.weight': '',
    'order.value': '$8\u00a0500.00',
    'order.cost': '',
    'order.insurance': 'Yes',
    'order.brokerage': '',
    'confirmation.cargoReadyAt': 'Nov 12 2026 17:05 (Asia/Shanghai)',
    'confirmation.cargoCutOffAt': '',
    'sailing.voyage': '045E',
    'sailing.departure': 'Nov 20 2026',
    'sailing.arrival': '',
    'sailing.container': 'CSQU3054383',
    'site.trackingUrl': 'https://site.example/tracking?code=ABCD12345678',
  })
})

test('departures and arrivals show their UTC date in every time zone', () => {
  const west = orderVariables(
    { order, event, confirmation, sailing, client },
    { ...site, timeZone: 'America/Vancouver' },
  )
  expect(west['confirmation.estimatedTimeOfDepartureAt']).toBe('Nov 20 2026')
})

test('an order without event and confirmation fills the other variables', () => {
  const values = orderVariables({ order, event: null, confirmation: null, sailing: null, client }, site)
  expect(values['order.event']).toBe('')
  expect(values['order.eventDate']).toBe('')
  expect(values['contact.name']).toBe('Anna')
})

test('sample values have the same format as real ones', () => {
  for (const { identifier, sample } of TEMPLATE_VARIABLES) expect(sample, identifier).not.toBe('')
})
