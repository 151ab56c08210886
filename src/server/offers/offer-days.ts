import { isoDay } from '#contract/lib/format.ts'
import { instantAt } from '#contract/lib/zones.ts'
import {
  FOLLOW_UP_HOUR,
  FOLLOW_UP_WORKING_DAYS,
  USUAL_VALID_DAYS,
  VALID_UNTIL_HOUR,
} from '#contract/offers/offer-codes.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const SATURDAY = 6

/** Midnight of a day, as if its clock were UTC: days are added to it. */
const midnight = (at: Date, timeZone: string) => Date.parse(`${isoDay(at.toISOString(), timeZone)}T00:00:00Z`)
const instant = (shown: number, timeZone: string) => new Date(instantAt(shown, timeZone)).toISOString()

/** 17:00 by the forwarder's clock, 14 days on. */
export const usualLastInstant = (now: Date, timeZone: string): string =>
  instant(midnight(now, timeZone) + USUAL_VALID_DAYS * DAY_MS + VALID_UNTIL_HOUR * HOUR_MS, timeZone)

/** 9:00 by the forwarder's clock, two working days (Monday to Friday) on. */
export function nextFollowUp(now: Date, timeZone: string): string {
  let day = midnight(now, timeZone)
  for (let left = FOLLOW_UP_WORKING_DAYS; left > 0; ) {
    day += DAY_MS
    const weekday = new Date(day).getUTCDay()
    if (weekday > 0 && weekday < SATURDAY) left--
  }
  return instant(day + FOLLOW_UP_HOUR * HOUR_MS, timeZone)
}
