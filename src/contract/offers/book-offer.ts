import { z } from 'zod'
import { registrationInput } from '#contract/clients/clients.ts'
import * as f from '#contract/lib/fields.ts'
import { ORDER_FIELDS } from '#contract/orders/field-table.ts'

const order = z.object({
  yourName: f.requiredText('Name', 50),
  email: f.email(),
  phone: f.phone(),
  companyName: f.requiredText('Company', 100),
  additionalInformation: ORDER_FIELDS.additionalInformation.input,
})

/** The body that makes client and order of an accepted offer. */
export const bookOfferInput = z.object({
  client: registrationInput.describe('The new client, as a registration.'),
  order: order.describe('The contact of the order; the rest is as offered.'),
})

/** What is known of both, to be filled up. */
export const offerBooking = z.object({
  client: z
    .object({
      username: z.string(),
      companyName: z.string(),
      email: z.string(),
      phone: z.string(),
      companyAddress: z.string(),
      canadianBusinessNumber: z.string(),
    })
    .describe('The new client, as far as known.'),
  order: z
    .object({
      yourName: z.string(),
      email: z.string(),
      phone: z.string(),
      companyName: z.string(),
      additionalInformation: z.string(),
    })
    .describe('The contact of the order, as far as known.'),
})
export type OfferBooking = z.infer<typeof offerBooking>

export const offerBooked = z.object({ clientId: z.int().describe('The new client.'), orderId: z.int() })
