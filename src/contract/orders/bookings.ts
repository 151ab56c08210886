import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { type AddError, withRules } from '#contract/lib/rules.ts'
import { ENTER_VALUE, lclVolume, lclWeight, manualRate, shipmentValue, valueRule } from '#contract/quotes/quotes.ts'
import {
  amazonFields,
  contactFields,
  requestFields,
  shipmentFields,
  shipperFields,
  tradeTerms,
} from './order-fields.ts'

export const LCL_ONLY = 'A full container starts with a quote request'
export const CLIENT_GONE = 'This client does not exist'

const contact = contactFields
const shipper = shipperFields
const shipment = {
  shipmentDescription: f.requiredText('Description of goods', 280),
  shipmentPurchase: shipmentFields.shipmentPurchase,
}
const amazon = { amazonRefId: amazonFields.amazonRefId, shipmentId: amazonFields.shipmentId }
const price = {
  shipmentTradeTerms: tradeTerms,
  shipmentOriginPort: f.id(REQUIRED),
  shipmentDestination: f.id(REQUIRED),
  shipmentVolume: lclVolume(),
  shipmentWeight: lclWeight(),
  shipmentValue: shipmentValue(),
  cargoInsurance: f.flag().default(false),
  customBrokerage: f.flag().default(false),
  estimatedTransportation: manualRate(),
}
const insured = (
  value: { shipmentValue?: number | null; cargoInsurance?: boolean; customBrokerage?: boolean },
  add: AddError,
) =>
  valueRule(value.cargoInsurance || value.customBrokerage, value.shipmentValue, () => add('shipmentValue', ENTER_VALUE))

const form = {
  ...contact,
  ...shipper,
  ...shipment,
  ...amazon,
  ...requestFields,
  /** Whether the client gets the booking mail. */
  sendMail: f.flag().default(false),
}
const amazonRule = (value: { amazonRefId?: string; shipmentId?: string }, add: AddError) => {
  if (value.amazonRefId === '') add('amazonRefId', REQUIRED)
  if (value.shipmentId === '') add('shipmentId', REQUIRED)
}

/** What the booking accordion asks for; an Amazon cartage needs its two ids. */
export const bookingForm = (isAmazon: boolean) =>
  withRules(z.object(form), (value, add) => {
    if (isAmazon) amazonRule(value, add)
  })
export type BookingForm = z.output<ReturnType<typeof bookingForm>>

/** The body of POST request/booking. Which cartage is Amazon's, and so needs its two ids, the server knows. */
export const bookingInput = withRules(
  z.object({ userId: f.id(CLIENT_GONE), transportationMode: f.oneOf([0], LCL_ONLY), ...price, ...form }),
  insured,
)
export type BookingInput = z.output<typeof bookingInput>

/** The panels of the booking accordion that are filled in, in order; panel 0 is QUOTE SUMMARY. */
export const BOOKING_PANELS = [
  { key: 'contact', title: 'YOUR INFORMATION', schema: z.object(contact) },
  { key: 'shipper', title: 'SHIPPER INFORMATION', schema: z.object(shipper) },
  { key: 'shipment', title: 'SHIPMENT INFORMATION', schema: z.object(shipment) },
  {
    key: 'amazon',
    title: 'AMAZON FBA BOOKING INFORMATION',
    schema: withRules(z.object(amazon), amazonRule),
  },
  { key: 'request', title: 'ADDITIONAL INFORMATION OR REQUESTS', schema: z.object(requestFields) },
] as const

/** The body of POST request/quote: name, email, phone and message are required, the rest as in a booking when filled. */
export const quoteRequestInput = z.object({
  userId: f.id(CLIENT_GONE),
  transportationMode: f.oneOf([1]).default(1),
  name: f.requiredText('Name', 50),
  email: f.email(),
  phoneNumber: f.phone(),
  message: f.requiredText('Message', 255),
  origin: f.optionalId(),
  destination: f.optionalId(),
  destinationGoods: f.text('Description of goods', 280),
  volume: f.optionalDecimal(3, { above: 0 }),
  weight: f.optionalDecimal(3, { above: 0 }),
})
export type QuoteRequestInput = z.output<typeof quoteRequestInput>
