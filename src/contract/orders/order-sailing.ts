import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'

/** A field of a booking confirmation that differs from the sailing; places as codes, the vessel as name. */
export const sailingDifference = z.object({ field: z.string(), value: z.string().nullable(), sailing: z.string() })
export type SailingDifference = z.infer<typeof sailingDifference>

/** What a booking confirmation names and what its sailing does, where they are not one voyage. */
export const contradiction = z.object({
  confirmed: z.string().describe('What the confirmation names.'),
  sailing: z.string().describe('What the sailing is.'),
})
export type Contradiction = z.infer<typeof contradiction>

/** What booking confirmations name, what the sailing does, and the orders of these confirmations. */
export const conflict = contradiction.extend({
  orderIds: z.array(z.int()).describe('The orders of these confirmations.'),
})
export type Conflict = z.infer<typeof conflict>

/**
 * True to give booking confirmations that name another vessel, voyage or port all values of the sailing; by
 * default they keep theirs, with a warning.
 */
export const takeOver = () =>
  f.flag().default(false).describe('Whether confirmations that name another voyage take all values of the sailing.')

/**
 * The sailing of an order, how full it is, the order's own place and room on it, and the fields in which the
 * booking confirmation differs.
 */
export const orderSailing = z.object({
  id: z.int(),
  reference: z.string(),
  vessel: z.string(),
  voyage: z.string(),
  loadedCbm: z.number(),
  capacityCbm: z.number(),
  /** The container that the order is in; null while it has none. */
  container: z.object({ id: z.int(), number: z.string(), maxCbm: z.number(), maxKg: z.number() }).nullable(),
  /** The room that the order takes: as measured, else as booked; 0 for FCL. */
  usedCbm: z.number(),
  usedKg: z.number(),
  receivedAt: z.string().nullable(),
  differs: z.array(sailingDifference),
  contradicts: contradiction
    .nullable()
    .describe('Where the booking confirmation names another vessel, voyage or port; null otherwise.'),
})
