import { expect, test } from 'vitest'
import { TradeTerms } from '#contract/codes/order-codes.ts'
import { reopenedQuote } from './reopened-quote.ts'

const shared = { cartageId: 7, volume: 2.5, weight: 300, insurance: 0, cargoInsurance: false, customsBrokerage: true }

test('a kept quote fills in the calculator as it was asked for', () => {
  const pickUp = { ...shared, shipmentTradeTerms: TradeTerms.PICK_UP, pickUpLocationId: 4 }
  expect(reopenedQuote({ inputs: pickUp })).toEqual({
    terms: TradeTerms.PICK_UP,
    shipment: {
      origin: 4,
      destination: 7,
      volume: '2.5',
      weight: '300',
      value: '',
      cargoInsurance: false,
      customBrokerage: true,
    },
  })
  const dropOff = { ...shared, shipmentTradeTerms: TradeTerms.DROP_OFF, depotId: 9, insurance: 1200 }
  expect(reopenedQuote({ inputs: dropOff })).toMatchObject({
    terms: TradeTerms.DROP_OFF,
    shipment: { origin: 9, value: '1200' },
  })
})

test('a quote whose places are not known leaves them open', () => {
  expect(reopenedQuote({ inputs: {} }).shipment).toMatchObject({ origin: 0, destination: 0, volume: '' })
})
