import { z } from 'zod'
import { NOBODY } from '#contract/reports/behind.ts'
import type { FigureColumn, ReportTable } from '#contract/reports/tables.ts'
import { DECLINE_REASON_LABELS, DECLINE_REASONS } from './offer-codes.ts'

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

/** Figures of offers: how many were sent, and what became of them. */
export const OFFER_FIGURES: readonly FigureColumn[] = [
  { field: 'sent', label: 'Offers sent', unit: 'count', list: { offers: null } },
  { field: 'accepted', label: 'Accepted', unit: 'count', list: { offers: 'accepted' } },
  { field: 'declined', label: 'Declined', unit: 'count', list: { offers: 'declined' } },
  { field: 'expired', label: 'Expired', unit: 'count', list: { offers: 'expired' } },
  { field: 'winRate', label: 'Win rate, %', unit: 'percent' },
  { field: 'hoursToAnswer', label: 'Hours to answer', unit: 'hours' },
]

type Tables = {
  [Table in keyof OfferReport as OfferReport[Table] extends readonly unknown[] ? Table : never]: ReportTable<
    OfferReport[Table] extends readonly (infer Row)[] ? Row : never
  >
}
const idOf = (id: number | null) => (id === null ? NOBODY : String(id))

/** Tables of the report, by the names of their lists in the answer. */
export const OFFER_TABLES: Tables = {
  reasons: {
    title: 'Why offers were declined',
    texts: [{ label: 'Reason', text: ({ reason }) => DECLINE_REASON_LABELS[reason] }],
    figures: [{ field: 'count', label: 'Offers', unit: 'count' }],
  },
  lanes: {
    title: 'Offers by lane',
    texts: [
      { label: 'Lane', text: ({ origin, destination }) => `${origin || 'Not known'} → ${destination || 'Not known'}` },
    ],
    figures: OFFER_FIGURES,
    // The list of offers has no filter by lane.
    narrow: () => null,
  },
  clients: {
    title: 'Offers by client',
    texts: [{ label: 'Client', text: ({ name }) => name }],
    figures: OFFER_FIGURES,
    narrow: ({ id }) => ({ clientId: idOf(id) }),
  },
  people: {
    title: 'Offers by who looks after them',
    texts: [{ label: 'In charge', text: ({ name }) => name }],
    figures: OFFER_FIGURES,
    narrow: ({ id }) => ({ userId: idOf(id) }),
  },
}
