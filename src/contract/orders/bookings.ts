import { z } from 'zod'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import * as f from '#contract/lib/fields.ts'
import { noSuch, REQUIRED } from '#contract/lib/messages.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { withRules } from '#contract/lib/rules.ts'
import { lclVolume, lclWeight, manualRate, shipmentValue } from '#contract/quotes/quotes.ts'
import { amazonRule, valueRule } from '#contract/quotes/shipment-rules.ts'
import type { PanelKey } from './field-kinds.ts'
import { ORDER_FIELDS } from './field-table.ts'
import { BOOKING_FIELDS, bookingFields, type OrderFields } from './order-fields.ts'

export const LCL_ONLY = 'A full container starts with a quote request'
export const CLIENT_GONE = noSuch('client')

/** An earlier order, whose confirmed places and clauses the new one takes over, not dates and vessel. */
const confirmationOf = () => f.optionalId()
export const NOT_CONFIRMED = 'This order has no booking confirmation'

/** The shipment as the calculator takes it, with its price. */
const priced = {
  shipmentTradeTerms: ORDER_FIELDS.shipmentTradeTerms.input,
  shipmentOriginPort: f.id(REQUIRED),
  shipmentDestination: f.id(REQUIRED),
  shipmentVolume: lclVolume(),
  shipmentWeight: lclWeight(),
  shipmentValue: shipmentValue(),
  cargoInsurance: f.flag().default(false),
  customBrokerage: f.flag().default(false),
  estimatedTransportation: manualRate(),
}

const form = {
  ...bookingFields,
  /** True if the client gets the booking mail. */
  sendMail: f.flag().default(false),
}

/** The form of the booking accordion; Amazon cartages need both ids. */
export const bookingForm = (isAmazon: boolean) =>
  withRules(z.object(form), (value, add) => {
    if (isAmazon) amazonRule(value, add)
  })
export type BookingForm = z.output<ReturnType<typeof bookingForm>>

/** The body of POST request/booking. The server checks which cartages are Amazon's and need both ids. */
export const bookingInput = withRules(
  z.object({
    userId: f.id(CLIENT_GONE),
    transportationMode: f.oneOf([TransportationMode.LCL], LCL_ONLY),
    ...priced,
    ...form,
    confirmationOf: confirmationOf(),
  }),
  valueRule('shipmentValue'),
)
export type BookingInput = z.output<typeof bookingInput>

const TITLES = {
  contact: 'YOUR INFORMATION',
  shipper: 'SHIPPER INFORMATION',
  shipment: 'SHIPMENT INFORMATION',
  amazon: 'AMAZON FBA BOOKING INFORMATION',
  request: 'ADDITIONAL INFORMATION OR REQUESTS',
} satisfies Partial<Record<PanelKey, string>>
export type BookingPanelKey = keyof typeof TITLES

function bookingPanel(key: BookingPanelKey) {
  const fields = BOOKING_FIELDS.filter((field) => ORDER_FIELDS[field].panel === key)
  const schema = z.object(Object.fromEntries(fields.map((field) => [field, bookingFields[field]])))
  return { key, title: TITLES[key], fields, schema: key === 'amazon' ? withRules(schema, amazonRule) : schema }
}

/** The panels of the booking accordion that staff fill in, in order; QUOTE SUMMARY comes before them. */
export const BOOKING_PANELS = keysOf(TITLES).map(bookingPanel)

/**
 * The body of POST request/quote. Name, email, phone and message are required; other fields follow the
 * booking's rules.
 */
export const quoteRequestInput = z.object({
  userId: f.id(CLIENT_GONE),
  transportationMode: f.oneOf([TransportationMode.FCL]).default(TransportationMode.FCL),
  name: f.requiredText('Name', 50),
  email: f.email(),
  phoneNumber: f.phone(),
  message: f.requiredLongText('Message', 255),
  origin: f.optionalId(),
  destination: f.optionalId(),
  destinationGoods: f.longText('Description of goods', 280),
  volume: f.optionalDecimal(3, { above: 0 }),
  weight: f.optionalDecimal(3, { above: 0 }),
  confirmationOf: confirmationOf(),
})
export type QuoteRequestInput = z.output<typeof quoteRequestInput>

/** A quote request as fields of an order: the call has other names for them. */
export const fieldsOfRequest = (input: QuoteRequestInput) => ({
  yourName: input.name,
  email: input.email,
  phone: input.phoneNumber,
  additionalInformation: input.message,
  shipmentDescription: input.destinationGoods,
  shipmentVolume: input.volume,
  shipmentWeight: input.weight,
})

/** The texts of an order under the names of a quote request. */
export const textsForRequest = (order: Pick<OrderFields, 'additionalInformation' | 'shipmentDescription'>) => ({
  message: order.additionalInformation,
  destinationGoods: order.shipmentDescription,
})
