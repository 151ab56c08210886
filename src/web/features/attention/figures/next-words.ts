import type { NextCutOff } from '#contract/attention/figures.ts'
import { formatTime, isoDay } from '#contract/lib/format.ts'
import { datesIn } from '#web/lib/format/dates.ts'

const DAY = 86_400_000
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
/** Days ahead for which the name of a day is unambiguous. */
const NAMED_DAYS = 6

/** 'Next: cut-off of 3 orders on Tue 12:00'; further ahead with the date. */
export function nextWords({ at, orders }: NextCutOff, now: number, timeZone: string): string {
  const { date } = datesIn(timeZone)
  const near = Date.parse(at) - now < NAMED_DAYS * DAY
  const day = near ? WEEKDAYS[new Date(isoDay(at, timeZone)).getUTCDay()] : date(at)
  return `Next: cut-off of ${orders === 1 ? '1 order' : `${orders} orders`} on ${day} ${formatTime(at, timeZone)}`
}
