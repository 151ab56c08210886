import { DCSA_LETTERS, dcsaMilestone, mappedMilestone, milestoneAs } from '#contract/carrier-events/carrier-codes.ts'
import type { CarrierEvent, Classifier } from '#contract/carrier-events/carrier-events.ts'
import { type Fields, isFields, itemsAt, textAt, valueAt } from './dcsa-fields.ts'
import {
  codeOf,
  containerOf,
  externalIdOf,
  imoOf,
  type Json,
  placeCodeOf,
  placeNameOf,
  referenceOf,
  storableJson,
  vesselOf,
  voyageOf,
} from './kept-texts.ts'
import { isEventTime, isStatedTime, MAX_EVENTS } from './limits.ts'
import type { ReadingOptions } from './reading-options.ts'
import { aboutWhen, isoTime, statedIn } from './said-times.ts'

/** What is wrong with one event, and where: a path within it, '' for the whole. */
interface Fault {
  field: string
  message: string
}

/** Ends the reading of one event. */
class BrokenEvent extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** A carrier's word that an event with this id never was; what it said until then, or ever (null). */
export interface ReadRetraction {
  index: number
  externalId: string
  statedAt: string | null
  raw: Json
}

/** What a list of events says. Each of its events is in one of these, by its place in the list. */
export interface ReadEvents {
  events: { index: number; event: CarrierEvent }[]
  retractions: ReadRetraction[]
  problems: (Fault & { index: number })[]
}

/** The names of one version. Times and classifiers of both are read by the same words. */
interface Version {
  id: string
  at: string
  statedAt: string
  type: string[]
  classifier: string[]
  /** What is before the name of the code, such as 'transportEventTypeCode'. */
  within: string
}
const V2: Version = {
  ...{ id: 'eventID', at: 'eventDateTime', statedAt: 'eventCreatedDateTime', within: '' },
  ...{ type: ['eventType'], classifier: ['eventClassifierCode'] },
}
const CLASS = 'eventClassification'
const V3: Version = {
  ...{ id: 'eventID', at: 'eventDateTime', statedAt: 'eventUpdatedDateTime', within: `${CLASS}.` },
  type: [`${CLASS}.eventType`, `${CLASS}.eventTypeCode`],
  classifier: [`${CLASS}.eventClassifier`, `${CLASS}.eventClassifierCode`],
}

const CLASSIFIER_WORDS: ReadonlyMap<string, Classifier> = new Map([
  ['PLN', 'pln'],
  ['PLANNED', 'pln'],
  ['EST', 'est'],
  ['ESTIMATED', 'est'],
  ['ACT', 'act'],
  ['ACTUAL', 'act'],
])
const TYPES = ['SHIPMENT', 'TRANSPORT', 'EQUIPMENT', 'IOT', 'REEFER']

/** The path that has a text, or the first: where its fault is shown. */
const usedPath = (event: Fields, paths: readonly string[]): string =>
  paths.find((path) => textAt(event, path) !== '') ?? paths[0] ?? ''

function typeOf(event: Fields, version: Version): string {
  const type = textAt(event, ...version.type)
    .trim()
    .toUpperCase()
  if (!TYPES.includes(type)) throw new BrokenEvent(usedPath(event, version.type), `Must be one of ${TYPES.join(', ')}`)
  return type
}

function classifierOf(event: Fields, version: Version): Classifier {
  const classifier = CLASSIFIER_WORDS.get(
    textAt(event, ...version.classifier)
      .trim()
      .toUpperCase(),
  )
  if (classifier) return classifier
  const words = version === V3 ? 'ACTUAL, ESTIMATED, PLANNED' : 'ACT, EST, PLN'
  throw new BrokenEvent(usedPath(event, version.classifier), `Must be one of ${words}`)
}

/** The code in the letters of 2.2; one that is unknown as it came. */
function letterOf(event: Fields, type: string, { within }: Version): string {
  const name = `${within}${type.toLowerCase()}EventType`
  // The last is what 2.2 and its forerunners call every code.
  const paths = [`${name}Code`, name, ...(within === '' ? ['eventTypeCode'] : [])]
  const code = codeOf(textAt(event, ...paths))
  if (code === null) throw new BrokenEvent(usedPath(event, paths), 'Is missing')
  return DCSA_LETTERS.get(code) ?? code
}

function idOf(event: Fields, { id }: Version): string | null {
  const sent = valueAt(event, id)
  if (sent === undefined || sent === null || sent === '') return null
  const text = typeof sent === 'string' ? externalIdOf(sent) : null
  if (text === null) throw new BrokenEvent(id, 'Must be a text of at most 500 characters')
  return text
}

const NO_TIME = "Must be a date and time of ISO 8601, such as '2026-11-20T14:30:00+08:00'"

function timeOf(event: Fields, field: string, now: number) {
  const sent = valueAt(event, field)
  const said = typeof sent === 'string' ? isoTime(sent) : null
  if (!said) throw new BrokenEvent(field, NO_TIME)
  if (!isEventTime(aboutWhen(said), now)) throw new BrokenEvent(field, 'Is too long ago, or too far ahead')
  return said
}

function statedAtOf(event: Fields, field: string, now: number): string {
  const sent = valueAt(event, field)
  const said = typeof sent === 'string' ? isoTime(sent) : null
  if (!said) throw new BrokenEvent(field, NO_TIME)
  if (!isStatedTime(aboutWhen(said), now)) throw new BrokenEvent(field, 'Is too long ago, or in the future')
  return statedIn(said)
}

const CALLS = ['transportDetails.transportCall', 'transportCall']
const callPaths = (...names: string[]) => names.flatMap((name) => CALLS.map((call) => `${call}.${name}`))
const voyagePaths = (...names: string[]) =>
  names.flatMap((name) =>
    callPaths(
      `${name}NumberOrReference.carrierVoyageNumber`,
      `${name}NumberOrReference.universalVoyageReference`,
      `${name}Number`,
    ),
  )

/** The means of transport; that of the details that are there where none is named. */
function modeOf(event: Fields): string | null {
  const named = textAt(event, ...callPaths('modeOfTransport'))
    .trim()
    .toUpperCase()
  if (named) return named
  for (const mode of ['vessel', 'rail', 'truck'])
    if (callPaths(`${mode}Transport`, mode).some((path) => isFields(valueAt(event, path)))) return mode.toUpperCase()
  return null
}

const DOCUMENTS = [
  'documentReferences',
  'shipmentDetails.documentReference',
  'shipmentDetails.additionalDocumentReferences',
]
const REFERENCES = ['references', 'shipmentDetails.shipmentReferences']

/** The first number of a document of one of these types. */
function documentOf(event: Fields, types: readonly string[]): string | null {
  const isOne = (type: string) => types.includes(type.trim().toUpperCase())
  if (isOne(textAt(event, 'documentTypeCode'))) return referenceOf(textAt(event, 'documentID'))
  const found = itemsAt(event, ...DOCUMENTS).find((each) =>
    isOne(textAt(each, 'documentReferenceType', 'typeCode', 'type')),
  )
  return found ? referenceOf(textAt(found, 'documentReferenceValue', 'reference')) : null
}

/** The container that an event is about: its own, else the only one it refers to. */
function containerIn(event: Fields): string | null {
  const paths = ['equipmentDetails.equipmentReference', 'equipmentReference']
  const named = textAt(event, ...paths)
  if (named !== '') {
    const container = containerOf(named)
    if (container === null)
      throw new BrokenEvent(usedPath(event, paths), 'Must be a number of at most 15 letters and digits')
    return container
  }
  const equipment = itemsAt(event, ...REFERENCES).filter(
    (each) => textAt(each, 'referenceType', 'typeCode', 'type') === 'EQ',
  )
  const numbers = new Set(equipment.map((each) => containerOf(textAt(each, 'referenceValue', 'reference'))))
  const [only = null] = numbers
  return numbers.size === 1 ? only : null
}

/** Codes of what a vessel brings: their voyage is the one that ends at the place. */
const BROUGHT = new Set(['ARRI', 'DISC'])

/** Where, by which vessel and for which documents. */
function circumstancesOf(event: Fields, code: string) {
  const own = voyagePaths(...(BROUGHT.has(code) ? ['importVoyage', 'exportVoyage'] : ['exportVoyage', 'importVoyage']))
  return {
    container: containerIn(event),
    booking: documentOf(event, ['BKG', 'BOOKING']),
    masterBill: documentOf(event, ['TRD', 'TRANSPORT_DOCUMENT']),
    placeCode: placeCodeOf(
      textAt(event, 'eventLocation.UNLocationCode', ...callPaths('UNLocationCode', 'location.UNLocationCode')),
    ),
    placeName: placeNameOf(textAt(event, 'eventLocation.locationName', ...callPaths('location.locationName'))),
    vesselImo: imoOf(textAt(event, ...callPaths('vesselTransport.vesselIMONumber', 'vessel.vesselIMONumber'))),
    vessel: vesselOf(textAt(event, ...callPaths('vesselTransport.vesselName', 'vessel.vesselName'))),
    voyage: voyageOf(textAt(event, ...own, ...callPaths('carrierVoyageNumber'))),
  }
}

/** Reads one event of 2.2 or 3.0. Throws BrokenEvent. */
function readEvent(event: Fields, raw: Json, { now, mapping }: ReadingOptions): CarrierEvent {
  const version = isFields(valueAt(event, CLASS)) ? V3 : V2
  const type = typeOf(event, version)
  const code = letterOf(event, type, version)
  const classifier = classifierOf(event, version)
  const emptiness = textAt(
    event,
    'equipmentDetails.emptyIndicator',
    'equipmentDetails.emptyIndicatorCode',
    'emptyIndicatorCode',
  )
  const meaning = { type, code, emptiness: emptiness.trim().toUpperCase() || null, mode: modeOf(event) }
  return {
    externalId: idOf(event, version),
    ...circumstancesOf(event, code),
    ...{ type, code, classifier },
    milestone: milestoneAs(mappedMilestone(mapping, code) ?? dcsaMilestone(meaning), classifier),
    ...timeOf(event, version.at, now),
    statedAt: statedAtOf(event, version.statedAt, now),
    raw,
  }
}

function readRetraction(event: Fields, raw: Json, index: number, now: number): ReadRetraction {
  const externalId = idOf(event, V3)
  if (externalId === null) throw new BrokenEvent(V3.id, 'Is missing')
  // Nothing but the id need be there, and what is there may be anything.
  const isDated = textAt(event, V3.statedAt) !== ''
  return { index, externalId, statedAt: isDated ? statedAtOf(event, V3.statedAt, now) : null, raw }
}

/**
 * The events in a body: a list of 2.2, the object of 3.0, or a list of either. Null for a body that is no list. Of more
 * than 5 000 events, the first 5 001.
 */
export function eventsIn(body: unknown): unknown[] | null {
  const inner = valueAt(body, 'events')
  const list = Array.isArray(body) ? body : inner
  if (!Array.isArray(list)) return null
  const all: unknown[] = []
  for (const each of list) {
    const nested = valueAt(each, 'events')
    all.push(...(Array.isArray(nested) ? nested.slice(0, MAX_EVENTS + 1) : [each]))
    if (all.length > MAX_EVENTS) break
  }
  return all.slice(0, MAX_EVENTS + 1)
}

/**
 * Reads events of DCSA Track & Trace 2.2 and 3.0, the published form and the draft with letters. A broken event is a
 * problem of its place in the list, and stops no other. Never throws.
 */
export function readDcsa(list: readonly unknown[], options: ReadingOptions): ReadEvents {
  const read: ReadEvents = { events: [], retractions: [], problems: [] }
  for (const [index, event] of list.entries()) {
    try {
      if (!isFields(event)) throw new BrokenEvent('', 'Must be an event')
      const raw = storableJson(event)
      if (raw === undefined) throw new BrokenEvent('', 'Has too many levels')
      if (valueAt(event, 'isRetracted') === true) read.retractions.push(readRetraction(event, raw, index, options.now))
      else read.events.push({ index, event: readEvent(event, raw, options) })
    } catch (error) {
      if (!(error instanceof BrokenEvent)) throw error
      read.problems.push({ index, field: error.field, message: error.message })
    }
  }
  return read
}
