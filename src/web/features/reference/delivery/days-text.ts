import { readNumber } from '#contract/lib/numbers.ts'
import { MAX_DELIVERY_DAYS } from '#contract/reference/delivery/delivery.ts'

/** Days in a cell's text (0 when empty); null unless it is a whole number of 0 or more. */
export function readDays(text: string): number | null {
  const days = readNumber(text)
  if (days === null) return 0
  return days === 'not a number' || !Number.isInteger(days) ? null : Math.min(MAX_DELIVERY_DAYS, days)
}

/** The text of days: empty for 0. */
export const daysText = (days: number): string => (days === 0 ? '' : String(days))
