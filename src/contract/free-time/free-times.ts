import { z } from 'zod'
import * as d from '#contract/lib/day-fields.ts'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE, NOT_TEXT } from '#contract/lib/messages.ts'
import { namedRecord } from '#contract/lib/resource.ts'
import {
  CHARGED_PER,
  CLOCKS,
  DAY_UNITS,
  END_BASES,
  FIRST_DAYS,
  FREE_TIME_SOURCES,
  MAX_FREE_DAYS,
  SAID_BY,
  START_BASES,
} from './free-time-codes.ts'

/** The most clocks of one call, and the most containers. */
export const MAX_CLOCKS = 200
export const MAX_CONTAINERS = 200

/** What the days since the last free day have cost so far. */
const accrued = z.object({
  amount: z.number(),
  currency: z.string(),
  perDay: z.number().describe('What the last of these days costs; before the first one, what that will cost.'),
})

/** A clock after the arrival. Days are those at its place, 'yyyy-MM-dd'. */
export const freeTime = z.object({
  id: z.int(),
  containerId: z.int().nullable(),
  container: z.object({ id: z.int(), number: z.string() }).nullable(),
  orderId: z.int().nullable(),
  clock: z.literal(CLOCKS),
  startBasis: z.literal(START_BASES),
  startsOn: z.string().nullable(),
  days: z.int().nullable(),
  unit: z.literal(DAY_UNITS),
  firstDay: z.literal(FIRST_DAYS),
  computedFreeDay: z.string().nullable(),
  saidFreeDay: z.string().nullable(),
  saidBy: z.literal(SAID_BY).nullable(),
  saidNote: z.string(),
  lastFreeDay: z.string().nullable(),
  byHand: z.boolean(),
  source: z.literal(FREE_TIME_SOURCES),
  rule: namedRecord.nullable(),
  place: namedRecord.nullable(),
  note: z.string(),
  endedOn: z.string().nullable(),
  endBasis: z.literal(END_BASES).nullable(),
  daysLeft: z.int().nullable(),
  accrued: accrued.nullable(),
  updatedAt: z.string(),
})
export type FreeTime = z.infer<typeof freeTime>
export const freeTimes = z.object({ items: z.array(freeTime) })

/** Text of one line and at most `max` code points that null and '' empty; an absent one stays absent. */
const changedText = (label: string, max: number) =>
  z
    .string({ error: NOT_TEXT })
    .nullable()
    .transform((value, ctx) => {
      const read = f.text(label, max).safeParse(value)
      if (read.success) return read.data
      ctx.addIssue({ code: 'custom', message: read.error.issues[0]?.message ?? NOT_TEXT })
      return z.NEVER
    })
    .optional()

/** A change of a clock: what is absent stays. */
export const freeTimeChange = z.object({
  clock: f.oneOf(CLOCKS),
  containerId: f.optionalId(),
  startsOn: d.changedPlainDay(),
  startBasis: f.oneOf(START_BASES).optional(),
  days: f.integer({ max: MAX_FREE_DAYS }).optional(),
  unit: f.oneOf(DAY_UNITS).optional(),
  firstDay: f.oneOf(FIRST_DAYS).optional(),
  lastFreeDay: d.changedPlainDay(),
  saidFreeDay: d.changedPlainDay(),
  saidBy: z.literal(SAID_BY, { error: CHOOSE }).nullable().optional(),
  saidNote: changedText('Note', 255),
  endedOn: d.changedPlainDay(),
  note: changedText('Note', 255),
  byHand: f.flag().optional(),
  updatedAt: f.version(),
})
export type FreeTimeChange = z.output<typeof freeTimeChange>

const containerIds = z
  .array(f.id(), { error: 'This field must be a list' })
  .max(MAX_CONTAINERS, f.tooMany(MAX_CONTAINERS))
  .transform((ids) => [...new Set(ids)])
  .optional()

/** The body of a change of clocks, found by their container and clock. */
export const freeTimesInput = z.object({
  freeTimes: z.array(freeTimeChange, { error: 'This field must be a list' }).max(MAX_CLOCKS, f.tooMany(MAX_CLOCKS)),
})
export const containerFreeTimesInput = freeTimesInput.extend({ containerIds })

/** Messages about clocks that do not belong where they were sent. */
export const ONLY_STORAGE = 'An LCL order has only CFS storage: the other clocks are those of its container'
export const NO_STORAGE = 'CFS storage is of LCL orders'
export const OTHER_CONTAINER = 'This container is not of this order'
export const OTHER_SAILING = 'All containers must be of one sailing'
export const DAYS_UNKNOWN = 'No rule tells the days: enter them'
export const SAID_WITHOUT_DAY = 'Enter the day that was said'

/** What a clock costs up to a day, tier by tier. */
export const possibleCharge = z.object({
  freeTimeId: z.int(),
  clock: z.literal(CLOCKS),
  container: z.object({ id: z.int(), number: z.string() }).nullable(),
  rule: namedRecord,
  lastFreeDay: z.string(),
  days: z.int(),
  amount: z.number(),
  currency: z.string(),
  perDay: z.number(),
  lines: z.array(
    z.object({
      fromDay: z.int(),
      toDay: z.int(),
      days: z.int(),
      per: z.literal(CHARGED_PER),
      quantity: z.number(),
      rate: z.number(),
      amount: z.number(),
      formula: z.string(),
    }),
  ),
})
export type PossibleCharge = z.infer<typeof possibleCharge>

/** The charges of an order's clocks up to a day, and together by currency. */
export const possibleCharges = z.object({
  on: z.string(),
  clocks: z.array(possibleCharge),
  totals: z.array(z.object({ currency: z.string(), amount: z.number() })),
})
export type PossibleCharges = z.infer<typeof possibleCharges>

/** The query of possible charges: the last day that counts, by default today at the place. */
export const possibleChargesQuery = z.object({ on: d.optionalPlainDay().optional() })

/** The query of the clocks of a sailing: a container's alone, or all. */
export const sailingFreeTimesQuery = z.object({ containerId: f.pathId.optional() })

/** Names of the values of clocks, as the trail tells them. */
export const FREE_TIME_LABELS = {
  clock: 'Clock',
  container: 'Container',
  startsOn: 'Starts on',
  startBasis: 'Counted from',
  days: 'Free days',
  unit: 'Which days',
  firstDay: 'First day',
  lastFreeDay: 'Last free day',
  saidFreeDay: 'Last free day as told',
  saidBy: 'Told by',
  saidNote: 'Words about it',
  endedOn: 'Ended on',
  freeTimeNote: 'Note on free time',
  byHand: 'Set by hand',
}
