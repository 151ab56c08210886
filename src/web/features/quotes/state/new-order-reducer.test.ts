import { expect, test } from 'vitest'
import { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import { ENTER_VALUE } from '#contract/lib/messages.ts'
import {
  after,
  answerTo,
  booking,
  FOB_LANE,
  fill,
  opened,
  priced,
  rate,
  type Step,
  ship,
  shipper,
  typed,
  unpriced,
} from './new-order.fixture.ts'
import { draftOf, isBooking, manualOf, type NewOrderState, pricedOf } from './new-order-state.ts'

/** The parts of a state that the screen shows. */
const shown = (state: NewOrderState) => ({
  terms: state.terms,
  mode: state.mode,
  origin: state.shipment.values.origin,
  errors: Object.keys(state.shipment.errors),
  calculate: pricedOf(state).priced === null,
  stale: pricedOf(state).stale,
  booking: isBooking(state),
  rate: manualOf(state).rate,
  manual: manualOf(state).override.on,
  rateError: manualOf(state).rateError,
  panels: state.panels,
  bookingErrors: Object.keys(state.booking.errors),
  requestErrors: Object.keys(state.request.errors),
})

test.each<[rule: string, from: NewOrderState, steps: readonly Step[], expected: Partial<ReturnType<typeof shown>>]>([
  [
    'a new order starts with pick-up terms, LCL and no price',
    opened,
    [],
    { terms: TradeTerms.PICK_UP, mode: TransportationMode.LCL, calculate: true, booking: false },
  ],
  ['other terms clear the origin', typed, FOB_LANE, { terms: TradeTerms.FOB, origin: 0 }],
  [
    'the first origin that loads is chosen',
    typed,
    [...FOB_LANE, { type: 'originsLoaded', ids: [11, 12] }],
    { origin: 11 },
  ],
  ['an origin that is still offered stays', typed, [{ type: 'originsLoaded', ids: [3, 4] }], { origin: 4 }],
  ['without any origin there is none', typed, [{ type: 'originsLoaded', ids: [] }], { origin: 0 }],
  [
    'the mode is chosen',
    opened,
    [{ type: 'chooseMode', mode: TransportationMode.FCL }],
    { mode: TransportationMode.FCL },
  ],
  [
    'Calculate on an empty form shows what is missing',
    opened,
    [{ type: 'showShipmentErrors' }],
    { errors: ['origin', 'destination', 'volume', 'weight'], rateError: null },
  ],
  [
    'a change of a field clears its message',
    opened,
    [{ type: 'showShipmentErrors' }, ship({ volume: '2' })],
    { errors: ['origin', 'destination', 'weight'] },
  ],
  ['a price hides Calculate', typed, [{ type: 'answered' }], { calculate: false, stale: false }],
  ['another volume takes the price away', priced, [ship({ volume: '4' })], { calculate: true }],
  [
    'the volume as it was brings the price back',
    priced,
    [ship({ volume: '4' }), ship({ volume: '3,5' })],
    { calculate: false },
  ],
  ['other terms take the price away', priced, FOB_LANE, { calculate: true }],
  [
    'another shipment value keeps the price, as stale',
    priced,
    [ship({ value: '8500' })],
    { calculate: false, stale: true },
  ],
  ['its new price is no longer stale', priced, [ship({ value: '8500' }), { type: 'answered' }], { stale: false }],
  [
    'a late answer to an earlier shipment is not a price',
    typed,
    [ship({ weight: '900' }), { type: 'priced', answer: answerTo(typed) }],
    { calculate: true },
  ],

  [
    'Book opens the accordion',
    priced,
    [{ type: 'book', amazon: false }],
    { booking: true, panels: ['quote', 'contact', 'shipper'] },
  ],
  [
    'Book with a wrong value marks it and opens nothing',
    priced,
    [ship({ value: 'abc' }), { type: 'book', amazon: false }],
    { booking: false, errors: ['value'] },
  ],
  [
    'a change of the shipment closes the accordion and brings Calculate back',
    booking,
    [ship({ volume: '4' })],
    { booking: false, calculate: true },
  ],
  [
    'a price for another shipment closes it too',
    booking,
    [ship({ volume: '4' }), { type: 'answered' }],
    { booking: false, calculate: false },
  ],
  [
    'another shipment value leaves it open',
    booking,
    [ship({ value: '8500' }), { type: 'answered' }],
    { booking: true },
  ],
  ['panels open and close', booking, [{ type: 'openPanels', open: ['contact'] }], { panels: ['contact'] }],
  [
    'the open panels outlive the accordion',
    booking,
    [
      { type: 'openPanels', open: ['shipment'] },
      ship({ volume: '4' }),
      { type: 'answered' },
      { type: 'book', amazon: true },
    ],
    { booking: true, panels: ['shipment'] },
  ],
  [
    'Continue closes a valid panel and opens the next',
    booking,
    [shipper, { type: 'continue', panel: 'shipper', amazon: true }],
    { panels: ['quote', 'contact', 'shipment'], bookingErrors: [] },
  ],
  [
    'Continue on an incomplete panel shows its messages',
    booking,
    [{ type: 'continue', panel: 'shipment', amazon: true }],
    { bookingErrors: ['shipmentDescription'], panels: ['quote', 'contact', 'shipper', 'shipment'] },
  ],
  [
    'for an Amazon cartage its panel follows the shipment',
    booking,
    [fill({ shipmentDescription: 'Lamps' }), { type: 'continue', panel: 'shipment', amazon: true }],
    { panels: ['quote', 'contact', 'shipper', 'amazon'] },
  ],
  [
    'for any other cartage it is skipped',
    booking,
    [fill({ shipmentDescription: 'Lamps' }), { type: 'continue', panel: 'shipment', amazon: false }],
    { panels: ['quote', 'contact', 'shipper', 'request'] },
  ],
  [
    'a destination that is not Amazon leads from the Amazon panel to the last',
    booking,
    [
      { type: 'openPanels', open: ['amazon'] },
      ship({ destination: 10 }),
      { type: 'answered' },
      { type: 'book', amazon: false },
    ],
    { panels: ['request'] },
  ],
  [
    'a change of a booking field clears its message only',
    booking,
    [{ type: 'checkBooking', amazon: false }, shipper],
    { bookingErrors: ['shipmentDescription'] },
  ],
  [
    'Amazon ids are required for an Amazon cartage',
    booking,
    [shipper, fill({ shipmentDescription: 'Lamps' }), { type: 'checkBooking', amazon: true }],
    { bookingErrors: ['amazonRefId', 'shipmentId'], panels: ['quote', 'contact', 'shipper', 'amazon'] },
  ],
  [
    'a message of the server opens its panel',
    booking,
    [
      { type: 'openPanels', open: ['request'] },
      { type: 'bookingRefused', errors: { email: 'No' } },
    ],
    { bookingErrors: ['email'], panels: ['request', 'contact'] },
  ],
  [
    'Send shows what is wrong with the shipment too',
    booking,
    [ship({ value: 'abc' }), { type: 'checkShipment' }],
    { errors: ['value'], booking: true },
  ],

  ['without a price the manual rate is on by itself', unpriced, [], { manual: true, rate: null, rateError: null }],
  [
    'it is off again with the next price',
    unpriced,
    [ship({ destination: 10 }), { type: 'answered' }],
    { manual: false },
  ],
  [
    'and stays off back on the first lane, once that has a price',
    unpriced,
    [ship({ destination: 10 }), { type: 'answered' }, ship({ destination: 9 }), { type: 'answered' }],
    { manual: false },
  ],
  [
    'a rate typed without a price stays when there is one',
    unpriced,
    [rate({ rate: '432.10' }), { type: 'answered' }],
    { manual: true, rate: 432.1 },
  ],
  [
    'a rate applies to the lane it was typed for',
    priced,
    [rate({ on: true }), rate({ rate: '800' }), ship({ destination: 10 }), { type: 'answered', cost: null }],
    { manual: true, rate: null },
  ],
  [
    'and is there again on its own lane',
    priced,
    [rate({ on: true }), rate({ rate: '800' }), ship({ destination: 10 }), ship({ destination: 9 })],
    { manual: true, rate: 800 },
  ],
  [
    'an empty rate is marked by Book',
    priced,
    [rate({ on: true }), { type: 'book', amazon: false }],
    { booking: false, rateError: ENTER_VALUE },
  ],
  ['but not before', priced, [rate({ on: true })], { rateError: null }],
  [
    'nor on the next lane',
    priced,
    [rate({ on: true }), { type: 'book', amazon: false }, ship({ destination: 10 }), { type: 'answered', cost: null }],
    { manual: true, rateError: null },
  ],
  ['without a manual rate there is nothing wrong with it', priced, [{ type: 'checkShipment' }], { rateError: null }],

  ['a quote request without a message is marked', opened, [{ type: 'checkRequest' }], { requestErrors: ['message'] }],
  [
    'a change clears the message',
    opened,
    [{ type: 'checkRequest' }, { type: 'changeRequest', change: { message: 'One container' } }],
    { requestErrors: [] },
  ],
  [
    'the server’s messages show at the request',
    opened,
    [{ type: 'requestRefused', errors: { origin: 'Gone' } }],
    { requestErrors: ['origin'] },
  ],
])('%s', (_rule, from, steps, expected) => {
  expect(shown(after(from, ...steps))).toMatchObject(expected)
})

test('a shipment too large for LCL moves to the quote request with its destination, volume and weight', () => {
  const { mode, request } = after(typed, ship({ volume: '16.5' }), { type: 'requestInstead' })
  expect(mode).toBe(TransportationMode.FCL)
  expect(request.values).toMatchObject({ destination: 9, volume: '16.5', weight: '620', name: 'Sofia Lindqvist' })
  expect(after(opened, { type: 'requestInstead' }).request.values.destination).toBeNull()
})

test('a draft restores all typed values', () => {
  const before = after(priced, ...FOB_LANE, rate({ on: true, rate: '800' }), shipper)
  const restored = after(opened, { type: 'restore', draft: draftOf(before) })
  expect(draftOf(restored)).toEqual(draftOf(before))
  expect(shown(restored)).toMatchObject({ terms: TradeTerms.FOB, rate: 800, calculate: true, booking: false })
})
