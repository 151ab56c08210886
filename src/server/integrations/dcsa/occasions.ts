import { DCSA_MEANINGS, type DcsaEventType } from '#contract/integrations/dcsa-events.ts'
import { MILESTONES, type Milestone } from '#contract/reference/milestones.ts'

/** Dates of a sailing that are events. */
export const SAILING_DATES = ['etd', 'atd', 'portEta', 'portAta'] as const
export type SailingDate = (typeof SAILING_DATES)[number]

/** What an event can be about, in the words of the standard. */
export interface Occasion {
  /** A milestone of an order's history, or a date of a sailing. */
  of: Milestone | SailingDate
  eventType: DcsaEventType
  code: string
  /** The place of its transport call; null for an event of a document, which has none. */
  call: { at: 'origin' | 'destination'; facilityTypeCode: string; modeOfTransport: string } | null
}

const AT_PORT = { facilityTypeCode: 'POTE', modeOfTransport: 'VESSEL' }
const ofVessel = (of: Occasion['of'], code: 'DEPA' | 'ARRI'): Occasion => ({
  of,
  eventType: 'TRANSPORT',
  code,
  call: { at: code === 'DEPA' ? 'origin' : 'destination', ...AT_PORT },
})

function ofMilestone(of: Milestone): Occasion[] {
  const meaning = DCSA_MEANINGS[of]
  if (!meaning) return []
  if (meaning.eventType === 'TRANSPORT') return [ofVessel(of, meaning.code)]
  const { eventType, code } = meaning
  return [{ of, eventType, code, call: eventType === 'SHIPMENT' ? null : meaning }]
}

/** All occasions of which this installation can tell. */
export const OCCASIONS: readonly Occasion[] = [
  ...MILESTONES.flatMap(ofMilestone),
  ...SAILING_DATES.map((date) => ofVessel(date, date === 'etd' || date === 'atd' ? 'DEPA' : 'ARRI')),
]
