import { z } from 'zod'
import type { Client } from '#contract/clients/clients.ts'
import { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import { recordOf } from '#contract/lib/record-of.ts'
import { BOOKING_FIELDS, type BookingField } from '#contract/orders/order-fields.ts'
import { type ShipmentValues, shipmentValues } from '#web/features/quotes/shared/shipment-values.ts'

/** An entry for every field that the order's table asks for on booking. */
const forBooking = <T>(value: (field: BookingField) => T) => recordOf(BOOKING_FIELDS, value)

/** Typed values of the booking form. */
export const bookingValues = z.object({ ...forBooking(() => z.string()), sendMail: z.boolean() })
export type BookingValues = z.infer<typeof bookingValues>

export const requestValues = z.object({
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  message: z.string(),
  origin: z.number().nullable(),
  destination: z.number().nullable(),
  destinationGoods: z.string(),
  volume: z.string(),
  weight: z.string(),
})
export type RequestValues = z.infer<typeof requestValues>

/** A manual rate and the lane it was typed for. */
export const overrideValues = z.object({ on: z.boolean(), rate: z.string(), lane: z.string() })
export type OverrideValues = z.infer<typeof overrideValues>

export const newOrderDraft = z.object({
  terms: z.literal(Object.values(TradeTerms)),
  mode: z.literal(Object.values(TransportationMode)),
  shipment: shipmentValues,
  override: overrideValues,
  booking: bookingValues,
  request: requestValues,
})

/** Panels that are open when a booking starts. */
export const FIRST_PANELS = ['quote', 'contact', 'shipper']
export const NO_OVERRIDE: OverrideValues = { on: false, rate: '', lane: '' }

/** The lane: terms, origin and destination. */
export const laneOf = (terms: TradeTerms, { origin, destination }: ShipmentValues) =>
  JSON.stringify([terms, origin, destination])

/** Fields of the booking form that take the client's own data. */
const OF_CLIENT: Partial<Record<BookingField, (client: Client) => string>> = {
  yourName: ({ username }) => username,
  companyName: ({ companyName }) => companyName,
  companyAddress: ({ companyAddress }) => companyAddress,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
}

/** The booking form as it opens: with the client's own data, otherwise empty. */
export const bookingOf = (client: Client): BookingValues => ({
  ...forBooking((field) => OF_CLIENT[field]?.(client) ?? ''),
  sendMail: true,
})

/** The initial quote request. */
export const requestOf = (client: Client): RequestValues => ({
  name: client.username,
  email: client.email,
  phoneNumber: client.phone,
  message: '',
  origin: null,
  destination: null,
  destinationGoods: '',
  volume: '',
  weight: '',
})
