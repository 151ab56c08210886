import { z } from 'zod'
import { listOf } from '#contract/lib/envelope.ts'
import type { FilterTexts } from '#contract/lib/filters.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { namedRecord } from '#contract/lib/resource.ts'
import { milestone } from '#contract/reference/milestones.ts'

export const FIGURES_PATH = 'attention/figures'
export const CHARTS_PATH = 'attention/charts'

/** Figures of the day that have a list of their own, in the order of the screen. */
export const FIGURE_LABELS = {
  arrivals: 'Arrivals this week',
  unconfirmed: 'Unconfirmed for over a day',
  quotes: 'Quote requests without a price',
  documents: 'Unopened documents',
} as const
export type FigureCode = keyof typeof FIGURE_LABELS
export const FIGURE_CODES = keysOf(FIGURE_LABELS)

/** Filters of the list behind the cut-offs in the next `hours`: sailings that cargo can still go with. */
export const cutOffFilters = (hours: number): FilterTexts => ({
  status: 'in:planned,closed',
  nextCutOff: `next:${hours}h`,
})

/** Seconds for which the data of the charts is kept: it takes long to add up. */
export const KEPT_SECONDS = 30

/** The next cut-off of orders in progress. */
export const nextCutOff = z.object({ at: z.string(), orders: z.int() })
export type NextCutOff = z.infer<typeof nextCutOff>

/** A sailing with a cut-off ahead. */
const sailingCutOff = z.object({
  sailingId: z.int(),
  reference: z.string(),
  vessel: z.string(),
  voyage: z.string(),
  /** The sailing's first cut-off that has not passed. */
  at: z.string(),
  /** Orders aboard, and those received by the CFS; cancelled orders do not count. */
  orderCount: z.int(),
  receivedCount: z.int(),
})

/** The figures of the day. */
export const figures = z.object({
  /** Hours ahead in which cut-offs are looked for: the staff setting. */
  cutOffHours: z.int(),
  /** Sailings with a cut-off; `cutOffs` has the first of them. */
  cutOffCount: z.int(),
  cutOffs: z.array(sailingCutOff),
  arrivals: z.int(),
  unconfirmed: z.int(),
  quotes: z.int(),
  failedMails: z.int(),
  documents: z.int(),
})
export type Figures = z.infer<typeof figures>

/** A row behind a figure: an order, or a document of one. */
export const figureRow = z.object({
  id: z.int(),
  orderId: z.int(),
  trackingCode: z.string(),
  companyName: z.string(),
  username: z.string(),
  cityName: z.string(),
  cartageName: z.string(),
  inCharge: namedRecord.nullable(),
  /** The day of the arrival, or the instant of the booking, request or upload. */
  at: z.string(),
  /** The vessel and voyage of an arrival, the name of a document; '' otherwise. */
  what: z.string(),
})
export type FigureRow = z.infer<typeof figureRow>
export const figurePage = listOf(figureRow)

/** The data of the charts of Today. */
export const charts = z.object({
  /** Weeks from Monday, the last one still running; `yearBefore` is the volume of 52 weeks earlier. */
  weeks: z.array(z.object({ monday: z.string(), volume: z.number(), yearBefore: z.number() })),
  /** Open orders by the furthest milestone; null if none is reached. */
  milestones: z.array(z.object({ milestone, orders: z.int() })),
})
export type Charts = z.infer<typeof charts>
