import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import type { AddError } from '#contract/lib/rules.ts'
import { CHARGED_PER } from './free-time-codes.ts'

const MAX_TIERS = 20
const MOST_DAYS = 9999
/** The most that a day, or the unit of a day, costs. */
const MOST_AMOUNT = 999_999.99

const amount = { max: MOST_AMOUNT }

/** What days cost after the last free day, which day 1 follows: from one day to another, or without an end. */
const tierInput = z.object({
  fromDay: f.integer({ min: 1, max: MOST_DAYS }),
  toDay: f.optionalDecimal(0, { min: 1, max: MOST_DAYS }),
  amount: f.decimal(2, amount),
  per: f.oneOf(CHARGED_PER),
  /** The least that a day costs. */
  minimum: f.optionalDecimal(2, amount),
})
export type Tier = z.output<typeof tierInput>
export const tiersInput = z
  .array(tierInput, { error: 'This field must be a list' })
  .max(MAX_TIERS, f.tooMany(MAX_TIERS))

/** Messages about tiers that do not follow each other. */
export const beginsOn = (day: number) => `This must be day ${day}: days follow each other without a gap`
export const ENDS_EARLY = 'The last day is before the first'
export const ENDS = 'The last tier has no end: leave this empty'
export const ENDLESS = 'Only the last tier has no end'

const isDay = (value: unknown): value is number => typeof value === 'number'

/**
 * The rule over tiers: they begin with day 1 and follow each other without gap or overlap, and the last one has no end.
 * None at all is right: nobody knows what the days cost. Adds a message at each field that is wrong, once.
 */
export function tiersRule(tiers: readonly Tier[], add: AddError): void {
  let next: number | null = 1
  for (const [at, { fromDay, toDay }] of tiers.entries()) {
    const isLast = at === tiers.length - 1
    if (isDay(fromDay) && next !== null && fromDay !== next) add(`tiers.${at}.fromDay`, beginsOn(next))
    const ends = `tiers.${at}.toDay`
    if (isLast && isDay(toDay)) add(ends, ENDS)
    else if (!isLast && toDay === null) add(ends, ENDLESS)
    else if (isDay(fromDay) && isDay(toDay) && toDay < fromDay) add(ends, ENDS_EARLY)
    // Of a day that is wrong itself, nobody can say what follows.
    next = isDay(toDay) && !(isDay(fromDay) && toDay < fromDay) ? toDay + 1 : null
  }
}
