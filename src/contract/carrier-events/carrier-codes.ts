import type { Classifier, CodeMapping } from './carrier-events.ts'
import type { CarrierMilestone } from './carrier-milestones.ts'

/** Milestones by the status codes of X12 315 as most carriers use them; IFTSTA's letters are read as the same. */
export const EDI_MILESTONES: ReadonlyMap<string, CarrierMilestone> = new Map([
  ['EE', 'empty-out'],
  ['I', 'gate-in'],
  ['CO', 'gate-in'],
  ['AE', 'loaded'],
  ['VD', 'departed'],
  ['VA', 'arrived'],
  ['UV', 'discharged'],
  ['AL', 'rail-loaded'],
  ['RL', 'rail-departed'],
  ['AR', 'rail-arrived'],
  ['UR', 'rail-unloaded'],
  ['CT', 'customs-released'],
  ['PQ', 'customs-exam'],
  ['AV', 'available'],
  ['OA', 'out-for-delivery'],
  ['D', 'delivered'],
  ['RD', 'empty-returned'],
  ['C', 'etd'],
  ['E', 'eta'],
])

/** Codes of EDI that are told of at the port of loading; all others at the port of discharge. */
const AT_LOADING = new Set(['EE', 'I', 'AE', 'VD', 'CO', 'C'])

/** The port that an EDI message means where it names none for the event itself. */
export const sideOf = (code: string): 'loading' | 'discharge' => (AT_LOADING.has(code) ? 'loading' : 'discharge')

/** Codes of equipment and transport in Track & Trace 3.0 as published; drafts have the letters of 2.2. */
export const DCSA_LETTERS: ReadonlyMap<string, string> = new Map([
  ['ARRIVED', 'ARRI'],
  ['DEPARTED', 'DEPA'],
  ['AVAILABLE_FOR_DROP_OFF', 'AVDO'],
  ['AVAILABLE_FOR_PICKUP', 'AVPU'],
  ['CROSSED', 'CROS'],
  ['CUSTOMS_RELEASED', 'CUSR'],
  ['CUSTOMS_SELECTED_FOR_INSPECTION', 'CUSI'],
  ['CUSTOMS_SELECTED_FOR_SCAN', 'CUSS'],
  ['DISCHARGED', 'DISC'],
  ['DROPPED_OFF', 'DROP'],
  ['GATED_IN', 'GTIN'],
  ['GATED_OUT', 'GTOT'],
  ['INSPECTED', 'INSP'],
  ['LOADED', 'LOAD'],
  ['PICKED_UP', 'PICK'],
  ['REMOVED', 'RMVD'],
  ['RESEALED', 'RSEA'],
  ['STRIPPED', 'STRP'],
  ['STUFFED', 'STUF'],
])

/** What an event of DCSA says that its milestone depends on, in the letters of 2.2. */
interface DcsaMeaning {
  type: string
  code: string
  emptiness: string | null
  /** VESSEL, RAIL, TRUCK, BARGE, MULTIMODAL; null where nothing tells it. */
  mode: string | null
}

const BY_VESSEL: ReadonlyMap<string, CarrierMilestone> = new Map([
  ['EQUIPMENT LOAD', 'loaded'],
  ['EQUIPMENT DISC', 'discharged'],
  ['TRANSPORT DEPA', 'departed'],
  ['TRANSPORT ARRI', 'arrived'],
])
const BY_RAIL: ReadonlyMap<string, CarrierMilestone> = new Map([
  ['LOAD', 'rail-loaded'],
  ['DEPA', 'rail-departed'],
  ['ARRI', 'rail-arrived'],
  ['DISC', 'rail-unloaded'],
])
const AT_PLACES: ReadonlyMap<string, CarrierMilestone> = new Map([
  ['GTOT EMPTY', 'empty-out'],
  ['GTIN LADEN', 'gate-in'],
  ['GTOT LADEN', 'out-for-delivery'],
  ['GTIN EMPTY', 'empty-returned'],
  ['CUSR', 'customs-released'],
  ['CUSI', 'customs-exam'],
  ['AVPU', 'available'],
  ['DROP', 'delivered'],
])

/**
 * The milestone of an event of Track & Trace; null for one that is not kept. A gate without its indicator, a departure
 * without its means of transport and a box that is dropped empty mean nothing for sure.
 */
export function dcsaMilestone({ type, code, emptiness, mode }: DcsaMeaning): CarrierMilestone | null {
  if (type !== 'EQUIPMENT' && type !== 'TRANSPORT') return null
  if (mode === 'RAIL' && BY_RAIL.has(code)) return BY_RAIL.get(code) ?? null
  if (mode === 'VESSEL' || (mode === null && type === 'EQUIPMENT')) {
    const aboard = BY_VESSEL.get(`${type} ${code}`)
    if (aboard) return aboard
  }
  if (type === 'TRANSPORT' || (code === 'DROP' && emptiness === 'EMPTY')) return null
  return AT_PLACES.get(`${code} ${emptiness}`) ?? AT_PLACES.get(code) ?? null
}

/** The milestone that a sender's own table gives a code; undefined for none. */
export const mappedMilestone = (mapping: CodeMapping | null | undefined, code: string): CarrierMilestone | undefined =>
  mapping && Object.hasOwn(mapping, code) ? mapping[code] : undefined

/** A milestone as its classifier means it: an estimated departure is an ETD, and an actual one is none. */
export function milestoneAs(milestone: CarrierMilestone | null, classifier: Classifier): CarrierMilestone | null {
  if (classifier === 'est' && milestone === 'departed') return 'etd'
  if (classifier === 'est' && milestone === 'arrived') return 'eta'
  if (classifier !== 'est' && milestone === 'etd') return 'departed'
  if (classifier !== 'est' && milestone === 'eta') return 'arrived'
  return milestone
}
