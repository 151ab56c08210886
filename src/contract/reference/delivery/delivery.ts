import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'

export const DELIVERY_PATH = 'delivery'
export const DELIVERY_TITLE = 'Delivery time in days'
export const MAX_DELIVERY_DAYS = 1000
/** The specification's toast, to the letter, with its leading space. */
export const DELIVERY_SAVED = ' Delivery time was edited successfully'

/** Days by depot id and cartage id; absent means to be confirmed. */
export const deliveryDays = z.record(z.string(), z.record(z.string(), z.int()))
export type DeliveryDays = z.infer<typeof deliveryDays>

/** The grid: a row per depot, a column per cartage. */
export const deliveryGrid = z.object({
  delivery: deliveryDays,
  cartage: z.array(z.object({ cartageId: z.int(), cartageName: z.string() })),
  depot: z.array(z.object({ depotId: z.int(), depotName: z.string() })),
})
export type DeliveryGrid = z.infer<typeof deliveryGrid>

/**
 * Days of one cell; empty and 0 remove its entry. With `was`, the days its sender saw, a cell that has
 * changed since is refused.
 */
export const deliveryCell = z.object({
  depot: f.id(),
  cartage: f.id(),
  delivery: f.optionalDecimal(0, { max: MAX_DELIVERY_DAYS }).transform((days) => days ?? 0),
  was: z.int().min(0).max(MAX_DELIVERY_DAYS).optional(),
})
export type DeliveryCell = z.infer<typeof deliveryCell>

/** The most cells of one call. */
export const MOST_CELLS = 50_000
/** Values in the JSON of that many cells: each has four, in a list in the body. */
export const DELIVERY_VALUES = MOST_CELLS * 5 + 2

export const deliveryInput = z.object({
  data: z.array(deliveryCell, { error: 'data must be a list of cells' }).max(MOST_CELLS, f.tooMany(MOST_CELLS)),
})
