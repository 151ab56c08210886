import { z } from 'zod'

/** A field of a booking confirmation that differs from the sailing; places as codes, the vessel as name. */
export const sailingDifference = z.object({ field: z.string(), value: z.string().nullable(), sailing: z.string() })
export type SailingDifference = z.infer<typeof sailingDifference>

/** The sailing of an order, how full it is, and the fields in which the booking confirmation differs. */
export const orderSailing = z.object({
  id: z.int(),
  reference: z.string(),
  vessel: z.string(),
  voyage: z.string(),
  loadedCbm: z.number(),
  capacityCbm: z.number(),
  differs: z.array(sailingDifference),
})
