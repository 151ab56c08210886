import type { Dates } from '#web/lib/format/dates.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000

/** The event about to be set. `at` is its date in ms. */
interface NextEvent {
  id: number
  at: number
}

/** The order's current event, if any. */
interface CurrentEvent {
  lastEventId: number | null
  lastEventName: string | null
  lastEventTime: string | null
}

/** What is unusual about an event, each as a sentence: asked once before it is set, blocks nothing. `now` in ms. */
export function doubtsAbout(next: NextEvent, current: CurrentEvent, now: number, { dateTime }: Dates): string[] {
  const doubts: string[] = []
  const when = dateTime(current.lastEventTime)
  if (next.id === current.lastEventId) doubts.push(`${current.lastEventName} is already the current event (${when}).`)
  if (next.at > now + DAY_MS) doubts.push('The date is more than a day ahead.')
  // Forms take whole minutes, the API seconds.
  const before = Math.floor(Date.parse(current.lastEventTime ?? '') / MINUTE_MS) * MINUTE_MS
  if (next.at < before) doubts.push(`The date is before that of the current event (${when}).`)
  return doubts
}
