import { z } from 'zod'
import { listOf } from '#contract/lib/envelope.ts'
import type { FilterTexts } from '#contract/lib/filters.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { namedRecord } from '#contract/lib/resource.ts'
import { milestone } from '#contract/reference/milestones.ts'

export const FIGURES_PATH = 'attention/figures'
export const CHARTS_PATH = 'attention/charts'

/** Figures of the day with a list of their own, in the order of the screen. */
export const FIGURE_LABELS = {
  arrivals: 'Arrivals this week',
  unconfirmed: 'Unconfirmed for over a day',
  quotes: 'Quote requests without a price',
  documents: 'Unopened documents',
} as const
export type FigureCode = keyof typeof FIGURE_LABELS
export const FIGURE_CODES = keysOf(FIGURE_LABELS)

/** What the list of sailings shows behind the figure of cut-offs in so many hours: those that cargo can still go with. */
export const cutOffFilters = (hours: number): FilterTexts => ({
  status: 'in:planned,closed',
  nextCutOff: `next:${hours}h`,
})

/** Seconds for which what the charts show is kept: it takes long to add up. */
export const KEPT_SECONDS = 30

/** A cut-off of orders in progress that lies ahead. */
export const nextCutOff = z.object({ at: z.string(), orders: z.int() })
export type NextCutOff = z.infer<typeof nextCutOff>

/** A sailing with a cut-off in the coming hours. */
const sailingCutOff = z.object({
  sailingId: z.int(),
  reference: z.string(),
  vessel: z.string(),
  voyage: z.string(),
  /** The first cut-off of the sailing that has not passed. */
  at: z.string(),
  /** The orders aboard, and how many of them the CFS has received; cancelled orders do not count. */
  orderCount: z.int(),
  receivedCount: z.int(),
})

/** The figures of the day. */
export const figures = z.object({
  /** How far ahead cut-offs are looked for: the staff setting. */
  cutOffHours: z.int(),
  /** How many sailings have one; `cutOffs` are the first of them. */
  cutOffCount: z.int(),
  cutOffs: z.array(sailingCutOff),
  arrivals: z.int(),
  unconfirmed: z.int(),
  quotes: z.int(),
  failedMails: z.int(),
  documents: z.int(),
})
export type Figures = z.infer<typeof figures>

/** One of what a figure counts: an order, or a document of one. */
export const figureRow = z.object({
  id: z.int(),
  orderId: z.int(),
  trackingCode: z.string(),
  companyName: z.string(),
  username: z.string(),
  cityName: z.string(),
  cartageName: z.string(),
  inCharge: namedRecord.nullable(),
  /** The day of the arrival, or when it was booked, asked for or uploaded. */
  at: z.string(),
  /** The vessel and voyage of an arrival, the name of a document; '' otherwise. */
  what: z.string(),
})
export type FigureRow = z.infer<typeof figureRow>
export const figurePage = listOf(figureRow)

/** What the charts of Today show. */
export const charts = z.object({
  /** Weeks that begin on a Monday, the last one still running; a year before is 52 weeks before. */
  weeks: z.array(z.object({ monday: z.string(), volume: z.number(), yearBefore: z.number() })),
  /** Open orders by the furthest milestone; null for none yet. */
  milestones: z.array(z.object({ milestone, orders: z.int() })),
})
export type Charts = z.infer<typeof charts>
