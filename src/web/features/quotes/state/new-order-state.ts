import type { Client } from '#contract/clients/clients.ts'
import { type TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import {
  BOOKING_PANELS,
  type BookingForm,
  type BookingInput,
  bookingForm,
  quoteRequestInput,
} from '#contract/orders/bookings.ts'
import { manualRate, type QuoteResult, quoteForm } from '#contract/quotes/quotes.ts'
import { type Errors, errorsOf, type FormState, hasErrors } from '#web/features/quotes/shared/form-state.ts'
import { DEFAULT_TERMS, NO_SHIPMENT, type ShipmentValues } from '#web/features/quotes/shared/shipment-values.ts'
import { type Copy, confirmationOf } from './copy.ts'
import type { Asked } from './new-order-queries.ts'
import {
  type BookingValues,
  bookingOf,
  FIRST_PANELS,
  laneOf,
  NO_OVERRIDE,
  type OverrideValues,
  type RequestValues,
  requestOf,
} from './new-order-values.ts'

export type PanelKey = (typeof BOOKING_PANELS)[number]['key']

/** The calculator's answer, and the input it was for. */
export interface Priced {
  asked: Asked
  terms: TradeTerms
  quote: QuoteResult | null
  /** The reason why there is no price, and what to do instead. */
  missing: string | null
}

/** A price with the input it was calculated for: `key` without the shipment value, and that value. */
export interface Answer extends Priced {
  key: string
  value: string
}

/** The state of the new-order screen. */
export interface NewOrderState {
  readonly clientId: number
  readonly terms: TradeTerms
  readonly mode: TransportationMode
  readonly shipment: FormState<ShipmentValues>
  /** The calculator's last answer; `pricedOf` says whether it still applies to the current input. */
  readonly answer: Answer | null
  /** The manual rate that was typed last, with its lane. */
  readonly manual: OverrideValues
  /** The lane whose manual rate was checked, so that its message shows. */
  readonly rateChecked: string | null
  readonly booking: FormState<BookingValues>
  /** The shipment that is being booked; a change of it closes the accordion. */
  readonly bookedKey: string | null
  /** Open panels of the accordion, which they outlive. */
  readonly panels: readonly string[]
  readonly request: FormState<RequestValues>
  /** The order that is copied; null for none. */
  readonly copy: Copy | null
}

/** The initial state for a client. */
export const newOrderOf = (client: Client): NewOrderState => ({
  clientId: client.id,
  terms: DEFAULT_TERMS,
  mode: TransportationMode.LCL,
  shipment: { values: NO_SHIPMENT, errors: {} },
  answer: null,
  manual: NO_OVERRIDE,
  rateChecked: null,
  booking: { values: bookingOf(client), errors: {} },
  bookedKey: null,
  panels: FIRST_PANELS,
  request: { values: requestOf(client), errors: {} },
  copy: null,
})

/** The input of a price, without the shipment value: changing that recalculates automatically. */
export const pricingKey = ({ terms, shipment }: NewOrderState) =>
  JSON.stringify([terms, { ...shipment.values, value: null }])

/** The price of the current input; `stale` while the shipment value differs from the priced one. */
export function pricedOf(state: NewOrderState): { priced: Answer | null; stale: boolean } {
  const priced = state.answer?.key === pricingKey(state) ? state.answer : null
  return { priced, stale: priced !== null && priced.value !== state.shipment.values.value }
}

/** The manual rate that was typed for the lane on screen. */
export function typedRate({ terms, shipment, manual }: NewOrderState): OverrideValues {
  const lane = laneOf(terms, shipment.values)
  return manual.lane === lane ? manual : { ...NO_OVERRIDE, lane }
}

/**
 * The manual rate, which applies to the lane it was typed for. Without a price it is on automatically, and
 * off again with the next price unless a rate was typed. `rate` in USD, null without a valid one; `wrong` is
 * its message.
 */
export function manualOf(state: NewOrderState) {
  const typed = typedRate(state)
  const override = { ...typed, on: typed.on || pricedOf(state).priced?.quote === null }
  const parsed = override.on ? manualRate().safeParse(override.rate) : null
  const wrong = parsed?.error?.issues[0]?.message ?? null
  const shown = state.rateChecked === override.lane
  return { override, rate: parsed?.data ?? null, wrong, rateError: shown ? wrong : null }
}

export const shipmentErrors = ({ shipment }: NewOrderState) => errorsOf(quoteForm, shipment.values)

/** True if the shipment and the manual rate are valid. */
export const mayBook = (state: NewOrderState) => !hasErrors(shipmentErrors(state)) && manualOf(state).wrong === null

/** The shipment as it would be booked, without its value; null if it has no price. */
export function bookableKey(state: NewOrderState): string | null {
  const { priced } = pricedOf(state)
  return priced && JSON.stringify({ ...priced.asked, value: null, terms: priced.terms })
}

/** True while the accordion shows. */
export const isBooking = (state: NewOrderState) => state.bookedKey !== null && state.bookedKey === bookableKey(state)

/** Panels to fill in, in order. */
export const panelsOf = (amazon: boolean) => BOOKING_PANELS.filter(({ key }) => amazon || key !== 'amazon')

/** The messages of one panel. */
export const panelErrors = ({ booking }: NewOrderState, panel: PanelKey): Errors => {
  const schema = BOOKING_PANELS.find(({ key }) => key === panel)?.schema
  return schema ? errorsOf(schema, booking.values) : {}
}

/** The panel with the first of these messages. */
export const panelWith = (errors: Errors): PanelKey | undefined =>
  BOOKING_PANELS.find(({ schema }) => Object.keys(schema.shape).some((name) => name in errors))?.key

/** Messages of the booking form for the chosen destination. */
export const bookingErrors = ({ booking }: NewOrderState, amazon: boolean) =>
  errorsOf(bookingForm(amazon), booking.values)

/** The body of a booking, from its checked form; null without a price. */
export function bookingBody(state: NewOrderState, form: BookingForm): BookingInput | null {
  const { priced } = pricedOf(state)
  const { override, rate } = manualOf(state)
  const cost = override.on ? rate : (priced?.quote?.amzlclCost ?? null)
  if (!priced || cost === null) return null
  const { asked, terms } = priced
  return {
    ...form,
    userId: state.clientId,
    transportationMode: TransportationMode.LCL,
    shipmentTradeTerms: terms,
    shipmentOriginPort: asked.origin,
    shipmentDestination: asked.destination,
    shipmentVolume: asked.volume,
    shipmentWeight: asked.weight,
    shipmentValue: asked.value,
    cargoInsurance: asked.cargoInsurance,
    customBrokerage: asked.customBrokerage,
    estimatedTransportation: cost,
    confirmationOf: confirmationOf(state.copy),
  }
}

/** The body of the quote request, before it is checked. */
export const requestBody = (state: NewOrderState) => ({
  ...state.request.values,
  userId: state.clientId,
  transportationMode: TransportationMode.FCL,
  confirmationOf: confirmationOf(state.copy),
})
export const requestErrors = (state: NewOrderState) => errorsOf(quoteRequestInput, requestBody(state))

/** The part of the state that a draft stores. */
export const draftOf = (state: NewOrderState) => ({
  terms: state.terms,
  mode: state.mode,
  shipment: state.shipment.values,
  override: typedRate(state),
  booking: state.booking.values,
  request: state.request.values,
})

const same = <V extends object>(one: V, other: V) => {
  const others = new Map<string, unknown>(Object.entries(other))
  return Object.entries(one).every(([name, value]) => others.get(name) === value)
}

/** True if something was filled in; origin, terms and mode have defaults and do not count. */
export const isDirty = (state: NewOrderState, opened: NewOrderState) =>
  !same({ ...state.shipment.values, origin: 0 }, { ...opened.shipment.values, origin: 0 }) ||
  typedRate(state).on ||
  !same(state.booking.values, opened.booking.values) ||
  !same(state.request.values, opened.request.values)
