import { hasReached } from '#contract/orders/progress.ts'
import { isMissing } from '#contract/papers/paper-codes.ts'
import type { Paper } from '#contract/papers/papers.ts'
import { INTERRUPTIONS, MILESTONE_LABELS, type Milestone } from '#contract/reference/milestones.ts'
import type { Dates } from '#web/lib/format/dates.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000

/** The event to be set. `at` is its date in ms. */
interface NextEvent {
  id: number
  at: number
  name: string
  milestone: Milestone | null
}

/** 'Mandatory papers are missing: Packing list.' if cargo is loaded without them; null otherwise. */
export function missingWords(milestone: Milestone | null | undefined, papers: readonly Paper[]): string | null {
  const names = papers.filter((paper) => paper.mandatory && isMissing(paper)).map(({ name }) => name)
  if (milestone !== 'loaded' || names.length === 0) return null
  return `${names.length === 1 ? 'A mandatory paper is' : 'Mandatory papers are'} missing: ${names.join(', ')}.`
}

interface CurrentEvent {
  lastEventId: number | null
  lastEventName: string | null
  lastEventTime: string | null
  /** The furthest milestone of the order. */
  furthest: Milestone | null
}

/** Doubts about an event, in sentences: asked once before it is set, they block nothing. `now` in ms. */
export function doubtsAbout(next: NextEvent, current: CurrentEvent, now: number, { dateTime }: Dates): string[] {
  const doubts: string[] = []
  const when = dateTime(current.lastEventTime)
  if (next.id === current.lastEventId) doubts.push(`${current.lastEventName} is already the current event (${when}).`)
  if (next.at > now + DAY_MS) doubts.push('The date is more than a day ahead.')
  // Forms take whole minutes, the API seconds.
  const before = Math.floor(Date.parse(current.lastEventTime ?? '') / MINUTE_MS) * MINUTE_MS
  if (next.at < before) doubts.push(`The date is before that of the current event (${when}).`)
  const way = wayDoubt(next, current.furthest)
  return way ? [...doubts, way] : doubts
}

/** The doubt about an event that goes back, or over the departure; null without one. */
function wayDoubt({ name, milestone }: NextEvent, furthest: Milestone | null): string | null {
  if (milestone === null || INTERRUPTIONS.some((each) => each === milestone)) return null
  if (furthest && furthest !== milestone && hasReached(furthest, milestone))
    return `This order is further on already: ${MILESTONE_LABELS[furthest]}.`
  const isOver = hasReached(milestone, 'arrived') && !hasReached(furthest, 'departed')
  return isOver ? `${name} comes after the departure, and nothing says that this order has departed.` : null
}
