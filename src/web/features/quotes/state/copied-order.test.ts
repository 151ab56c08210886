import { expect, test } from 'vitest'
import { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import type { BookingConfirmation } from '#contract/orders/confirmation.ts'
import { quoteForm } from '#contract/quotes/quotes.ts'
import { copiedOrder } from './copied-order.ts'
import { quoteOf } from './new-order.fixture.ts'
import { newOrderReducer } from './new-order-reducer.ts'
import { bookingBody, isDirty, newOrderOf, pricingKey, requestBody } from './new-order-state.ts'
import { testClient } from './test-client.fixture.ts'
import { testOrder } from './test-order.fixture.ts'

const copied = copiedOrder(testClient, testOrder)
// The cast: only the presence of a confirmation counts here.
const confirmed = copiedOrder(testClient, { ...testOrder, bookingConfirmation: {} as BookingConfirmation })

test('a copy has the shipment and the shipper, and no price, reference or Amazon id', () => {
  expect(copied).toMatchObject({
    mode: TransportationMode.LCL,
    terms: TradeTerms.PICK_UP,
    answer: null,
    bookedKey: null,
  })
  expect(copied.shipment.values).toEqual({
    origin: 5,
    destination: 91,
    volume: '3.5',
    weight: '620',
    value: '8500',
    cargoInsurance: true,
    customBrokerage: false,
  })
  expect(copied.booking.values).toMatchObject({
    companyNameShipper: 'Ningbo Bright Lamps',
    namePersonCharge: 'Li Wei',
    additionalInformationShipper: 'Gate 3',
    shipmentDescription: 'Lamps',
    additionalInformation: 'Handle with care',
    shipmentPurchase: '',
    amazonRefId: '',
    shipmentId: '',
    sendMail: true,
  })
})

test('the contact is the client as of today', () => {
  const { booking, request } = newOrderOf(testClient)
  const { yourName, companyName, companyAddress, email, phone, additionalInfo } = booking.values
  expect(copied.booking.values).toMatchObject({ yourName, companyName, companyAddress, email, phone, additionalInfo })
  expect(copied.request.values).toMatchObject({ name: request.values.name, email: request.values.email })
})

test('a quote request is copied into the request, with its port; an LCL order finds its measures too', () => {
  const fcl = copiedOrder(testClient, {
    ...testOrder,
    transportationMode: TransportationMode.FCL,
    shipmentTradeTerms: TradeTerms.OTHER,
    shipmentOriginPort: 12,
    shipmentVolume: 33.5,
    shipmentWeight: null,
  })
  expect(fcl).toMatchObject({ mode: TransportationMode.FCL, terms: TradeTerms.PICK_UP })
  expect(fcl.request.values).toMatchObject({
    origin: 12,
    destination: 91,
    volume: '33.5',
    weight: '',
    message: 'Handle with care',
    destinationGoods: 'Lamps',
  })
  expect(fcl.shipment.values).toMatchObject({ origin: 0, destination: 91, volume: '33.5' })
})

test('an untouched copy is not unsaved input', () => {
  expect(isDirty(copied, copied)).toBe(false)
  const typed = newOrderReducer(copied, { type: 'changeShipment', change: { volume: '4' } })
  expect(isDirty(typed, copied)).toBe(true)
})

test('an origin that is no longer offered is emptied and named, until another is chosen', () => {
  const ids = [6, 7]
  const gone = newOrderReducer(copied, { type: 'originsLoaded', ids })
  expect(gone.shipment.values.origin).toBe(0)
  expect(gone.copy).toMatchObject({ gone: ['origin'], origin: 'Dongguan' })
  expect(newOrderReducer(gone, { type: 'originsLoaded', ids })).toBe(gone)
  const chosen = newOrderReducer(gone, { type: 'changeShipment', change: { origin: 6 } })
  expect(chosen.copy?.gone).toEqual([])
  const otherTerms = newOrderReducer(gone, { type: 'chooseTerms', terms: TradeTerms.FOB })
  expect(newOrderReducer(otherTerms, { type: 'originsLoaded', ids: [21] }).shipment.values.origin).toBe(21)
})

test('a destination that is no longer offered is emptied and named', () => {
  const gone = newOrderReducer(copied, { type: 'destinationGone' })
  expect(gone.shipment.values.destination).toBe(0)
  expect(gone.request.values.destination).toBeNull()
  expect(gone.copy?.gone).toEqual(['destination'])
  expect(newOrderReducer(gone, { type: 'changeRequest', change: { destination: 92 } }).copy?.gone).toEqual([])
})

test('a confirmation is copied along unless switched off', () => {
  const { values } = confirmed.shipment
  const answer = {
    asked: quoteForm.parse(values),
    terms: confirmed.terms,
    quote: quoteOf(900),
    missing: null,
    key: pricingKey(confirmed),
    value: values.value,
  }
  const priced = newOrderReducer(confirmed, { type: 'priced', answer })
  const form = { ...confirmed.booking.values }
  expect(bookingBody(priced, form)).toMatchObject({ confirmationOf: 70, estimatedTransportation: 900 })
  expect(requestBody(confirmed).confirmationOf).toBe(70)
  const off = newOrderReducer(priced, { type: 'copyConfirmation', on: false })
  expect(bookingBody(off, form)?.confirmationOf).toBeNull()
  expect(requestBody(copied).confirmationOf).toBeNull()
})
