import { formatTime } from '#contract/lib/format.ts'
import { type Day, dayOf, distanceTo, nameOfDay } from './days.ts'
import type { Step } from './steps.ts'
import type { CutOff } from './tracked.ts'

interface Clock {
  now: Date
  timeZone: string
}

/**
 * A date in words, and how far away it is: 'Expected Mar 8, was Mar 3' and 'in 12 days'. `day` is for
 * machines.
 */
export interface DateWords {
  text: string
  distance: string
  day: Day | null
}

/** Today at the forwarder. */
export const todayOf = ({ now, timeZone }: Clock): Day => dayOf(now.toISOString(), timeZone)

/** The date of a step in words; 'No date yet' and 'Done' without one. */
export function wordsOfStep({ actual, expected, planned, was, done, by }: Step, clock: Clock): DateWords {
  const today = todayOf(clock)
  if (actual) {
    const plan = planned && planned !== actual ? `, planned ${nameOfDay(planned, today)}` : ''
    return { text: nameOfDay(actual, today) + plan, distance: '', day: actual }
  }
  if (done) return { text: 'Done', distance: '', day: null }
  if (!expected) return by ? { ...wordsOfCutOff(by, clock), text: `By ${wordsOfCutOff(by, clock).text}` } : NO_DATE
  const before = was ? `, was ${nameOfDay(was, today)}` : ''
  const distance = expected < today ? 'not confirmed yet' : distanceTo(expected, today)
  return { text: `Expected ${nameOfDay(expected, today)}${before}`, distance, day: expected }
}

const NO_DATE: DateWords = { text: 'No date yet', distance: '', day: null }

/** A cut-off in words: 'Mar 1 17:00, was Feb 27 17:00', in the forwarder's time zone. */
export function wordsOfCutOff({ at, was }: CutOff, clock: Clock): DateWords {
  const today = todayOf(clock)
  const inWords = (instant: string) =>
    `${nameOfDay(dayOf(instant, clock.timeZone), today)} ${formatTime(instant, clock.timeZone)}`
  const day = dayOf(at, clock.timeZone)
  const isOver = Date.parse(at) < clock.now.getTime()
  return {
    text: inWords(at) + (was ? `, was ${inWords(was)}` : ''),
    distance: isOver ? 'over' : distanceTo(day, today),
    day,
  }
}
