import { z } from 'zod'
import { DECLINE_REASONS } from './offer-codes.ts'

const figures = {
  sent: z.int().describe('Offers sent in the period.'),
  accepted: z.int().describe('Of these, accepted.'),
  declined: z.int().describe('Of these, declined.'),
  expired: z.int().describe('Of these, not answered in their time.'),
  winRate: z
    .number()
    .nullable()
    .describe('Per cent accepted of those that are accepted, declined or expired, 1 decimal; null without any.'),
  hoursToAnswer: z
    .number()
    .nullable()
    .describe(
      'Hours from the mail to the answer that half of the answered ones took at most, 1 decimal; null without any.',
    ),
}

/** Offers sent in a period, and what became of them. */
export const offerReport = z.object({
  totals: z.object(figures).describe('Of the whole period.'),
  reasons: z
    .array(
      z.object({
        reason: z.enum(DECLINE_REASONS).describe('Why it was declined.'),
        count: z.int().describe('How many.'),
      }),
    )
    .describe('Why offers were declined, the most frequent reason first.'),
  lanes: z
    .array(z.object({ origin: z.string(), destination: z.string(), ...figures }))
    .describe('By the lane of the chosen option, else the first; those with most offers first.'),
  clients: z
    .array(z.object({ id: z.int().nullable(), name: z.string(), ...figures }))
    .describe('By client; an id of null stands for those who are none yet.'),
  people: z.array(z.object({ id: z.int(), name: z.string(), ...figures })).describe('By who looks after them.'),
})
export type OfferReport = z.infer<typeof offerReport>
