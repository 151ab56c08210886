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
export const bookOfferInput = z.object({ client: registrationInput, order })

/** What is known of both, to be filled up. */
export const offerBooking = z.object({
  client: z.object({
    username: z.string(),
    companyName: z.string(),
    email: z.string(),
    phone: z.string(),
    companyAddress: z.string(),
    canadianBusinessNumber: z.string(),
  }),
  order: z.object({
    yourName: z.string(),
    email: z.string(),
    phone: z.string(),
    companyName: z.string(),
    additionalInformation: z.string(),
  }),
})
export type OfferBooking = z.infer<typeof offerBooking>

export const offerBooked = z.object({ clientId: z.int(), orderId: z.int() })
