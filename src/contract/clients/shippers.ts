import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'

/** A supplier's company that a client saved for its bookings. */
export const shipper = z.object({
  id: z.int(),
  companyName: z.string(),
  companyAddress: z.string(),
  nameOfThePersonInCharge: z.string(),
  email: z.string(),
  phone: z.string(),
  additionalInformation: z.string(),
  updatedAt: z.string(),
})
export type Shipper = z.infer<typeof shipper>

export const shipperInput = z.object({
  companyName: f.requiredText('Company name', 100),
  companyAddress: f.requiredText('Company address', 100),
  nameOfThePersonInCharge: f.requiredText('Name of the person in charge', 50),
  email: f.email(),
  phone: f.phone(),
  additionalInformation: f.text('Additional info', 100),
})
export type ShipperInput = z.infer<typeof shipperInput>

/** How each field of a shipper is called. */
export const SHIPPER_LABELS: Record<keyof ShipperInput, string> = {
  companyName: 'Company name',
  companyAddress: 'Company address',
  nameOfThePersonInCharge: 'Name of the person in charge',
  email: 'Email',
  phone: 'Phone',
  additionalInformation: 'Additional info',
}
