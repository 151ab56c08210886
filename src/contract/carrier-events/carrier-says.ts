import { z } from 'zod'

/** Dates of a sailing that carriers tell of. */
export const SAID_DATES = ['etd', 'portEta', 'atd', 'portAta'] as const

/** What a carrier says of a sailing, where it differs from ours. */
export const carrierSays = z
  .array(
    z.object({
      field: z.enum(SAID_DATES).describe('The date of the sailing.'),
      at: z.string().describe('The day that the carrier says, at the place, as 00:00 UTC.'),
      ours: z.string().nullable().describe('The day that we say; null for none.'),
      days: z.int().nullable().describe('By how many days the carrier says it is later; null if we say none.'),
      eventId: z.int().describe('The event of the carrier.'),
    }),
  )
  .describe('Newest statements of the carrier that differ from ours.')
