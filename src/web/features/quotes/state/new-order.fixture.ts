import { TradeTerms } from '#contract/codes/order-codes.ts'
import { quoteForm } from '#contract/quotes/quotes.ts'
import { type NewOrderAction, newOrderReducer } from './new-order-reducer.ts'
import { type Answer, type NewOrderState, newOrderOf, pricingKey } from './new-order-state.ts'
import { testClient } from './test-client.fixture.ts'

export const opened = newOrderOf(testClient)

/** An answer of the calculator without lines. */
export const quoteOf = (amzlclCost: number) => ({
  amzlclCost,
  delivery: 32,
  freight: 0,
  insurance: 0,
  oncarriage: 0,
  lines: [],
  rates: { on: '2026-11-26T09:00:00.000Z', since: '2026-11-01T07:00:00.000Z', set: null },
  quoteId: 1,
})

/** The calculator's answer to the current input. */
export function answerTo(state: NewOrderState, cost: number | null = 855.96): Answer {
  const quote = cost === null ? null : quoteOf(cost)
  return {
    asked: quoteForm.parse(state.shipment.values),
    terms: state.terms,
    quote,
    missing: quote ? null : 'No freight rate',
    key: pricingKey(state),
    value: state.shipment.values.value,
  }
}

export type Step = NewOrderAction | { type: 'answered'; cost?: number | null }
export const after = (from: NewOrderState, ...steps: Step[]) =>
  steps.reduce<NewOrderState>(
    (state, step) =>
      newOrderReducer(state, step.type === 'answered' ? { type: 'priced', answer: answerTo(state, step.cost) } : step),
    from,
  )

export const ship = (change: Partial<NewOrderState['shipment']['values']>): Step => ({ type: 'changeShipment', change })
export const rate = (change: { on?: boolean; rate?: string }): Step => ({ type: 'changeRate', change })
export const fill = (change: Partial<NewOrderState['booking']['values']>): Step => ({ type: 'changeBooking', change })

export const typed = after(opened, ship({ origin: 4, destination: 9, volume: '3,5', weight: '620' }))
export const priced = after(typed, { type: 'answered' })
export const unpriced = after(typed, { type: 'answered', cost: null })
export const booking = after(priced, { type: 'book', amazon: true })
export const shipper = fill({
  companyNameShipper: 'Ningbo Bright Lamps',
  companyAddressShipper: '8 Factory Street, Ningbo',
  namePersonCharge: 'Li Wei',
  emailShipper: 'li@example.test',
  phoneShipper: '8613800000000',
})

export const FOB_LANE = [{ type: 'chooseTerms', terms: TradeTerms.FOB }] as const
