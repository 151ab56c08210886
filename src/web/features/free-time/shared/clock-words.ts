import type { Clock } from '#contract/free-time/free-time-codes.ts'
import type { FreeTime } from '#contract/free-time/free-times.ts'
import { datesIn } from '#web/lib/format/dates.ts'
import { weekdayOf } from '#web/lib/format/form-dates.ts'
import { amountIn } from '#web/lib/format/money.ts'

/** Where a clock runs, in a word. */
const WHERE: Record<Clock, string> = { demurrage: 'terminal', detention: 'empty return', rail: 'rail', storage: 'CFS' }

const { date } = datesIn('UTC')

/** A day of these months with its weekday, without the year: 'Fri Dec 4'. */
export const shortDay = (day: string) => `${weekdayOf(day)} ${date(day).replace(/ \d{4}$/, '')}`

/** The clock of those that run whose free days end first; null if none runs. */
export const firstClock = (clocks: readonly FreeTime[]): FreeTime | null =>
  clocks
    .filter(({ endedOn, lastFreeDay }) => endedOn === null && lastFreeDay !== null)
    .toSorted((one, other) => String(one.lastFreeDay).localeCompare(String(other.lastFreeDay)))[0] ?? null

/** True for a clock that runs and whose free days are over. */
export const isCharged = ({ daysLeft, endedOn }: Pick<FreeTime, 'daysLeft' | 'endedOn'>) =>
  endedOn === null && daysLeft !== null && daysLeft < 0

/** Until when a clock is free: 'Fri Dec 4 (terminal)'. */
export const freeUntil = ({ lastFreeDay, clock }: Pick<FreeTime, 'lastFreeDay' | 'clock'>) =>
  lastFreeDay ? `${shortDay(lastFreeDay)} (${WHERE[clock]})` : ''

/** What a clock has cost: '$340.00 so far, $85.00 a day'; '' where nobody knows. */
export const chargeWords = ({ accrued }: Pick<FreeTime, 'accrued'>) =>
  accrued
    ? `${amountIn(accrued.amount, accrued.currency)} so far, ${amountIn(accrued.perDay, accrued.currency)} a day`
    : ''

/** Days until the last free day, in words. */
export function daysLeftWords(daysLeft: number): string {
  if (daysLeft === 0) return 'today is the last free day'
  const days = `${Math.abs(daysLeft)} day${Math.abs(daysLeft) === 1 ? '' : 's'}`
  return daysLeft > 0 ? `${days} left` : `${days} over`
}
