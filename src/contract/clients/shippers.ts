import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'

/** A supplier that a client saved for its bookings. */
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

export const SHIPPER_SAVED = 'Shipper was saved successfully'

export const SHIPPER_LABELS = {
  companyName: 'Company name',
  companyAddress: 'Company address',
  nameOfThePersonInCharge: 'Name of the person in charge',
  email: 'Email',
  phone: 'Phone',
  additionalInformation: 'Additional info',
}

export const shipperInput = z.object({
  companyName: f.requiredText(SHIPPER_LABELS.companyName, 100),
  companyAddress: f.requiredText(SHIPPER_LABELS.companyAddress, 100),
  nameOfThePersonInCharge: f.requiredText(SHIPPER_LABELS.nameOfThePersonInCharge, 50),
  email: f.email(),
  phone: f.phone(),
  additionalInformation: f.longText(SHIPPER_LABELS.additionalInformation, 100),
})
export type ShipperInput = z.infer<typeof shipperInput>
