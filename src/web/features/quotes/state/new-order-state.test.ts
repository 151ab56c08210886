import { expect, test } from 'vitest'
import { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import { after, FOB_LANE, fill, opened, priced, rate, type Step, ship, typed, unpriced } from './new-order.fixture.ts'
import { bookingBody, isDirty } from './new-order-state.ts'

test.each<[rule: string, steps: readonly Step[], dirty: boolean]>([
  ['nothing typed', [], false],
  [
    'terms, mode and origin',
    [...FOB_LANE, { type: 'originsLoaded', ids: [4] }, { type: 'chooseMode', mode: TransportationMode.FCL }],
    false,
  ],
  ['a volume', [ship({ volume: '1' })], true],
  ['a volume that was deleted again', [ship({ volume: '1' }), ship({ volume: '' })], false],
  ['a manual rate', [rate({ on: true })], true],
  ['a booking field', [fill({ sendMail: false })], true],
  ['a field of the quote request', [{ type: 'changeRequest', change: { message: 'Hello' } }], true],
])('unsaved input: %s', (_what, steps, dirty) => {
  expect(isDirty(after(opened, ...steps), opened)).toBe(dirty)
})

test('a booking sends the priced shipment, at the manual rate if there is one', () => {
  // The values are as the schema of the booking form returns them, which the contract tests.
  const form = { ...opened.booking.values, sendMail: true }
  expect(bookingBody(priced, form)).toMatchObject({
    userId: 7,
    transportationMode: TransportationMode.LCL,
    shipmentTradeTerms: TradeTerms.PICK_UP,
    shipmentOriginPort: 4,
    shipmentDestination: 9,
    shipmentVolume: 3.5,
    shipmentWeight: 620,
    shipmentValue: null,
    estimatedTransportation: 855.96,
  })
  expect(bookingBody(after(priced, rate({ on: true, rate: '800' })), form)?.estimatedTransportation).toBe(800)
  expect(bookingBody(typed, form)).toBeNull()
  expect(bookingBody(unpriced, form)).toBeNull()
})
