import { addDays, atHour, DAY, startOfDay } from '#demo/lib/days.ts'
import type { Random } from '#demo/lib/random.ts'

const TODAY = 6
const YESTERDAY = 14

/**
 * Creation times of `count` orders over the last twelve months, oldest first: more of them recently, always
 * some today and yesterday, none after `now`.
 */
export function createdTimes(now: Date, count: number, random: Random): Date[] {
  const midnight = startOfDay(now)
  const elapsed = now.getTime() - midnight.getTime()
  const today = Array.from({ length: TODAY }, () => new Date(midnight.getTime() + Math.floor(random.next() * elapsed)))
  const yesterday = Array.from({ length: YESTERDAY }, () => officeHour(addDays(midnight, -1), random))
  const earlier = Array.from({ length: count - TODAY - YESTERDAY }, () =>
    officeHour(addDays(midnight, -daysAgo(random)), random),
  )
  return [...earlier, ...yesterday, ...today].sort((one, other) => one.getTime() - other.getTime())
}

/**
 * Creation times of `count` orders in the fourteen weeks that end a year before `now`, spread evenly, oldest
 * first.
 */
export function createdBefore(now: Date, count: number, random: Random): Date[] {
  const midnight = startOfDay(now)
  return Array.from({ length: count }, () => officeHour(addDays(midnight, -random.int(366, 463)), random)).sort(
    (one, other) => one.getTime() - other.getTime(),
  )
}

/** Days from 2 to 364: most are recent, the others anywhere in the year. */
function daysAgo(random: Random): number {
  if (random.chance(0.35)) return random.int(2, 364)
  const recent = Math.floor(-46 * Math.log(1 - random.next()))
  return Math.min(364, 2 + recent)
}

function officeHour(day: Date, random: Random): Date {
  return new Date(Math.min(atHour(day, random.between(7, 20)).getTime(), startOfDay(day).getTime() + DAY - 1))
}
