import { EDI_MILESTONES, mappedMilestone, milestoneAs } from '#contract/carrier-events/carrier-codes.ts'
import type { CarrierEvent } from '#contract/carrier-events/carrier-events.ts'
import { BrokenMessage, type Envelope, type Segment } from './edi-messages.ts'
import { rawText } from './kept-texts.ts'
import { isEventTime, MAX_EVENTS_OF_MESSAGE, MAX_RAW } from './limits.ts'
import type { ReadingOptions } from './reading-options.ts'
import { aboutWhen, type SaidTime } from './said-times.ts'

/** A status of a message, with what was said of it. */
export interface SaidStatus
  extends Pick<
    CarrierEvent,
    'code' | 'booking' | 'masterBill' | 'placeCode' | 'placeName' | 'vesselImo' | 'vessel' | 'voyage'
  > {
  /** The segment that is named if something is missing. */
  segment: Segment
  time: SaidTime
  containers: (string | null)[]
}

interface Message extends ReadingOptions {
  envelope: Envelope
  raw: string
  type: string
}

export const TOO_MANY_EVENTS = 'The message has more than 1,000 events'

function meaningOf(code: string, mapping: ReadingOptions['mapping']) {
  const milestone = mappedMilestone(mapping, code) ?? EDI_MILESTONES.get(code) ?? null
  const classifier = milestone === 'etd' || milestone === 'eta' ? 'est' : 'act'
  return { milestone: milestoneAs(milestone, classifier), classifier } as const
}

/** One event for each container of a status. Throws BrokenMessage. */
export function eventsOf(
  statuses: readonly SaidStatus[],
  { envelope, raw, type, mapping, now }: Message,
): CarrierEvent[] {
  const { statedAt } = envelope
  const interchange = { position: 0, tag: envelope.header[0] ?? '' }
  if (statedAt === null)
    throw new BrokenMessage(interchange, 'The date or time of the interchange does not exist, or is in the future')
  const events: CarrierEvent[] = []
  const kept = rawText(raw, MAX_RAW)
  for (const status of statuses) {
    const { segment, time, booking, masterBill } = status
    const numbers = [...new Set(status.containers.filter((each) => each !== null))]
    if (!isEventTime(aboutWhen(time), now))
      throw new BrokenMessage(segment, 'The date is too long ago, or too far ahead')
    if (numbers.length === 0 && masterBill === null && booking === null)
      throw new BrokenMessage(segment, 'The status names no container, bill or booking')
    if (events.length + numbers.length > MAX_EVENTS_OF_MESSAGE) throw new BrokenMessage(segment, TOO_MANY_EVENTS)
    const { milestone, classifier } = meaningOf(status.code, mapping)
    for (const container of numbers.length === 0 ? [null] : numbers)
      events.push({
        externalId: null,
        container,
        booking,
        masterBill,
        type,
        code: status.code,
        milestone,
        classifier,
        at: time.at,
        localAt: time.localAt,
        placeCode: status.placeCode,
        placeName: status.placeName,
        vesselImo: status.vesselImo,
        vessel: status.vessel,
        voyage: status.voyage,
        statedAt,
        raw: kept,
      })
  }
  return events
}
